import type { MatchStrategy } from "./matchers/registry.ts";
import type { ClosestMatch, MatchCandidate, MatchErrorCode, Matched, MatchRefusal } from "./types.ts";

/** Goes with every result that was matched by its first and last line only. */
export const REVIEW_NOTE =
  "Only the first and last line of old_text were compared with the file; the lines between them were replaced unseen. " +
  "Read the result and check that nothing was lost.";

/** How many places a message names. */
const NAMED_LINES = 10;

/** What every refusal of a strategy that spoke needs to know of it. */
export interface Proposal {
  readonly strategy: MatchStrategy;
  readonly candidates: readonly MatchCandidate[];
  readonly requiresReview: boolean;
}

export function emptyNeedle(): MatchRefusal {
  return {
    kind: "refused",
    errorCode: "empty_needle",
    message: "old_text is empty, so it names no place; pass the text to replace",
  };
}

export function notFound(closestMatch: ClosestMatch | undefined, note: string | undefined): MatchRefusal {
  const nearest =
    closestMatch === undefined
      ? "read the file and copy the text from it"
      : `the nearest text is at ${lineRange(closestMatch)}; copy old_text from there`;
  return {
    kind: "refused",
    errorCode: "not_found",
    message: `old_text does not occur in the file; ${nearest}`,
    ...(closestMatch && { closestMatch }),
    ...(note !== undefined && { note }),
  };
}

export function ambiguous(proposal: Proposal): MatchRefusal {
  const wayOut = proposal.requiresReview ? "copy the whole block exactly" : "pass replace_all to change every one";
  return refusal(
    "ambiguous",
    proposal,
    `${found(proposal)}; add surrounding lines to old_text so that it names one, or ${wayOut}`,
  );
}

export function unexpectedCount(proposal: Proposal, expected: number): MatchRefusal {
  return refusal(
    "unexpected_replacement_count",
    proposal,
    `${found(proposal)}, but expected_replacements is ${expected}; read the file and correct one of the two`,
  );
}

export function overlapping(
  proposal: Proposal,
  [first, second]: readonly [MatchCandidate, MatchCandidate],
): MatchRefusal {
  return refusal(
    "overlapping_matches",
    proposal,
    `${found(proposal)}, and those at lines ${first.startLine} and ${second.startLine} share text, so not all can be ` +
      "replaced; make old_text longer so that each place stands alone",
  );
}

export function oversized(
  proposal: Proposal,
  { candidate, length }: { candidate: MatchCandidate; length: number },
  limit: number,
): MatchRefusal {
  return refusal(
    "oversized_span",
    proposal,
    `${proposal.strategy} matched ${lineRange(candidate)}, with ${length} ` +
      `characters without whitespace where old_text allows ${limit}; read that place and copy all of it into old_text`,
  );
}

export function noChange(match: Matched): MatchRefusal {
  return refusal(
    "no_change",
    match,
    "the file would be the same after the edit; it may be done already: read the file, or correct new_text",
  );
}

function refusal(errorCode: MatchErrorCode, { strategy, candidates }: Proposal, message: string): MatchRefusal {
  return { kind: "refused", errorCode, message, strategy, candidates };
}

function lineRange({ startLine, endLine }: { startLine: number; endLine: number }): string {
  return startLine === endLine ? `line ${startLine}` : `lines ${startLine} to ${endLine}`;
}

/** "exact found 12 places (lines 1, 4, 9, ...)"; at most ten lines, each named once. */
function found({ strategy, candidates }: Proposal): string {
  const lines = [...new Set(candidates.map((candidate) => candidate.startLine))];
  const named = lines.slice(0, NAMED_LINES).join(", ") + (lines.length > NAMED_LINES ? ", ..." : "");
  const places = candidates.length === 1 ? "1 place" : `${candidates.length} places`;
  return `${strategy} found ${places} (${lines.length === 1 ? "line" : "lines"} ${named})`;
}
