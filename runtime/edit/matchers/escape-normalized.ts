import { isBlank } from "../../text/mod.ts";
import type { EditSearch } from "../edit-search.ts";
import { decodeEscapes } from "../escapes.ts";
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
