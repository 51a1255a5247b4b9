import { type EditOptions, explained, layEdit, matchedLines } from "../apply-edit.ts";
import type { NewTextAdjustment } from "../copying-faults.ts";
import type { IgnoredDifference } from "../differences.ts";
import { findEditMatch } from "../find-edit-match.ts";
import type { MatchStrategy } from "../matchers/registry.ts";
import { type CommandOutcome, type EditRefusal, NAMED_PLACES, namedLines, refusal } from "../outcome.ts";
import { noChange } from "../refusals.ts";
import { spliceEdits } from "../span-edits.ts";
import type { SpanEdit } from "../splice.ts";
import type { MatchCandidate, Matched } from "../types.ts";
import { anchoredSpan } from "./anchors.ts";
import { writtenText } from "./written-text.ts";

/** Arguments as the model writes them. Either `old_text` names the place, or two anchors do. */
export interface ReplaceArguments {
  readonly old_text?: string | undefined;
  /** Text that starts what is replaced; stands once in the file. */
  readonly start_anchor?: string | undefined;
  /** Text that ends it: its first occurrence behind the start. */
  readonly end_anchor?: string | undefined;
  readonly new_text?: string | undefined;
  /** Which of several places is meant, from 1. */
  readonly occurrence?: number | undefined;
  readonly replace_all?: boolean | undefined;
  readonly expected_replacements?: number | undefined;
}

/** The spans that a replacement names, with what shall stand there. */
export interface LocatedEdit {
  readonly kind: "located";
  /** Disjoint, in file order. */
  readonly edits: readonly SpanEdit[];
  readonly candidates: readonly MatchCandidate[];
  readonly strategy: MatchStrategy;
  readonly requiresReview: boolean;
  readonly differencesIgnored: readonly IgnoredDifference[];
  readonly newTextAdjusted: readonly NewTextAdjustment[];
  readonly warning?: string;
}

/**
 * Replaces text that is named by itself, by its number among equal places, or by where it starts and ends.
 *
 * Anchors are compared exactly and are part of what is replaced, and so is everything between them; the rest of their
 * lines is not.
 */
export function strReplace(content: string, args: ReplaceArguments, options: EditOptions = {}): CommandOutcome {
  const located = locateReplacement(content, args, options);
  if (located.kind === "refused") return located;
  const { kind: _, edits, candidates, strategy, requiresReview, ...notes } = located;
  const { content: edited, changes } = spliceEdits(content, edits);
  if (edited === content) return noChange({ kind: "matched", strategy, candidates, requiresReview });
  return {
    kind: "edited",
    content: edited,
    strategy,
    replacements: edits.length,
    matchedLines: matchedLines(candidates),
    changes,
    requiresReview,
    ...notes,
  };
}

export function locateReplacement(
  content: string,
  args: ReplaceArguments,
  options: EditOptions,
): LocatedEdit | EditRefusal {
  const fault = faultIn(args);
  if (fault !== undefined) return refusal("bad_argument", fault.message, fault.missing && { missing: fault.missing });
  const { old_text, start_anchor, end_anchor, new_text = "" } = args;
  if (isGiven(start_anchor) && isGiven(end_anchor)) {
    const span = anchoredSpan(content, start_anchor, end_anchor, options);
    if (span.kind === "refused") return span;
    const { candidate } = span;
    const edit = { start: candidate.start, end: candidate.end, text: writtenText(content, candidate.start, new_text) };
    const found = { edits: [edit], candidates: [candidate], strategy: "exact", requiresReview: false } as const;
    return { kind: "located", ...found, differencesIgnored: [], newTextAdjusted: [] };
  }
  const match = findPlaces(content, old_text ?? "", args, options);
  if (match.kind === "refused") return match;
  const laid = layEdit(content, match, { old_text: old_text ?? "", new_text });
  if (laid.kind === "refused") return laid;
  const { candidates, strategy, requiresReview } = match;
  const { replacements: edits, ...notes } = laid;
  return { ...notes, kind: "located", edits, candidates, strategy, requiresReview };
}

function findPlaces(
  content: string,
  oldText: string,
  { occurrence, replace_all, expected_replacements }: ReplaceArguments,
  options: EditOptions,
): Matched | EditRefusal {
  if (occurrence === undefined) {
    const expectation = { replaceAll: replace_all, expectedReplacements: expected_replacements };
    const match = findEditMatch(content, oldText, { ...options, ...expectation });
    return match.kind === "matched" ? match : explained(content, oldText, match);
  }
  const alone = findEditMatch(content, oldText, options);
  if (alone.kind === "refused" && alone.errorCode !== "ambiguous") return explained(content, oldText, alone);
  const all = alone.kind === "matched" ? alone : findEditMatch(content, oldText, { ...options, replaceAll: true });
  if (all.kind === "refused") {
    // Any other objection is to replace_all, which was not asked for.
    return all.errorCode === "overlapping_matches" || all.errorCode === "oversized_span" ? all : alone;
  }
  const chosen = all.candidates[occurrence - 1];
  if (chosen !== undefined) return { ...all, candidates: [chosen] };
  const lines = namedLines(all.candidates.slice(0, NAMED_PLACES + 1).map(({ startLine }) => startLine));
  return refusal(
    "bad_argument",
    `occurrence is ${occurrence}, and ${all.strategy} found ${all.candidates.length} (${lines}); count from 1`,
    { strategy: all.strategy },
  );
}

/** What is wrong with the arguments, whatever the file; `undefined` when nothing is. An empty anchor is none. */
function faultIn(args: ReplaceArguments): Fault | undefined {
  const missing = missingIn(args);
  if (missing !== undefined) return missing;
  const message = conflictIn(args);
  return message === undefined ? undefined : { message };
}

interface Fault {
  readonly message: string;
  readonly missing?: readonly string[];
}

function missingIn({ old_text, new_text, start_anchor, end_anchor }: ReplaceArguments): Fault | undefined {
  if (new_text === undefined) {
    const place = isGiven(start_anchor) || isGiven(end_anchor) || old_text !== undefined ? [] : ["old_text"];
    return { message: 'new_text is missing; pass "" to delete the text', missing: [...place, "new_text"] };
  }
  if (isGiven(start_anchor) !== isGiven(end_anchor)) {
    const other = isGiven(start_anchor) ? "end_anchor" : "start_anchor";
    return { message: "start_anchor and end_anchor go together; pass both, or old_text", missing: [other] };
  }
  if (isGiven(start_anchor) || old_text !== undefined) return undefined;
  return { message: "old_text is missing; pass it, or start_anchor and end_anchor", missing: ["old_text"] };
}

function conflictIn(args: ReplaceArguments): string | undefined {
  const { old_text, start_anchor, end_anchor, occurrence, replace_all, expected_replacements } = args;
  const anchors = [start_anchor, end_anchor].filter(isGiven).length;
  if (anchors === 2 && isGiven(old_text)) return "old_text and anchors both name the place; pass one of the two";
  if (occurrence !== undefined && !(Number.isInteger(occurrence) && occurrence > 0)) {
    return `occurrence is ${occurrence}; count the places from 1`;
  }
  if (occurrence === undefined && anchors === 0) return undefined;
  const name = anchors === 0 ? "occurrence" : "start_anchor";
  if (anchors === 2 && occurrence !== undefined)
    return "occurrence counts places of old_text; leave it out beside anchors";
  if (replace_all === true) return `replace_all names every place and ${name} one; pass one of the two`;
  if (expected_replacements !== undefined && expected_replacements !== 1) {
    return `expected_replacements is ${expected_replacements}, and ${name} names one place; leave one of the two out`;
  }
  return undefined;
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== "";
}
