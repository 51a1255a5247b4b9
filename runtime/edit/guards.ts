import { significantLength } from "../text/mod.ts";
import type { MatchCandidate, MatchOptions } from "./types.ts";

/** A span may carry this many times the needle's significant text, plus the slack. */
const SPAN_RATIO = 1.5;
const SPAN_SLACK = 24;

/** Measured without whitespace, so recovered indentation never makes a span oversized. */
export function spanLimit(oldText: string): number {
  return Math.floor(SPAN_RATIO * significantLength(oldText)) + SPAN_SLACK;
}

/** The first candidate that carries more than the limit, with what it carries; `undefined` when none does. */
export function findOversized(
  content: string,
  candidates: readonly MatchCandidate[],
  limit: number,
): { candidate: MatchCandidate; length: number } | undefined {
  for (const candidate of candidates) {
    const length = significantLength(content.slice(candidate.start, candidate.end));
    if (length > limit) return { candidate, length };
  }
  return undefined;
}

/** The first two candidates that share text, in the order of their starts; `undefined` when all are disjoint. */
export function findOverlap(
  candidates: readonly MatchCandidate[],
): readonly [MatchCandidate, MatchCandidate] | undefined {
  let reaching = candidates[0];
  for (const candidate of candidates.slice(1)) {
    if (reaching !== undefined && candidate.start < reaching.end) return [reaching, candidate];
    reaching = candidate;
  }
  return undefined;
}

export const DEFAULT_MAX_CONTENT_LINES = 4000;
export const DEFAULT_MAX_NEEDLE_LINES = 400;

/** What puts the looser strategies out of reach, as a sentence; `undefined` when they may run. */
export function sizeGuard(content: string, oldText: string, options: MatchOptions): string | undefined {
  const maxContentLines = options.maxContentLines ?? DEFAULT_MAX_CONTENT_LINES;
  const maxNeedleLines = options.maxNeedleLines ?? DEFAULT_MAX_NEEDLE_LINES;
  const contentLines = countLineFeeds(content) + 1;
  const needleLines = countLineFeeds(oldText) + 1;
  if (contentLines <= maxContentLines && needleLines <= maxNeedleLines) return undefined;
  const cause =
    contentLines > maxContentLines
      ? `the file has ${contentLines} lines (limit ${maxContentLines})`
      : `old_text has ${needleLines} lines (limit ${maxNeedleLines})`;
  return `Only exact matching ran: ${cause}. The text may be there with other whitespace; copy it exactly from the file.`;
}

function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
