const LF = 10;
const CR = 13;

/**
 * Where the lines of a text begin, found on first use: four bytes a line, no string per line.
 *
 * LF, CRLF and a lone CR end a line, nothing else does; a terminator at the very end starts no further line. Lines count
 * from 0 here.
 */
export class LineIndex {
  readonly text: string;
  /** Offset at which the first line starts. */
  readonly first: number;
  private starts: Int32Array | undefined;
  private lines = 0;
  private carriageReturns: boolean | undefined;

  /** @param first Behind the byte order mark of a file; 0 for a needle, where the mark is a character that fits no line. */
  constructor(text: string, first: number) {
    this.text = text;
    this.first = first;
  }

  get count(): number {
    this.table();
    return this.lines;
  }

  get hasCarriageReturn(): boolean {
    this.carriageReturns ??= this.text.includes("\r");
    return this.carriageReturns;
  }

  start(line: number): number {
    return this.table()[line] ?? this.text.length;
  }

  /** Offset behind the line's terminator. */
  next(line: number): number {
    return line + 1 < this.count ? this.start(line + 1) : this.text.length;
  }

  /** Offset of the line's terminator, or of the end of the text. */
  end(line: number): number {
    return bodyEnd(this.text, this.start(line), this.next(line));
  }

  /** The line that holds `offset`; a terminator belongs to the line it ends. */
  lineAt(offset: number): number {
    const starts = this.table();
    let low = 0;
    let high = this.lines;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** The same for a few offsets in ascending order, without the table when it is not there yet. */
  linesAt(offsets: readonly number[]): number[] {
    if (this.starts !== undefined || offsets.length > 3 || this.hasCarriageReturn) {
      return offsets.map((offset) => this.lineAt(offset));
    }
    let line = 0;
    let feed = this.text.indexOf("\n");
    return offsets.map((offset) => {
      while (feed !== -1 && feed < offset) {
        line++;
        feed = this.text.indexOf("\n", feed + 1);
      }
      return line;
    });
  }

  /** Whether the text has more line feeds than `limit`, halves of CRLF included. */
  hasMoreLineFeedsThan(limit: number): boolean {
    const { text } = this;
    if (text.length <= limit) return false;
    // Who asks about so large a text will ask for its lines next.
    if (!this.hasCarriageReturn) return Math.max(0, this.count - (text.endsWith("\n") ? 0 : 1)) > limit;
    let count = 0;
    for (let at = text.indexOf("\n"); at !== -1 && count <= limit; at = text.indexOf("\n", at + 1)) count++;
    return count > limit;
  }

  private table(): Int32Array {
    this.starts ??= this.build();
    return this.starts;
  }

  private build(): Int32Array {
    const { text, first } = this;
    if (first >= text.length) return new Int32Array(0);
    let starts = new Int32Array(Math.floor(text.length / 24) + 16);
    let count = 0;
    for (let next = first; next < text.length; next = this.nextStart(next)) {
      if (count === starts.length) starts = grown(starts);
      starts[count++] = next;
    }
    this.lines = count;
    return starts;
  }

  /** The next terminators at or behind the line being read; each kind is looked up again only when passed. */
  private feed = -1;
  private carriage = -1;

  /** Native scans jump from one terminator to the next. */
  private nextStart(from: number): number {
    const { text } = this;
    if (this.feed < from) this.feed = found(text.indexOf("\n", from), text);
    if (!this.hasCarriageReturn) return this.feed + 1;
    if (this.carriage < from) this.carriage = found(text.indexOf("\r", from), text);
    return this.carriage + 1 === this.feed ? this.feed + 1 : Math.min(this.feed, this.carriage) + 1;
  }
}

function found(offset: number, text: string): number {
  return offset === -1 ? text.length : offset;
}

export function bodyEnd(text: string, start: number, next: number): number {
  if (next === start) return next;
  const last = text.charCodeAt(next - 1);
  if (last === CR) return next - 1;
  if (last !== LF) return next;
  return next - 1 > start && text.charCodeAt(next - 2) === CR ? next - 2 : next - 1;
}

/** @param end Offset of a terminator or of the end of the text. */
export function behindTerminator(text: string, end: number): number {
  if (end >= text.length) return end;
  const isCrLf = text.charCodeAt(end) === CR && end + 1 < text.length && text.charCodeAt(end + 1) === LF;
  return isCrLf ? end + 2 : end + 1;
}

/** Start of the line that ends just before `start`, which is itself the start of a line after the first. */
export function previousLineStart(text: string, start: number, first: number): number {
  let offset = start - 1;
  if (offset > first && text.charCodeAt(offset) === LF && text.charCodeAt(offset - 1) === CR) offset--;
  return lineStartBefore(text, offset, first);
}

/** Start of the line whose body or end holds `offset`; walks back no further than `limit`. */
export function lineStartBefore(text: string, offset: number, limit: number): number {
  let start = offset;
  while (start > limit) {
    const code = text.charCodeAt(start - 1);
    if (code === LF || code === CR) break;
    start--;
  }
  return start;
}

function grown(table: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(table.length * 2);
  larger.set(table);
  return larger;
}
