import { alignSequences, isBlank, lineBodies, splitLines, trim } from "../text/mod.ts";

/** Lines taken apart; `endings[i]` is the terminator of `bodies[i]`, "" on an unterminated last line. */
export interface Lines {
  readonly bodies: readonly string[];
  readonly endings: readonly string[];
}

export function readLines(text: string): Lines {
  const lines = splitLines(text);
  return { bodies: lineBodies(text, lines), endings: lines.map(({ end, next }) => text.slice(end, next)) };
}

/**
 * The index of the file line each needle line stands for; undefined where none is known.
 *
 * A comparison of whole lines pairs them one to one. Where the interior was not compared (`block_anchor`) the first and
 * last lines are pairs, and between them only lines that are equal when trimmed.
 */
export function pairWithFile(
  old: readonly string[],
  file: readonly string[],
  interiorCompared: boolean,
): (number | undefined)[] {
  if (interiorCompared && old.length === file.length) return old.map((_, index) => index);
  const partners = new Array<number | undefined>(old.length).fill(undefined);
  if (old.length === 0 || file.length === 0) return partners;
  partners[0] = 0;
  partners[old.length - 1] = file.length - 1;
  for (const [oldIndex, fileIndex] of alignSequences(old.slice(1, -1).map(trim), file.slice(1, -1).map(trim))) {
    partners[oldIndex + 1] = fileIndex + 1;
  }
  return partners;
}

/** A stretch of old lines and what the edit makes of it, as half-open index ranges; either may be empty. */
export interface Gap {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** The edit in order: an old line that stays, or a gap. */
export type EditStep = { readonly kept: number } | { readonly gap: Gap };

/** @param partners An old line without a file line cannot be kept. */
export function editSteps(
  old: readonly string[],
  revised: readonly string[],
  partners: readonly (number | undefined)[],
): EditStep[] {
  const steps: EditStep[] = [];
  let oldStart = 0;
  let newStart = 0;
  const closeGap = (oldEnd: number, newEnd: number) => {
    if (oldEnd > oldStart || newEnd > newStart) steps.push({ gap: { oldStart, oldEnd, newStart, newEnd } });
  };
  for (const [oldIndex, newIndex] of alignSequences(old, revised)) {
    if (partners[oldIndex] === undefined) continue;
    closeGap(oldIndex, newIndex);
    steps.push({ kept: oldIndex });
    oldStart = oldIndex + 1;
    newStart = newIndex + 1;
  }
  closeGap(old.length, revised.length);
  return steps;
}

/** How far ahead a rewritten line is looked for when a gap has more lines on one side. */
const LOOKAHEAD = 8;

/**
 * Which old line each new line of a gap rewrites, by new index. Blank lines rewrite nothing. As many on both sides:
 * pairs in order. Otherwise a line rewrites the next old one that it resembles.
 */
export function rewrittenLines(old: readonly string[], revised: readonly string[], gap: Gap): Map<number, number> {
  const oldLines = textLines(old, gap.oldStart, gap.oldEnd);
  const newLines = textLines(revised, gap.newStart, gap.newEnd);
  const rewrites = new Map<number, number>();
  const inOrder = oldLines.length === newLines.length;
  let from = 0;
  for (const newIndex of newLines) {
    const ahead = oldLines.slice(from, from + (inOrder ? 1 : LOOKAHEAD));
    const step = inOrder ? 0 : ahead.findIndex((oldIndex) => resembles(old[oldIndex] ?? "", revised[newIndex] ?? ""));
    const oldIndex = ahead[step];
    if (oldIndex === undefined) continue;
    rewrites.set(newIndex, oldIndex);
    from += step + 1;
  }
  return rewrites;
}

function textLines(bodies: readonly string[], start: number, end: number): number[] {
  const indexes: number[] = [];
  for (let index = start; index < end; index++) if (!isBlank(bodies[index] ?? "")) indexes.push(index);
  return indexes;
}

/** At least half of the longer line, indentation aside, is common to both at the start or the end. */
export function resembles(left: string, right: string): boolean {
  const a = trim(left);
  const b = trim(right);
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return 2 * (start + end) >= Math.max(a.length, b.length);
}
