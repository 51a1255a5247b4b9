import type { MatchCandidate } from "../../runtime/edit/mod.ts";
import { endsWithLineBreak, type Line, lineBodies, splitLines, textStart } from "../../runtime/text/mod.ts";

/** Lines of a file with their bodies; line n of the file is at index n - 1. */
export interface FileLines {
  readonly lines: readonly Line[];
  readonly bodies: readonly string[];
}

export function fileLines(content: string): FileLines {
  const lines = splitLines(content, textStart(content));
  return { lines, bodies: lineBodies(content, lines) };
}

/** A byte order mark in the needle stays in its first body, where it fits no line. */
export function needleLines(oldText: string): string[] {
  return lineBodies(oldText, splitLines(oldText));
}

/**
 * Places where the file's lines equal the needle's, one to one, after both went through `normalize`. A needle of which
 * nothing is left then fits nowhere: blank lines are no place.
 */
export function findEqualLines(
  content: string,
  oldText: string,
  normalize: (body: string) => string,
): MatchCandidate[] {
  const needle = needleLines(oldText).map(normalize);
  if (needle.every((line) => line === "")) return [];
  const file = fileLines(content);
  const normalized = file.bodies.map(normalize);
  return findWindows(file, oldText, needle.length, (first) =>
    needle.every((line, index) => line === normalized[first + index]),
  );
}

/** Slides a window of `height` lines over the file, one line at a time. `fits` gets the index of its first line. */
export function findWindows(
  { lines }: FileLines,
  oldText: string,
  height: number,
  fits: (first: number) => boolean,
): MatchCandidate[] {
  const candidates: MatchCandidate[] = [];
  for (let first = 0; first + height <= lines.length; first++) {
    if (fits(first)) candidates.push(spanOfLines(lines, first, first + height - 1, oldText));
  }
  return candidates;
}

/**
 * The span of lines `first` to `last` (indexes, inclusive). The terminator of the last line is part of it when the
 * needle ends with one. Throws when the file has no such lines.
 */
export function spanOfLines(lines: readonly Line[], first: number, last: number, oldText: string): MatchCandidate {
  const [from, to] = [lines[first], lines[last]];
  if (from === undefined || to === undefined)
    throw new RangeError(`no lines ${first} to ${last} among ${lines.length}`);
  const end = endsWithLineBreak(oldText) ? to.next : to.end;
  return { start: from.start, end, startLine: first + 1, endLine: last + 1 };
}
