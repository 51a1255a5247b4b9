import {
  blockIndentation,
  dominantEnding,
  endsWithLineBreak,
  type LineEnding,
  reindent,
  textStart,
  withEnding,
} from "../text/mod.ts";
import type { MatchCandidate } from "./types.ts";

/** What stands for the needle and what shall stand in its place. */
export interface Replacement {
  /** The needle as the strategy compared it. */
  readonly oldText: string;
  readonly newText: string;
}

/**
 * Puts `newText` in place of every span; all other text stays as it is, to the code unit.
 *
 * By offset, so nothing is searched a second time and nothing in the new text is special. Per span the new text gets
 * the file's dominant line ending and moves from the needle's indentation to the span's.
 *
 * @param candidates Disjoint, in file order.
 */
export function splice(content: string, candidates: readonly MatchCandidate[], replacement: Replacement): string {
  const ending = dominantEnding(content);
  const pieces: string[] = [];
  let kept = 0;
  for (const { start, end } of candidates) {
    pieces.push(content.slice(kept, start), replacementText(content, start, end, replacement, ending));
    kept = end;
  }
  pieces.push(content.slice(kept));
  return pieces.join("");
}

/** What shall stand in place of [start, end). `ending` is the file's dominant one. */
export function replacementText(
  content: string,
  start: number,
  end: number,
  { oldText, newText }: Replacement,
  ending: LineEnding,
): string {
  const span = content.slice(start, end);
  // At the start of a file that has a byte order mark, one in the new text would be the second.
  const written = start > 0 && start === textStart(content) ? withoutBom(newText) : newText;
  const text = reindent(withEnding(written, ending), blockIndentation(withoutBom(oldText)), blockIndentation(span));
  return keepsOpenEnd(span, oldText, text) ? text.slice(0, -ending.length) : text;
}

/** A needle with a final line break fits an unterminated last line; the file then keeps its unterminated end. */
function keepsOpenEnd(span: string, oldText: string, text: string): boolean {
  return endsWithLineBreak(oldText) && !endsWithLineBreak(span) && endsWithLineBreak(text);
}

function withoutBom(text: string): string {
  return text.slice(textStart(text));
}
