import { dominantEnding } from "../text/mod.ts";
import { findEditMatch } from "./find-edit-match.ts";
import type { Matcher } from "./matchers/matcher.ts";
import { MATCHERS, type MatchStrategy } from "./matchers/registry.ts";
import { noChange } from "./refusals.ts";
import type { SpanEdit } from "./span-edits.ts";
import { replacementText, splice } from "./splice.ts";
import type { EditCommand, EditOutcome, MatchCandidate, Matched, MatchOptions, MatchRefusal } from "./types.ts";

export type EditOptions = Pick<MatchOptions, "maxContentLines" | "maxNeedleLines" | "onStep">;

/** The text of a file after an edit, or why there is none. Pure; the caller reads and writes the file. */
export function applyEdit(content: string, command: EditCommand, options: EditOptions = {}): EditOutcome {
  const match = findEditMatch(content, command.old_text, {
    ...options,
    replaceAll: command.replace_all,
    expectedReplacements: command.expected_replacements,
  });
  if (match.kind === "refused") return match;
  const oldText = needleAsRead(match.strategy, command.old_text);
  const edited = splice(content, match.candidates, { oldText, newText: command.new_text });
  if (edited === content) return noChange(match);
  return {
    kind: "edited",
    content: edited,
    strategy: match.strategy,
    replacements: match.candidates.length,
    matchedLines: matchedLines(match.candidates),
    requiresReview: match.requiresReview,
  };
}

/** What shall stand at each place of a match, or why it cannot be said. */
export function layEdit(
  content: string,
  match: Matched,
  { old_text, new_text }: Pick<EditCommand, "old_text" | "new_text">,
): readonly SpanEdit[] | MatchRefusal {
  const replacement = { oldText: needleAsRead(match.strategy, old_text), newText: new_text };
  const ending = dominantEnding(content);
  return match.candidates.map(({ start, end }) => ({
    start,
    end,
    text: replacementText(content, start, end, replacement, ending),
  }));
}

/** [startLine, endLine] pairs, as results carry them. */
export function matchedLines(candidates: readonly MatchCandidate[]): [number, number][] {
  return candidates.map((candidate) => [candidate.startLine, candidate.endLine]);
}

function needleAsRead(strategy: MatchStrategy, oldText: string): string {
  const matcher: Matcher | undefined = MATCHERS.find((candidate) => candidate.name === strategy);
  return matcher?.readNeedle?.(oldText) ?? oldText;
}
