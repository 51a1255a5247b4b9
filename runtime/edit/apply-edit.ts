import { findEditMatch } from "./find-edit-match.ts";
import { type LaidPlaces, layPlaces } from "./lay-places.ts";
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
  if (match.kind === "refused") return explained(content, command.old_text, match);
  const laid = layEdit(content, match, command);
  if (laid.kind === "refused") return laid;
  const { replacements, kind: _, ...notes } = laid;
  const edited = splice(content, replacements);
  if (edited === content) return noChange(match);
  return {
    kind: "edited",
    content: edited,
    strategy: match.strategy,
    replacements: match.candidates.length,
    matchedLines: matchedLines(match.candidates),
    requiresReview: match.requiresReview,
    ...notes,
  };
}

/** What shall stand at each place of a match, and what there is to say of it. */
export function layEdit(
  content: string,
  match: Matched,
  { old_text, new_text }: Pick<EditCommand, "old_text" | "new_text">,
): Extract<LaidPlaces, { readonly kind: "laid" }> | MatchRefusal {
  const laid = layPlaces(content, match, { oldText: old_text, newText: new_text });
  return laid.kind === "laid" ? laid : noSoundMapping(match, laid.span, laid.reason);
}

/** A miss with a nearby block also says where the two first part. */
export function explained(content: string, oldText: string, refusal: MatchRefusal): MatchRefusal {
  if (refusal.closestMatch === undefined) return refusal;
  const difference = firstDifference(content, refusal.closestMatch.startLine, oldText);
  if (difference === undefined) return refusal;
  const message = `${refusal.message}. The first difference: ${difference.message}`;
  return { ...refusal, message, firstDifference: difference };
}

/** [startLine, endLine] pairs, as results carry them. */
export function matchedLines(candidates: readonly MatchCandidate[]): [number, number][] {
  return candidates.map((candidate) => [candidate.startLine, candidate.endLine]);
}
