import { dominantEnding } from "../text/mod.ts";
import type { NewTextAdjustment } from "./copying-faults.ts";
import { type IgnoredDifference, ignoredDifferences } from "./differences.ts";
import { findEditMatch } from "./find-edit-match.ts";
import { joinNotes } from "./line-notes.ts";
import { firstDifference } from "./miss-report.ts";
import { noChange, noSoundMapping } from "./refusals.ts";
import { splice } from "./splice.ts";
import { type TransplantRequest, transplant } from "./transplant.ts";
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

/** Lays the edit onto every place that was found; one place where it cannot be laid refuses all of them. */
function edit(content: string, command: EditCommand, match: Matched): EditOutcome {
  const ending = dominantEnding(content);
  const replacements: { start: number; end: number; text: string }[] = [];
  const differences: (readonly IgnoredDifference[])[] = [];
  let newTextAdjusted: readonly NewTextAdjustment[] = [];
  let warning: string | undefined;
  for (const span of match.candidates) {
    const request: TransplantRequest = {
      content,
      span,
      strategy: match.strategy,
      oldText: command.old_text,
      effectiveOldText: match.reading?.text ?? command.old_text,
      newText: command.new_text,
      ending,
    };
    const laid = transplant(request);
    if (laid.kind === "refused") return noSoundMapping(match, span, laid.reason);
    replacements.push({ start: span.start, end: span.end, text: laid.text });
    differences.push(ignoredDifferences(request));
    newTextAdjusted = laid.adjusted;
    warning = laid.warning;
  }
  const edited = splice(content, replacements);
  if (edited === content) return noChange(match);
  return {
    kind: "edited",
    content: edited,
    strategy: match.strategy,
    replacements: match.candidates.length,
    matchedLines: matchedLines(match.candidates),
    requiresReview: match.requiresReview,
    differencesIgnored: joinNotes(differences),
    newTextAdjusted,
    ...(warning !== undefined && { warning }),
  };
}

/** A miss with a nearby block also says where the two first part. */
function explained(content: string, oldText: string, refusal: MatchRefusal): MatchRefusal {
  if (refusal.closestMatch === undefined) return refusal;
  const difference = firstDifference(content, refusal.closestMatch.startLine, oldText);
  if (difference === undefined) return refusal;
  const message = `${refusal.message}. They first part at line ${difference.line}: ${difference.message}`;
  return { ...refusal, message, firstDifference: difference };
}
