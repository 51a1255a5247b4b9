/** What shall stand in place of [start, end), in UTF-16 code units; nothing in the text is special. */
export interface SpanEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Puts each text in place of its span; everything else stays, to the code unit. By offset, so nothing is searched again.
 *
 * @param edits Disjoint, in file order.
 */
export function splice(content: string, edits: readonly SpanEdit[]): string {
  const pieces: string[] = [];
  let kept = 0;
  for (const { start, end, text } of edits) {
    pieces.push(content.slice(kept, start), text);
    kept = end;
  }
  pieces.push(content.slice(kept));
  return pieces.join("");
}
