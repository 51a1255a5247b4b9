import { matchedLines } from "./apply-edit.ts";
import type { Changed, EditRefusal } from "./outcome.ts";
import { NAMED_PLACES, REVIEW_NOTE } from "./refusals.ts";

/** How many places a success lists; `replacements` counts them all. */
const LISTED_PLACES = 100;

/** What the edit tool and `match` say of a success, in the words of JSON. */
export function editedFields(outcome: Omit<Changed, "kind" | "content" | "changes">) {
  const { differencesIgnored = [], newTextAdjusted = [], strategy } = outcome;
  return {
    replacements: outcome.replacements,
    ...(strategy !== undefined && { match_strategy: strategy }),
    matched_lines: outcome.matchedLines.slice(0, LISTED_PLACES).map(([first, last]): [number, number] => [first, last]),
    ...(differencesIgnored.length > 0 && {
      differences_ignored: differencesIgnored.map(({ kind, lines, total }) => ({ kind, lines: [...lines], total })),
    }),
    ...(newTextAdjusted.length > 0 && {
      new_text_adjusted: newTextAdjusted.map(({ kind, lines, total }) => ({ kind, lines: [...lines], total })),
    }),
    ...(outcome.requiresReview && { requires_review: true as const, review_note: REVIEW_NOTE }),
  };
}

/** What they say of a refusal, beside its code and message. */
export function refusalFields(refusal: Omit<EditRefusal, "errorCode">) {
  const { closestMatch, firstDifference, candidates = [] } = refusal;
  return {
    ...(refusal.strategy !== undefined && { match_strategy: refusal.strategy }),
    ...(candidates.length > 0 && {
      matched_lines: matchedLines(candidates.slice(0, NAMED_PLACES)),
      match_count: refusal.candidateCount ?? candidates.length,
    }),
    ...(refusal.at !== undefined && { at: [...refusal.at] }),
    ...(refusal.missing !== undefined && { missing_arguments: [...refusal.missing] }),
    ...(refusal.note !== undefined && { note: refusal.note }),
    ...(closestMatch && {
      closest_match: {
        start_line: closestMatch.startLine,
        end_line: closestMatch.endLine,
        similarity: closestMatch.similarity,
        text: closestMatch.text,
      },
    }),
    ...(firstDifference && {
      first_difference: {
        line: firstDifference.line,
        column: firstDifference.column,
        old_line: firstDifference.oldLine,
        old_column: firstDifference.oldColumn,
        reason: firstDifference.reason,
        file_character: firstDifference.fileCharacter,
        old_character: firstDifference.oldCharacter,
        message: firstDifference.message,
      },
    }),
  };
}
