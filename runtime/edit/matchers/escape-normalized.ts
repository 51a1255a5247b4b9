import { isBlank, trim } from "../../text/mod.ts";
import { decodeEscapes } from "../escapes.ts";
import type { MatchCandidate } from "../types.ts";
import { findExact } from "./exact.ts";
import type { Matcher } from "./matcher.ts";
import { findEqualLines } from "./whole-lines.ts";

/**
 * The needle as it reads when one level of escaping is taken off: first to the byte, and only when that fits nowhere by
 * trimmed lines.
 */
export const escapeNormalized = {
  name: "escape_normalized",
  inapplicable: (oldText) => (decodeEscapes(oldText) === oldText ? "needle_unchanged" : undefined),
  readNeedle: decodeEscapes,
  find: findDecoded,
} as const satisfies Matcher;

function findDecoded(content: string, oldText: string): MatchCandidate[] {
  const decoded = decodeEscapes(oldText);
  // A needle that decodes to nothing but line breaks would fit between any two lines; only `exact` may take blank text.
  if (isBlank(decoded)) return [];
  const verbatim = findExact(content, decoded);
  return verbatim.length > 0 ? verbatim : findEqualLines(content, decoded, trim);
}
