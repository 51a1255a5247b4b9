import { skipSpaces } from "./line-compare.ts";
import type { LineIndex } from "./line-index.ts";
import type { Meter } from "./meter.ts";
import { keepsIndentation, type NeedleIndentation } from "./window-walk.ts";

/** The needle's indentation beyond what is common to its lines: there is none, it is all one character, or it is mixed. */
type Extra = "none" | "mixed" | number;

/**
 * Whether what a window's lines have beyond the common indentation is the needle's own text: equal depths leave open
 * whether they are made of tabs or spaces.
 *
 * Windows may overlap, so each is answered without reading it again, as long as the needle's extra indentation is all one
 * character. Then each line of the window must end its indentation with enough of that character: what comes before it
 * may be no longer than the window's common indentation. The longest such beginning within reach is kept in a queue.
 * Mixed extra indentation is read again for each window, and left to the time budget.
 */
export class ExtraIndentation {
  private readonly content: LineIndex;
  private readonly needle: LineIndex;
  private readonly indentation: NeedleIndentation;
  private readonly extra: Extra;
  /** First line of the needle that is not blank. */
  private readonly anchor: number;
  /** Lines with the length of what comes before the final run of the character; longest first, each later than the one before. */
  private readonly queue: { readonly line: number; readonly length: number }[] = [];
  private head = 0;

  constructor(content: LineIndex, needle: LineIndex, indentation: NeedleIndentation) {
    this.content = content;
    this.needle = needle;
    this.indentation = indentation;
    this.extra = extraOf(needle, indentation);
    this.anchor = indentation.depths.findIndex((depth) => depth >= 0);
  }

  /** Told of every line of the content that is not blank, in turn, with where its indentation begins and ends. */
  note(line: number, start: number, bodyStart: number): void {
    if (typeof this.extra !== "number") return;
    let end = bodyStart;
    while (end > start && this.content.text.charCodeAt(end - 1) === this.extra) end--;
    const length = end - start;
    while (this.queue.length > this.head && (this.queue.at(-1)?.length ?? 0) <= length) this.queue.pop();
    this.queue.push({ line, length });
  }

  /** Asked, for ascending windows, when the window's last line was the last one noted. */
  holds(first: number, meter: Meter): boolean {
    const { content, indentation, anchor } = this;
    if (this.extra === "none") return true;
    if (this.extra === "mixed")
      return keepsIndentation(content.text, content.start(first), this.needle, indentation, meter);
    while ((this.queue[this.head]?.line ?? first) < first) this.head++;
    const start = content.start(first + anchor);
    const depth = skipSpaces(content.text, start, content.text.length) - start;
    const common = depth - (indentation.depths[anchor] ?? 0) + indentation.common;
    return (this.queue[this.head]?.length ?? 0) <= common;
  }
}

function extraOf(needle: LineIndex, { common, depths }: NeedleIndentation): Extra {
  let extra: Extra = "none";
  for (let line = 0; line < needle.count; line++) {
    const start = needle.start(line);
    for (let at = start + common; at < start + (depths[line] ?? 0); at++) {
      const code = needle.text.charCodeAt(at);
      if (extra === "none") extra = code;
      else if (extra !== code) return "mixed";
    }
  }
  return extra;
}
