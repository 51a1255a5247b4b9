import { type EditOptions, matchedLines } from "../apply-edit.ts";
import { joinNotes } from "../line-notes.ts";
import { MATCHERS, type MatchStrategy } from "../matchers/registry.ts";
import { type CommandOutcome, type EditRefusal, lineSpan, refusal } from "../outcome.ts";
import { inFileOrder, spliceEdits } from "../span-edits.ts";
import type { SpanEdit } from "../splice.ts";
import { type LocatedEdit, locateReplacement, type ReplaceArguments } from "./str-replace.ts";

/**
 * Makes several replacements at once, all or none. Each is looked for in the text as it was before any of them, so
 * their order does not matter, and none can land in what another wrote.
 */
export function multiEdit(
  content: string,
  edits: readonly ReplaceArguments[],
  options: EditOptions = {},
): CommandOutcome {
  if (edits.length === 0)
    return refusal("bad_argument", "edits is empty; pass at least one with old_text and new_text");
  const located: LocatedEdit[] = [];
  for (const [index, edit] of edits.entries()) {
    const found = locateReplacement(content, edit, options);
    if (found.kind === "refused") return numbered(found, index, edits.length);
    if (found.edits.every(({ start, end, text }) => content.slice(start, end) === text)) {
      const message = "the text would be the same after it; it may be done already: read the file, or leave it out";
      return numbered(refusal("no_change", message, { strategy: found.strategy }), index, edits.length);
    }
    located.push(found);
  }
  const spans = inFileOrder(
    located.flatMap((found, edit) =>
      found.edits.map((span, at) => ({ ...span, edit, startLine: found.candidates[at]?.startLine ?? 1 })),
    ),
  );
  const overlap = findOverlap(spans);
  if (overlap !== undefined) return overlap;
  const { content: edited, changes } = spliceEdits(content, spans);
  const warnings = located.flatMap(({ warning }, index) =>
    warning === undefined ? [] : [`edit ${index + 1} of ${edits.length}: ${warning}`],
  );
  return {
    kind: "edited",
    content: edited,
    strategy: loosest(located),
    replacements: spans.length,
    matchedLines: located.flatMap(({ candidates }) => matchedLines(candidates)),
    changes,
    requiresReview: located.some(({ requiresReview }) => requiresReview),
    differencesIgnored: joinNotes(located.map(({ differencesIgnored }) => differencesIgnored)),
    ...(warnings.length > 0 && { warning: warnings.join(". ") }),
  };
}

function numbered(refused: EditRefusal, index: number, count: number): EditRefusal {
  const missing = refused.missing?.map((name) => `edits.${index}.${name}`);
  const fault = missing === undefined ? refused : { ...refused, missing };
  if (count === 1) return fault;
  return { ...fault, message: `edit ${index + 1} of ${count}: ${fault.message}`, at: [index + 1] };
}

function findOverlap(
  spans: readonly (SpanEdit & { readonly edit: number; readonly startLine: number })[],
): EditRefusal | undefined {
  for (const [index, span] of spans.entries()) {
    const next = spans[index + 1];
    if (next === undefined || next.start >= span.end) continue;
    const [first, second] = [Math.min(span.edit, next.edit) + 1, Math.max(span.edit, next.edit) + 1];
    return refusal(
      "overlapping_hunks",
      `edits ${first} and ${second} both change text of ${lineSpan(next.startLine, next.startLine)}; make one edit of them`,
      { at: [first, second] },
    );
  }
  return undefined;
}

function loosest(located: readonly LocatedEdit[]): MatchStrategy {
  const order: readonly MatchStrategy[] = MATCHERS.map(({ name }) => name);
  return located
    .map(({ strategy }) => strategy)
    .reduce((loose, strategy) => (order.indexOf(strategy) > order.indexOf(loose) ? strategy : loose), "exact");
}
