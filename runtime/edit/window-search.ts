import { isLineEnd, type LineRule } from "./line-compare.ts";
import { behindTerminator, type LineIndex, lineStartBefore, previousLineStart } from "./line-index.ts";
import { linearNarrowWindows, linearWindows } from "./linear-windows.ts";
import type { Meter } from "./meter.ts";
import type { Probe } from "./probe.ts";
import { allowance, type SearchLimits } from "./search-limits.ts";
import { keepsIndentation, matchLines, needleIndentation } from "./window-walk.ts";

/** Windows of whole lines, by the offset at which each starts, in file order. */
export type Windows = readonly number[];

/** What all window searches need to know. */
export interface WindowQuery {
  readonly content: LineIndex;
  readonly needle: LineIndex;
  readonly limits: SearchLimits;
  readonly meter: Meter;
}

/** All windows equal to the needle under `rule`, in time linear in the content. */
export function findWindows(query: WindowQuery, rule: LineRule, probe: Probe | "absent" | "common"): Windows {
  if (probe === "absent") return [];
  const { content, needle, meter } = query;
  const around = probe === "common" ? undefined : windowsAroundHits(query, rule, probe);
  return around ?? offsets(content, linearWindows(content, needle, rule, meter));
}

/** What remains of windows equal under the loosest rule under the two stricter ones. */
export interface NarrowedWindows {
  /** Equal when trimmed. */
  readonly trimmed: Windows;
  /** Those that also keep the needle's relative indentation. */
  readonly shifted: Windows;
}

/**
 * A few windows are compared one by one. More than that could overlap and cost the needle's length each, so they are
 * found anew in one pass.
 *
 * @param windows All windows that are equal when runs of whitespace count as one space.
 */
export function narrowWindows(query: WindowQuery, windows: Windows, fold: boolean): NarrowedWindows {
  if (windows.length === 0) return { trimmed: windows, shifted: windows };
  const { content, needle, meter } = query;
  const indentation = needleIndentation(needle);
  const rule = { collapse: false, fold };
  if (areMany(query, windows)) {
    const { trimmed, shifted } = linearNarrowWindows(content, needle, rule, indentation, meter);
    return { trimmed: offsets(content, trimmed), shifted: offsets(content, shifted) };
  }
  const { text } = content;
  const trimmed = windows.filter((start) => matchLines(text, start, needle, 0, needle.count, rule, meter) >= 0);
  const shifted = trimmed.filter((start) => keepsIndentation(text, start, needle, indentation, meter));
  return { trimmed, shifted };
}

function areMany({ content, needle, limits }: WindowQuery, windows: Windows): boolean {
  return windows.length * needle.text.length > allowance(limits, content.text.length);
}

function offsets(content: LineIndex, lines: readonly number[]): number[] {
  return lines.map((line) => content.start(line));
}

/** @returns undefined when the comparing costs too much. */
function windowsAroundHits(query: WindowQuery, rule: LineRule, probe: Probe): number[] | undefined {
  const { content, needle, limits, meter } = query;
  const probedLine = needle.lineAt(probe.offset);
  const limit = meter.steps + allowance(limits, content.text.length);
  const windows: number[] = [];
  let previousHit = -1;
  for (const hit of probe.hits) {
    // Only a needle that quotes the byte order mark can hit it, and such a needle fits no line.
    if (hit < content.first) continue;
    // A second hit in the same line says nothing new; the walk back to the line's start then ends at the first.
    const floor = Math.max(previousHit + 1, content.first);
    const lineStart = lineStartBefore(content.text, hit, floor);
    meter.spend(hit - lineStart);
    const isSameLine = previousHit >= 0 && lineStart === floor;
    previousHit = hit;
    if (isSameLine) continue;
    const start = windowAround(query, rule, probedLine, lineStart);
    if (start >= 0) windows.push(start);
    if (meter.steps > limit) return undefined;
  }
  return windows;
}

/**
 * The window whose line `probedLine` starts at `lineStart`.
 *
 * @returns Its start, or -1 when some line differs.
 */
function windowAround(query: WindowQuery, rule: LineRule, probedLine: number, lineStart: number): number {
  const { content, needle, meter } = query;
  const { text, first } = content;
  if (matchLines(text, lineStart, needle, probedLine, needle.count, rule, meter) < 0) return -1;
  let start = lineStart;
  for (let line = probedLine - 1; line >= 0; line--) {
    if (start <= first) return -1;
    const before = previousLineStart(text, start, first);
    meter.spend(start - before);
    start = before;
    if (matchLines(text, start, needle, line, line + 1, rule, meter) < 0) return -1;
  }
  return start;
}

/** Offsets at which windows known to hold `lineCount` lines end. */
export function windowEnds(content: LineIndex, windows: Windows, lineCount: number, withTerminator: boolean): number[] {
  const isFew = windows.length < 4;
  return windows.map((start) => {
    if (isFew) return walkLines(content.text, start, lineCount, withTerminator);
    // Windows may overlap, so walking all of them would not be linear.
    const last = content.lineAt(start) + lineCount - 1;
    return withTerminator ? content.next(last) : content.end(last);
  });
}

function walkLines(text: string, start: number, lineCount: number, withTerminator: boolean): number {
  let end = start;
  let next = start;
  for (let line = 0; line < lineCount; line++) {
    end = next;
    while (!isLineEnd(text, end)) end++;
    next = behindTerminator(text, end);
  }
  return withTerminator ? next : end;
}
