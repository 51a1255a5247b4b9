import type { MatchCandidate } from "../../runtime/edit/mod.ts";
import { isBlank, trim } from "../../runtime/text/mod.ts";
import { findExact } from "./exact.ts";
import type { Matcher } from "./matcher.ts";
import { findEqualLines } from "./whole-lines.ts";

/**
 * The needle as it reads when one level of escaping is taken off: first to the byte, and only when that fits nowhere by
 * trimmed lines. The new text is not decoded.
 */
export const escapeNormalized = {
  name: "escape_normalized",
  inapplicable: (_content, oldText) => (decodeEscapes(oldText) === oldText ? "needle_unchanged" : undefined),
  find: findDecoded,
} as const satisfies Matcher;

function findDecoded(content: string, oldText: string): MatchCandidate[] {
  const decoded = decodeEscapes(oldText);
  // A needle that decodes to nothing but line breaks would fit between any two lines; only `exact` may take blank text.
  if (isBlank(decoded)) return [];
  const verbatim = findExact(content, decoded);
  return verbatim.length > 0 ? verbatim : findEqualLines(content, decoded, trim);
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
