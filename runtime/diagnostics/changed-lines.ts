import { lineBodies, splitLines } from "../text/mod.ts";

/** Which lines of a text came with the last change. Lines count from 1. */
export interface ChangedLines {
  /** Between the first and the last line that changed. */
  isWithin(line: number): boolean;
  /** Within, and no line of the text before reads like it. */
  isNew(line: number): boolean;
  /** Where an unchanged line stood before; null for one within. */
  before(line: number): number | null;
}

export function changedLines(before: string, after: string): ChangedLines {
  const old = lineBodies(before, splitLines(before));
  const now = lineBodies(after, splitLines(after));
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const known = new Set(old.map((line) => line.trim()));
  // A finding at the end of the file may stand one line behind the last.
  const isWithin = (line: number) => line > head && line <= now.length - tail;
  return {
    isWithin,
    isNew: (line) => isWithin(line) && !known.has((now[line - 1] ?? "").trim()),
    before: (line) => (isWithin(line) ? null : line <= head ? line : line - now.length + old.length),
  };
}
