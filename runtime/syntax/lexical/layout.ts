import type { Frame } from "./types.ts";

/**
 * What indentation says about blocks that span lines. It never decides whether brackets pair up; where they don't, it
 * tells which one was forgotten or is one too many.
 */
export class Layout {
  private readonly text: string;
  /** The first block whose closing brace stands further left than its opening line: its own is missing. */
  leftOpen: Frame | null = null;
  /** The first brace that closes a block from further right than its opening line: it is one too many. */
  closedTooEarly: number | null = null;

  constructor(text: string) {
    this.text = text;
  }

  /** Looks at a block when its brace at `closer` is read. */
  note(frame: Frame, closer: number): void {
    const opening = this.lineOf(frame.at);
    const closing = this.lineOf(closer);
    if (opening.start === closing.start) return;
    const isFirst = closing.start + closing.indent === closer;
    if (isFirst && closing.indent < opening.indent) this.leftOpen ??= frame;
    if (!isFirst && closing.indent > opening.indent) this.closedTooEarly ??= closer;
  }

  private lineOf(at: number): { start: number; indent: number } {
    let start = at;
    while (start > 0 && !"\n\r".includes(this.text[start - 1] ?? "")) start -= 1;
    let end = start;
    while (this.text[end] === " " || this.text[end] === "\t") end += 1;
    return { start, indent: end - start };
  }
}
