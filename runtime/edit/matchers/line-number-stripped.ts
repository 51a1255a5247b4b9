import { isBlank } from "../../text/mod.ts";
import type { EditSearch } from "../edit-search.ts";
import { isLineEnd } from "../line-compare.ts";
import { stripListingNumbers } from "../listing-numbers.ts";
import { NO_SITES, type Sites } from "../sites.ts";
import type { Matcher } from "./matcher.ts";

/**
 * The needle without the line numbers of a listing it was copied from. The numbers are never used to choose a place: the
 * file may have changed since.
 */
export const lineNumberStripped = {
  name: "line_number_stripped",
  readNeedle: (oldText) => stripListingNumbers(oldText)?.text ?? oldText,
  inapplicable: ({ oldText }, stripped) => (stripped === oldText ? "needle_unchanged" : undefined),
  find: findStripped,
} as const satisfies Matcher;

/** A listing shows whole lines, so the text must begin and end with one; first to the code unit, then trimmed. */
function findStripped(search: EditSearch, stripped: string): Sites {
  if (isBlank(stripped)) return NO_SITES;
  const needle = search.searchFor(stripped);
  const verbatim = wholeLines(search, needle.literal(), needle.lineCount);
  return verbatim.starts.length > 0 ? verbatim : needle.trimmed();
}

function wholeLines({ content }: EditSearch, { starts, ends }: Sites, lines: number): Sites {
  const kept = starts.flatMap((start, index) => {
    const end = ends[index] ?? start;
    const isWhole =
      (start === content.first || isBehindBreak(content.text, start)) &&
      (isLineEnd(content.text, end) || isBehindBreak(content.text, end));
    return isWhole ? [index] : [];
  });
  return { starts: kept.map((index) => starts[index] ?? 0), ends: kept.map((index) => ends[index] ?? 0), lines };
}

function isBehindBreak(text: string, offset: number): boolean {
  return offset > 0 && isLineEnd(text, offset - 1);
}
