import { isLineEnd, type LineRule, matchLine, skipSpaces } from "./line-compare.ts";
import { behindTerminator, type LineIndex } from "./line-index.ts";
import type { Meter } from "./meter.ts";

/**
 * Compares the whole needle with the lines of `content` from the line start `start` on.
 *
 * @param from, to Lines of the needle, `to` not included; the content's line at `start` is compared with line `from`.
 * @returns Offset at which the last compared line ends, or -1.
 */
export function matchLines(
  content: string,
  start: number,
  needle: LineIndex,
  from: number,
  to: number,
  rule: LineRule,
  meter: Meter,
): number {
  let lineStart = start;
  let end = -1;
  for (let line = from; line < to; line++) {
    // A line exists only where text is left: a terminator at the very end starts none.
    if (lineStart >= content.length) return -1;
    const found = matchLine(content, lineStart, needle.text, needle.start(line), needle.end(line), rule);
    end = found < 0 ? ~found : found;
    meter.spend(end - lineStart + 1);
    if (found < 0) return -1;
    lineStart = behindTerminator(content, end);
  }
  return end;
}

/** The indentation of a needle as `indentation_flexible` sees it. */
export interface NeedleIndentation {
  /** Leading whitespace all lines that are not blank share, counted in characters. */
  readonly common: number;
  /** Leading whitespace of each line, in characters; -1 for a blank line. */
  readonly depths: Int32Array;
}

export function needleIndentation(needle: LineIndex): NeedleIndentation {
  const depths = new Int32Array(needle.count);
  let common = Number.MAX_SAFE_INTEGER;
  for (let line = 0; line < needle.count; line++) {
    const start = needle.start(line);
    const end = needle.end(line);
    const depth = skipSpaces(needle.text, start, end) - start;
    depths[line] = start + depth === end ? -1 : depth;
    if (start + depth !== end) common = Math.min(common, depth);
  }
  return { common, depths };
}

/**
 * Whether the window at `start`, whose lines are known to equal the needle's when trimmed, also keeps the needle's
 * relative indentation: all lines are shifted by the same number of characters, and what a line has beyond the common
 * indentation is the same text on both sides.
 */
export function keepsIndentation(
  content: string,
  start: number,
  needle: LineIndex,
  { common, depths }: NeedleIndentation,
  meter: Meter,
): boolean {
  let shift: number | undefined;
  let lineStart = start;
  for (let line = 0; line < needle.count; line++) {
    const bodyStart = skipSpaces(content, lineStart, content.length);
    const depth = depths[line] ?? -1;
    if (depth >= 0) {
      shift ??= bodyStart - lineStart - depth;
      if (bodyStart - lineStart - depth !== shift) return false;
      const needleBody = needle.start(line) + depth;
      for (let back = 1; back <= depth - common; back++) {
        if (content.charCodeAt(bodyStart - back) !== needle.text.charCodeAt(needleBody - back)) return false;
      }
    }
    const next = nextLineStart(content, bodyStart);
    meter.spend(next - lineStart);
    lineStart = next;
  }
  return true;
}

function nextLineStart(content: string, from: number): number {
  let end = from;
  while (!isLineEnd(content, end)) end++;
  return behindTerminator(content, end);
}
