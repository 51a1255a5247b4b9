import { ExtraIndentation } from "./extra-indentation.ts";
import { LineAutomaton } from "./line-automaton.ts";
import { LineClasses } from "./line-classes.ts";
import { type LineRule, skipSpaces } from "./line-compare.ts";
import type { LineIndex } from "./line-index.ts";
import type { Meter } from "./meter.ts";
import type { NeedleIndentation } from "./window-walk.ts";

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
    if (!isBlank) extra.note(line, start, bodyStart);
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
