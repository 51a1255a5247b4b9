/**
 * One line of a text, as offsets in UTF-16 code units: the body is [start, end), its terminator [end, next). On a last
 * line without terminator `next` equals `end`.
 */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

const TERMINATOR = /\r\n|\n|\r/g;

/**
 * LF, CRLF and a lone CR end a line, and nothing else does: VT, FF, U+0085, U+2028 and U+2029 are part of the body.
 * A terminator at the very end starts no further line, so `"a\n"` is one line and `""` is none.
 *
 * @param from Offset at which line 1 starts.
 */
export function splitLines(text: string, from = 0): Line[] {
  const lines: Line[] = [];
  let start = from;
  TERMINATOR.lastIndex = from;
  for (let found = TERMINATOR.exec(text); found !== null; found = TERMINATOR.exec(text)) {
    lines.push({ start, end: found.index, next: TERMINATOR.lastIndex });
    start = TERMINATOR.lastIndex;
  }
  if (start < text.length) lines.push({ start, end: text.length, next: text.length });
  return lines;
}

/** Bodies of the lines, without terminators. */
export function lineBodies(text: string, lines: readonly Line[]): string[] {
  return lines.map((line) => text.slice(line.start, line.end));
}

/** Number, from 1, of the line that holds `offset`; a terminator belongs to the line it ends. */
export function lineNumberAt(lines: readonly Line[], offset: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const line = lines[middle];
    if (line !== undefined && line.start <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function endsWithLineBreak(text: string): boolean {
  return text.endsWith("\n") || text.endsWith("\r");
}
