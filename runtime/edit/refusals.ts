import type { MatchStrategy } from "./matchers/registry.ts";
import type { ClosestMatch, MatchCandidate, MatchErrorCode, Matched, MatchRefusal } from "./types.ts";

/** Goes with every result that was matched by its first and last line only. */
export const REVIEW_NOTE =
  "Only the first and last line of old_text were compared with the file; the lines between them were replaced unseen. " +
  "Read the result and check that nothing was lost.";

/** How many places a refusal lists and names. */
export const NAMED_PLACES = 10;

/** What a refusal needs to know of the strategy that spoke. */
export interface Finding {
  readonly strategy: MatchStrategy;
  readonly requiresReview: boolean;
  readonly count: number;
  /** The first ten. */
  readonly candidates: readonly MatchCandidate[];
  /** The first eleven different lines on which a place begins. */
  readonly startLines: readonly number[];
}

export function emptyNeedle(): MatchRefusal {
  return {
    kind: "refused",
    errorCode: "empty_needle",
    message: "old_text is empty, so it names no place; pass the text to replace",
  };
}

/** @param isComplete Whether every strategy that could run came to an end. */
export function notFound(
  closestMatch: ClosestMatch | undefined,
  note: string | undefined,
  isComplete: boolean,
): MatchRefusal {
  const nearest =
    closestMatch === undefined
      ? "read the file and copy the text from it"
      : `the nearest text is at ${lineRange(closestMatch)}; copy old_text from there`;
  return {
    kind: "refused",
    errorCode: "not_found",
    message: `old_text ${isComplete ? "does not occur in the file" : "was not found in time"}; ${nearest}`,
    ...(closestMatch && { closestMatch }),
    ...(note !== undefined && { note }),
  };
}

export function ambiguous(finding: Finding): MatchRefusal {
  const wayOut = finding.requiresReview ? "copy the whole block exactly" : "pass replace_all to change every one";
  return refusal(
    "ambiguous",
    finding,
    `${found(finding)}; add surrounding lines to old_text so that it names one, or ${wayOut}`,
  );
}

export function unexpectedCount(finding: Finding, expected: number): MatchRefusal {
  return refusal(
    "unexpected_replacement_count",
    finding,
    `${found(finding)}, but expected_replacements is ${expected}; read the file and correct one of the two`,
  );
}

/** @param first, second Lines on which two places begin that share text. */
export function overlapping(finding: Finding, first: number, second: number): MatchRefusal {
  return refusal(
    "overlapping_matches",
    finding,
    `${found(finding)}, and those at lines ${first} and ${second} share text, so not all can be ` +
      "replaced; make old_text longer so that each place stands alone",
  );
}

/** @param length Characters without whitespace that `candidate` holds, more than `limit`. */
export function oversized(finding: Finding, candidate: MatchCandidate, length: number, limit: number): MatchRefusal {
  return refusal(
    "oversized_span",
    finding,
    `${finding.strategy} matched ${lineRange(candidate)}, with ${length} ` +
      `characters without whitespace where old_text allows ${limit}; read that place and copy all of it into old_text`,
  );
}

export function elision(finding: Finding): MatchRefusal {
  return refusal(
    "elision_placeholder",
    finding,
    "old_text leaves lines out and has a placeholder in their place, which would be written over them; copy the whole " +
      "block from the file, or name only the lines that change",
  );
}

export function replaceAllNotAllowed(finding: Finding): MatchRefusal {
  return refusal(
    "replace_all_not_allowed",
    finding,
    `${found(finding)} by first and last line only, and replace_all would replace what lies between unseen; copy one ` +
      "block exactly and leave replace_all out",
  );
}

export function noChange({ strategy, candidates }: Matched): MatchRefusal {
  return refused(
    "no_change",
    strategy,
    candidates.slice(0, NAMED_PLACES),
    candidates.length,
    "the file would be the same after the edit; it may be done already: read the file, or correct new_text",
  );
}

/** @param span The place where the new text cannot be laid. */
export function noSoundMapping({ strategy, candidates }: Matched, span: MatchCandidate, reason: string): MatchRefusal {
  const places = candidates.slice(0, NAMED_PLACES);
  return refused("no_sound_mapping", strategy, places, candidates.length, `${reason} (${lineRange(span)} of the file)`);
}

function refusal(errorCode: MatchErrorCode, finding: Finding, message: string): MatchRefusal {
  return refused(errorCode, finding.strategy, finding.candidates, finding.count, message);
}

function refused(
  errorCode: MatchErrorCode,
  strategy: MatchStrategy,
  candidates: readonly MatchCandidate[],
  count: number,
  message: string,
): MatchRefusal {
  const counted = count > candidates.length ? { candidateCount: count } : {};
  return { kind: "refused", errorCode, message, strategy, candidates, ...counted };
}

function lineRange({ startLine, endLine }: { startLine: number; endLine: number }): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
}

/** "exact found 12 places (lines 1, 4, 9, ...)"; at most ten lines, each named once. */
function found({ strategy, count, startLines }: Finding): string {
  const named = startLines.slice(0, NAMED_PLACES).join(", ") + (startLines.length > NAMED_PLACES ? ", ..." : "");
  const places = count === 1 ? "1 place" : `${count} places`;
  return `${strategy} found ${places} (${startLines.length === 1 ? "line" : "lines"} ${named})`;
}
