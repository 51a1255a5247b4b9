import { findEditMatch } from "./find-edit-match.ts";
import { layPlaces } from "./lay-places.ts";
import { firstDifference } from "./miss-report.ts";
import { noChange, noSoundMapping } from "./refusals.ts";
import { splice } from "./splice.ts";
import type { EditCommand, EditOutcome, MatchCandidate, Matched, MatchOptions, MatchRefusal } from "./types.ts";

export type EditOptions = Pick<MatchOptions, "maxContentLines" | "maxNeedleLines" | "now" | "timeBudgetMs" | "onStep">;

/** The text of a file after an edit, or why there is none. Pure; the caller reads and writes the file. */
export function applyEdit(content: string, command: EditCommand, options: EditOptions = {}): EditOutcome {
  const match = findEditMatch(content, command.old_text, {
    ...options,
    replaceAll: command.replace_all,
    expectedReplacements: command.expected_replacements,
  });
  return match.kind === "matched" ? edit(content, command, match) : explained(content, command.old_text, match);
}

/** [startLine, endLine] pairs, as results carry them. */
export function matchedLines(candidates: readonly MatchCandidate[]): [number, number][] {
  return candidates.map((candidate) => [candidate.startLine, candidate.endLine]);
}

function edit(content: string, command: EditCommand, match: Matched): EditOutcome {
  const laid = layPlaces(content, match, { oldText: command.old_text, newText: command.new_text });
  if (laid.kind === "refused") return noSoundMapping(match, laid.span, laid.reason);
  const edited = splice(content, laid.replacements);
  if (edited === content) return noChange(match);
  return {
    kind: "edited",
    content: edited,
    strategy: match.strategy,
    replacements: match.candidates.length,
    matchedLines: matchedLines(match.candidates),
    requiresReview: match.requiresReview,
    differencesIgnored: laid.differencesIgnored,
    newTextAdjusted: laid.newTextAdjusted,
    ...(laid.warning !== undefined && { warning: laid.warning }),
  };
}

/** A miss with a nearby block also says where the two first part. */
function explained(content: string, oldText: string, refusal: MatchRefusal): MatchRefusal {
  if (refusal.closestMatch === undefined) return refusal;
  const difference = firstDifference(content, refusal.closestMatch.startLine, oldText);
  if (difference === undefined) return refusal;
  const message = `${refusal.message}. The first difference: ${difference.message}`;
  return { ...refusal, message, firstDifference: difference };
}
