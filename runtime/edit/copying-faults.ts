import { lineNumberAt, splitLines } from "../text/mod.ts";
import { decodeEscapes, escapeKinds, escapeSites } from "./escapes.ts";
import { type LineNote, LineNotes } from "./line-notes.ts";
import { listingForm, stripListing } from "./listing-numbers.ts";

/** A fault of copying taken out of the new text; lines are those of the new text as the model wrote it. */
export type NewTextAdjustment = LineNote<"escapes" | "line_numbers">;

export interface Corrected {
  readonly text: string;
  /** Empty when the text is as the model wrote it. */
  readonly adjusted: readonly NewTextAdjustment[];
}

/**
 * Takes from the new text the escapes that the old text carried too much.
 *
 * The old text fitted only decoded, so each kind of escape in it was a copying fault; the same kinds are decoded in the
 * new text, in the same single pass, and no other kind is: an escape that the old text did not show is meant.
 */
export function correctEscapes(oldText: string, newText: string): Corrected {
  const kinds = escapeKinds(oldText);
  const lines = splitLines(newText);
  const notes = new LineNotes<"escapes">();
  for (const { at } of escapeSites(newText, kinds)) notes.add("escapes", lineNumberAt(lines, at));
  return { text: decodeEscapes(newText, kinds), adjusted: notes.list() };
}

/**
 * Takes listing numbers from the new text, when it is a listing as the old text was one: every line that is not blank
 * numbered, consecutively, with the same mark. The prefix is as wide as the old text's was; a new text that lacks the
 * space there is no such listing and stays.
 *
 * @param spaced Whether the space after the mark was part of the old text's prefix.
 */
export function correctListing(oldText: string, newText: string, spaced: boolean): Corrected {
  const old = listingForm(oldText);
  const form = listingForm(newText);
  if (old === null || form === null || form.mark !== old.mark || (spaced && !form.spaced)) {
    return { text: newText, adjusted: [] };
  }
  const text = stripListing(newText, { mark: form.mark, spaced });
  const notes = new LineNotes<"line_numbers">();
  splitLines(newText).forEach(({ start, end }, index) => {
    if (listingForm(newText.slice(start, end)) !== null) notes.add("line_numbers", index + 1);
  });
  return { text, adjusted: notes.list() };
}

/** One sentence for the model, or undefined when nothing was adjusted. */
export function adjustmentWarning(adjusted: readonly NewTextAdjustment[]): string | undefined {
  const [note] = adjusted;
  if (note === undefined) return undefined;
  const what = note.kind === "escapes" ? "escapes" : "line numbers of a listing";
  const named = note.total > note.lines.length ? `${note.lines.join(", ")} and more` : note.lines.join(", ");
  return (
    `old_text carried ${what} that the file does not have, and so did new_text (its lines ${named}); ` +
    "they were left out of what was written. Check the result"
  );
}
