import { type CommandOutcome, refusal } from "../outcome.ts";
import { spliceEdits } from "../span-edits.ts";
import { writtenText } from "./written-text.ts";

/**
 * Replaces a span that was found by other means than its text: a declaration, say.
 *
 * @param span Half-open, in UTF-16 code units; lines from 1.
 */
export function replaceSpan(
  content: string,
  span: { readonly start: number; readonly end: number; readonly startLine: number; readonly endLine: number },
  newText: string,
): CommandOutcome {
  const { start, end, startLine, endLine } = span;
  const edit = { start, end, text: writtenText(content, start, newText) };
  const { content: edited, changes } = spliceEdits(content, [edit]);
  if (edited === content) {
    return refusal("no_change", "the file would be the same after the edit; it may be done already: read the file");
  }
  return {
    kind: "edited",
    content: edited,
    replacements: 1,
    matchedLines: [[startLine, endLine]],
    changes,
    requiresReview: false,
  };
}
