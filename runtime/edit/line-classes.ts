import { hashLine, type LineRule, matchLine } from "./line-compare.ts";
import type { LineIndex } from "./line-index.ts";
import type { Meter } from "./meter.ts";

/** The class of every line that equals no line of the needle. */
export const NO_CLASS = -1;

/**
 * Numbers the lines of a needle so that equal lines have equal numbers, and finds the number of any other line. Hashes
 * only choose what to compare: two lines get the same number when their texts were compared and agree.
 */
export class LineClasses {
  /** The class of each line of the needle. */
  readonly pattern: Int32Array;
  private readonly needle: LineIndex;
  private readonly rule: LineRule;
  /** Hash to the last line of the needle that has it; `older` leads on to others with the same hash. */
  private readonly newest = new Map<number, number>();
  private readonly older: Int32Array;

  constructor(needle: LineIndex, rule: LineRule) {
    this.needle = needle;
    this.rule = rule;
    this.pattern = new Int32Array(needle.count);
    this.older = new Int32Array(needle.count).fill(NO_CLASS);
    for (let line = 0; line < needle.count; line++) this.pattern[line] = this.add(line);
  }

  /**
   * The class of the line of `content` that starts at `start`.
   *
   * @param guess The class it would have if a match went on. When that is right, as it mostly is where many lines are
   *   equal, there is nothing to look up.
   */
  classOf(content: string, start: number, guess: number, meter: Meter): number {
    if (guess !== NO_CLASS && this.fits(guess, content, start, meter)) return guess;
    return this.lookUp(hashLine(content, start, this.rule), content, start, meter);
  }

  private add(line: number): number {
    const { text } = this.needle;
    const start = this.needle.start(line);
    const hash = hashLine(text, start, this.rule);
    const known = this.lookUp(hash, text, start);
    if (known !== NO_CLASS) return known;
    this.older[line] = this.newest.get(hash) ?? NO_CLASS;
    this.newest.set(hash, line);
    return line;
  }

  private lookUp(hash: number, content: string, start: number, meter?: Meter): number {
    let line = this.newest.get(hash) ?? NO_CLASS;
    while (line !== NO_CLASS && !this.fits(line, content, start, meter)) line = this.older[line] ?? NO_CLASS;
    return line;
  }

  private fits(line: number, content: string, start: number, meter?: Meter): boolean {
    const { needle } = this;
    const found = matchLine(content, start, needle.text, needle.start(line), needle.end(line), this.rule);
    meter?.spend((found < 0 ? ~found : found) - start);
    return found >= 0;
  }
}
