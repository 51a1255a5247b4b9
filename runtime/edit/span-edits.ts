import { type Line, lineNumberAt, splitLines, textStart } from "../text/mod.ts";
import type { SpanEdit } from "./splice.ts";

/**
 * The lines, from 1 and inclusive, that an edit took the place of, and those that it left there. [n, n - 1] is no line
 * at all: the place before line n.
 */
export interface ChangedLines {
  readonly before: readonly [number, number];
  readonly after: readonly [number, number];
}

export interface SplicedText {
  readonly content: string;
  /** One for each edit, in file order. */
  readonly changes: readonly ChangedLines[];
}

/**
 * Makes all edits at once; what no edit names stays, to the code unit.
 *
 * @param edits Disjoint, in file order.
 */
export function spliceEdits(content: string, edits: readonly SpanEdit[]): SplicedText {
  const pieces: string[] = [];
  const written: { start: number; end: number }[] = [];
  let kept = 0;
  let length = 0;
  for (const { start, end, text } of edits) {
    pieces.push(content.slice(kept, start), text);
    length += start - kept;
    written.push({ start: length, end: length + text.length });
    length += text.length;
    kept = end;
  }
  pieces.push(content.slice(kept));
  const edited = pieces.join("");
  const [linesBefore, linesAfter] = [linesOf(content), linesOf(edited)];
  const changes = edits.map((edit, index) => ({
    before: coveredLines(linesBefore, edit),
    after: coveredLines(linesAfter, written[index] ?? edit),
  }));
  return { content: edited, changes };
}

/** Sorts by place. Edits of the same place keep their order. */
export function inFileOrder<Edit extends SpanEdit>(edits: readonly Edit[]): Edit[] {
  return [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
}

function linesOf(text: string): Line[] {
  return splitLines(text, textStart(text));
}

function coveredLines(lines: readonly Line[], { start, end }: { start: number; end: number }): [number, number] {
  const last = lines.at(-1);
  if (last === undefined) return [1, 0];
  const isBehindAll = start >= last.next && last.next > last.end;
  const first = isBehindAll ? lines.length + 1 : Math.max(1, lineNumberAt(lines, start));
  if (start < end) return [first, lineNumberAt(lines, end - 1)];
  const startsLine = isBehindAll || lines[first - 1]?.start === start;
  return startsLine ? [first, first - 1] : [first, first];
}
