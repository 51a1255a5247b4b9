import { dominantEnding } from "../text/mod.ts";
import type { NewTextAdjustment } from "./copying-faults.ts";
import { type IgnoredDifference, ignoredDifferences } from "./differences.ts";
import { findEditMatch } from "./find-edit-match.ts";
import { joinNotes } from "./line-notes.ts";
import { firstDifference } from "./miss-report.ts";
import { noChange, noSoundMapping } from "./refusals.ts";
import { type SpanEdit, splice } from "./splice.ts";
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
  if (match.kind === "refused") return explained(content, command.old_text, match);
  const laid = layEdit(content, match, command);
  if (laid.kind === "refused") return laid;
  const { edits, kind: _, ...notes } = laid;
  const edited = splice(content, edits);
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
export interface LaidEdit {
  readonly kind: "laid";
  readonly edits: readonly SpanEdit[];
  readonly differencesIgnored: readonly IgnoredDifference[];
  readonly newTextAdjusted: readonly NewTextAdjustment[];
  readonly warning?: string;
}

/** Lays the edit onto every place that was found; one place where it cannot be laid refuses all of them. */
export function layEdit(
  content: string,
  match: Matched,
  { old_text, new_text }: Pick<EditCommand, "old_text" | "new_text">,
): LaidEdit | MatchRefusal {
  const ending = dominantEnding(content);
  const edits: SpanEdit[] = [];
  const differences: (readonly IgnoredDifference[])[] = [];
  let newTextAdjusted: readonly NewTextAdjustment[] = [];
  let warning: string | undefined;
  for (const span of match.candidates) {
    const request: TransplantRequest = {
      content,
      span,
      strategy: match.strategy,
      oldText: old_text,
      effectiveOldText: match.reading?.text ?? old_text,
      newText: new_text,
      ending,
    };
    const laid = transplant(request);
    if (laid.kind === "refused") return noSoundMapping(match, span, laid.reason);
    edits.push({ start: span.start, end: span.end, text: laid.text });
    differences.push(ignoredDifferences(request));
    newTextAdjusted = laid.adjusted;
    warning = laid.warning;
  }
  return {
    kind: "laid",
    edits,
    differencesIgnored: joinNotes(differences),
    newTextAdjusted,
    ...(warning !== undefined && { warning }),
  };
}

/** A miss with a nearby block also says where the two first part. */
export function explained(content: string, oldText: string, refusal: MatchRefusal): MatchRefusal {
  if (refusal.closestMatch === undefined) return refusal;
  const difference = firstDifference(content, refusal.closestMatch.startLine, oldText);
  if (difference === undefined) return refusal;
  const message = `${refusal.message}. They first part at line ${difference.line}: ${difference.message}`;
  return { ...refusal, message, firstDifference: difference };
}

/** [startLine, endLine] pairs, as results carry them. */
export function matchedLines(candidates: readonly MatchCandidate[]): [number, number][] {
  return candidates.map((candidate) => [candidate.startLine, candidate.endLine]);
}
