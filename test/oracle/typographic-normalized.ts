import type { MatchCandidate } from "../../runtime/edit/mod.ts";
import { isBlank, trim } from "../../runtime/text/mod.ts";
import { findExact } from "./exact.ts";
import type { Matcher } from "./matcher.ts";
import { findEqualLines } from "./whole-lines.ts";

/** Curly quotes and no-break spaces as their ASCII forms, on both sides: verbatim and then by trimmed lines. */
export const typographicNormalized = {
  name: "typographic_normalized",
  inapplicable: (content, oldText) =>
    fold(oldText) === oldText && fold(content) === content ? "needle_unchanged" : undefined,
  find: findFolded,
} as const satisfies Matcher;

function findFolded(content: string, oldText: string): MatchCandidate[] {
  if (isBlank(oldText)) return [];
  // One code unit for one, so places in the folded file are places in the file.
  const verbatim = findExact(fold(content), fold(oldText));
  return verbatim.length > 0 ? verbatim : findEqualLines(fold(content), fold(oldText), trim);
}

function fold(text: string): string {
  return text
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f]/g, '"')
    .replace(/\u00a0/g, " ");
}
