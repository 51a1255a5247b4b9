import { isWhitespace, significantLength } from "../text/mod.ts";
import type { EditSearch } from "./edit-search.ts";
import { LineIndex } from "./line-index.ts";
import type { MatchOptions } from "./types.ts";

/** A span may carry this many times the needle's significant text, plus the slack. */
const SPAN_RATIO = 1.5;
const SPAN_SLACK = 24;

/** Measured without whitespace, so recovered indentation never makes a span oversized. */
export function spanLimit(oldText: string): number {
  return Math.floor(SPAN_RATIO * significantLength(oldText)) + SPAN_SLACK;
}

/** What a span carries, whitespace aside, in UTF-16 code units. */
export function significantLengthWithin(content: string, { start, end }: { start: number; end: number }): number {
  let length = 0;
  for (let at = start; at < end; at++) if (!isWhitespace(content.charCodeAt(at))) length++;
  return length;
}

export const DEFAULT_MAX_CONTENT_LINES = 2_000_000;
export const DEFAULT_MAX_NEEDLE_LINES = 200_000;
export const DEFAULT_TIME_BUDGET_MS = 2000;

/** What puts the looser strategies out of reach, as a sentence; `undefined` when they may run. */
export function sizeGuard({ content, oldText }: EditSearch, options: MatchOptions): string | undefined {
  const maxContentLines = options.maxContentLines ?? DEFAULT_MAX_CONTENT_LINES;
  const maxNeedleLines = options.maxNeedleLines ?? DEFAULT_MAX_NEEDLE_LINES;
  const isLongContent = content.hasMoreLineFeedsThan(maxContentLines - 1);
  if (!isLongContent && !new LineIndex(oldText, 0).hasMoreLineFeedsThan(maxNeedleLines - 1)) return undefined;
  const cause = isLongContent
    ? `the file has ${countLineFeeds(content.text) + 1} lines (limit ${maxContentLines})`
    : `old_text has ${countLineFeeds(oldText) + 1} lines (limit ${maxNeedleLines})`;
  return `Only exact matching ran: ${cause}. The text may be there with other whitespace; copy it exactly from the file.`;
}

/** @param ran The strategies that came to an end. */
export function timeNote(ran: readonly string[], budgetMs: number): string {
  const finished = ran.length === 0 ? "No strategy came to an end" : `Only ${ran.join(", ")} came to an end`;
  return `${finished} within the time budget of ${budgetMs} ms. The text may be there; copy a shorter unique part of it exactly from the file.`;
}

function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
