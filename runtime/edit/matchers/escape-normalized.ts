import { isBlank } from "../../text/mod.ts";
import type { EditSearch } from "../edit-search.ts";
import { NO_SITES, type Sites } from "../sites.ts";
import type { Matcher } from "./matcher.ts";

/**
 * The needle as it reads when one level of escaping is taken off: first to the code unit, and only when that fits nowhere
 * by trimmed lines.
 */
export const escapeNormalized = {
  name: "escape_normalized",
  readNeedle: decodeEscapes,
  inapplicable: ({ oldText }, decoded) => (decoded === oldText ? "needle_unchanged" : undefined),
  find: findDecoded,
} as const satisfies Matcher;

function findDecoded(search: EditSearch, decoded: string): Sites {
  // A needle that decodes to nothing but line breaks would fit between any two lines; only `exact` may take blank text.
  if (isBlank(decoded)) return NO_SITES;
  const needle = search.searchFor(decoded);
  const literal = needle.literal();
  return literal.starts.length > 0 ? literal : needle.trimmed();
}

/**
 * One pass from left to right, so a decoded backslash never joins what follows: `\\n` becomes a backslash and an n.
 * `\r\n`, `\n` and `\r` all become one line feed. Any other backslash stays.
 */
export function decodeEscapes(text: string): string {
  return text.replace(ESCAPE, (sequence) => DECODED.get(sequence) ?? sequence);
}

const ESCAPE = /\\r\\n|\\[nrt"'\\]/g;

const DECODED: ReadonlyMap<string, string> = new Map([
  ["\\r\\n", "\n"],
  ["\\n", "\n"],
  ["\\r", "\n"],
  ["\\t", "\t"],
  ['\\"', '"'],
  ["\\'", "'"],
  ["\\\\", "\\"],
]);
