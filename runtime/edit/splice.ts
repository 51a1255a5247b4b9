export interface Replacement {
  readonly start: number;
  readonly end: number;
  /** Stands in place of [start, end) as it is; nothing in it is special. */
  readonly text: string;
}

/**
 * Puts each text in place of its span; everything else stays, to the code unit. By offset, so nothing is searched again.
 *
 * @param replacements Disjoint, in file order.
 */
export function splice(content: string, replacements: readonly Replacement[]): string {
  const pieces: string[] = [];
  let kept = 0;
  for (const { start, end, text } of replacements) {
    pieces.push(content.slice(kept, start), text);
    kept = end;
  }
  pieces.push(content.slice(kept));
  return pieces.join("");
}
