import { LineAutomaton } from "./line-automaton.ts";
import { LineClasses } from "./line-classes.ts";
import { type LineRule, skipSpaces } from "./line-compare.ts";
import type { LineIndex } from "./line-index.ts";
import type { Meter } from "./meter.ts";
import { keepsIndentation, type NeedleIndentation } from "./window-walk.ts";

/**
 * The first lines of all windows whose lines equal the needle's, in one pass over the content. For needles that repeat
 * themselves in files that do, where probing for rare text finds nothing to hold on to.
 */
export function linearWindows(content: LineIndex, needle: LineIndex, rule: LineRule, meter: Meter): number[] {
  const classes = new LineClasses(needle, rule);
  const automaton = new LineAutomaton(classes.pattern);
  const windows: number[] = [];
  for (let line = 0; line < content.count; line++) {
    const start = content.start(line);
    meter.spend(content.next(line) - start);
    if (automaton.feed(classes.classOf(content.text, start, automaton.expected, meter)))
      windows.push(line + 1 - needle.count);
  }
  return windows;
}

/**
 * The same, and of them those that also keep the needle's relative indentation. Depth is compared as the step from the
 * previous line that is not blank, which a shift of the whole block leaves alone; the first such line of the needle has
 * no step and may stand at any depth. So one automaton reads the lines, and another the lines with their steps behind
 * the first.
 */
export function linearNarrowWindows(
  content: LineIndex,
  needle: LineIndex,
  rule: LineRule,
  indentation: NeedleIndentation,
  meter: Meter,
): { trimmed: number[]; shifted: number[] } {
  const { depths } = indentation;
  const classes = new LineClasses(needle, rule);
  const lines = new LineAutomaton(classes.pattern);
  const behind = depths.findIndex((depth) => depth >= 0) + 1;
  const steps = stepsOf(depths).subarray(behind);
  const stepped = new LineAutomaton(classes.pattern.subarray(behind), steps);
  const extra = new ExtraIndentation(content, needle, indentation);
  const trimmed: number[] = [];
  const shifted: number[] = [];
  let previous = 0;
  for (let line = 0; line < content.count; line++) {
    const start = content.start(line);
    const next = content.next(line);
    meter.spend(next - start);
    const symbol = classes.classOf(content.text, start, lines.expected, meter);
    const bodyStart = skipSpaces(content.text, start, next);
    const isBlank = bodyStart >= content.end(line);
    const depth = bodyStart - start;
    const step = isBlank ? 0 : depth - previous;
    if (!isBlank) previous = depth;
    extra.note(line, start, bodyStart);
    const first = line + 1 - needle.count;
    const keepsSteps = stepped.feed(symbol, step);
    if (!lines.feed(symbol)) continue;
    trimmed.push(first);
    if (keepsSteps && extra.holds(first, meter)) shifted.push(first);
  }
  return { trimmed, shifted };
}

/** Change of depth from the previous line that is not blank; 0 for blank lines. */
function stepsOf(depths: Int32Array): Int32Array {
  const steps = new Int32Array(depths.length);
  let previous = 0;
  depths.forEach((depth, line) => {
    if (depth < 0) return;
    steps[line] = depth - previous;
    previous = depth;
  });
  return steps;
}

/**
 * Whether what a window's lines have beyond the common indentation is the needle's own text: equal depths leave open
 * whether they are made of tabs or spaces. Seldom a question, so it is answered without looking where it can be: the
 * needle has no such text, or all of it and all of the window's indentation is one and the same character.
 */
class ExtraIndentation {
  private readonly content: LineIndex;
  private readonly needle: LineIndex;
  private readonly indentation: NeedleIndentation;
  /** Code unit of all extra indentation; 0 when there is none, -1 when it is mixed. */
  private readonly unit: number;
  /** The last line whose indentation is not all `unit`. */
  private lastForeign = -1;

  constructor(content: LineIndex, needle: LineIndex, indentation: NeedleIndentation) {
    this.content = content;
    this.needle = needle;
    this.indentation = indentation;
    this.unit = extraUnit(needle, indentation);
  }

  /** Told of every line of the content in turn, with where its indentation begins and ends. */
  note(line: number, start: number, bodyStart: number): void {
    if (this.unit <= 0) return;
    for (let at = start; at < bodyStart; at++) {
      if (this.content.text.charCodeAt(at) === this.unit) continue;
      this.lastForeign = line;
      return;
    }
  }

  /** Asked when the window's last line was the last one noted. */
  holds(first: number, meter: Meter): boolean {
    if (this.unit === 0 || (this.unit > 0 && this.lastForeign < first)) return true;
    return keepsIndentation(this.content.text, this.content.start(first), this.needle, this.indentation, meter);
  }
}

function extraUnit(needle: LineIndex, { common, depths }: NeedleIndentation): number {
  let unit = 0;
  for (let line = 0; line < needle.count; line++) {
    const start = needle.start(line);
    for (let at = start + common; at < start + (depths[line] ?? 0); at++) {
      const code = needle.text.charCodeAt(at);
      if (unit === 0) unit = code;
      else if (unit !== code) return -1;
    }
  }
  return unit;
}
