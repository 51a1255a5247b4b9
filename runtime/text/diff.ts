import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk, structuredPatch } from "diff";

export interface UnifiedDiff {
  /** With `---` and `+++` lines; "" when the texts are equal. */
  readonly text: string;
  /** Lines; what `truncated` left out is counted too. */
  readonly added: number;
  readonly removed: number;
  /** Hunks, or the rest of one, were left out. The counts in a hunk's own header are those of the lines it still has. */
  readonly truncated: boolean;
}

export interface UnifiedDiffOptions {
  /** Relative to the root; shown behind `a/` and `b/`, quoted as git does where needed. */
  readonly path: string;
  readonly contextLines?: number;
  /** Of hunk lines, in UTF-16 code units. */
  readonly maxCharacters?: number;
}

const CONTEXT_LINES = 3;
const MAX_CHARACTERS = 20_000;
/** Past this many changed lines everything from the first to the last change is shown as replaced: time stays linear. */
const MAX_EDIT_LENGTH = 1_000;
/** A first pass over equal text compares pieces this long instead of single characters. */
const PIECE = 4096;

/**
 * How `before` became `after`, line by line. Only the stretch from the first to the last difference is compared, so a
 * small edit of a large file is cheap. A line ends with LF here; the CR of a CRLF belongs to its line, a lone CR ends none.
 */
export function unifiedDiff(before: string, after: string, options: UnifiedDiffOptions): UnifiedDiff {
  if (before === after) return { text: "", added: 0, removed: 0, truncated: false };
  const { path, contextLines = CONTEXT_LINES, maxCharacters = MAX_CHARACTERS } = options;
  const stretch = changedStretch(before, after, contextLines);
  const linesAbove = countLineFeeds(before, stretch.start);
  const hunks = hunksOf(
    before.slice(stretch.start, stretch.endBefore),
    after.slice(stretch.start, stretch.endAfter),
    contextLines,
  ).map((hunk) => ({ ...hunk, oldStart: hunk.oldStart + linesAbove, newStart: hunk.newStart + linesAbove }));

  const lines = hunks.flatMap((hunk) => hunk.lines);
  const shown = withinBudget(hunks, maxCharacters);
  const names = { oldFileName: `a/${path}`, newFileName: `b/${path}` };
  return {
    text: formatPatch({ ...names, oldHeader: undefined, newHeader: undefined, hunks: shown }, FILE_HEADERS_ONLY),
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
    truncated: shown.reduce((count, hunk) => count + hunk.lines.length, 0) < lines.length,
  };
}

interface Stretch {
  readonly start: number;
  readonly endBefore: number;
  readonly endAfter: number;
}

/** Whole lines from the first to the last difference, with `contextLines` lines around them. */
function changedStretch(before: string, after: string, contextLines: number): Stretch {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head + PIECE <= shorter && before.slice(head, head + PIECE) === after.slice(head, head + PIECE)) head += PIECE;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  const fromEnd = (text: string) => text.slice(text.length - tail - PIECE, text.length - tail);
  while (head + tail + PIECE <= shorter && fromEnd(before) === fromEnd(after)) tail += PIECE;
  while (head + tail < shorter && before.at(-1 - tail) === after.at(-1 - tail)) tail++;

  let start = head;
  for (let line = 0; line <= contextLines && start > 0; line++) {
    start = start === 1 ? 0 : before.lastIndexOf("\n", start - 2) + 1;
  }
  let end = before.length - tail;
  for (let line = 0; line <= contextLines && end < before.length; line++) {
    const lineFeed = before.indexOf("\n", end);
    end = lineFeed < 0 ? before.length : lineFeed + 1;
  }
  return { start, endBefore: end, endAfter: after.length - (before.length - end) };
}

function countLineFeeds(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

function hunksOf(before: string, after: string, context: number): readonly StructuredPatchHunk[] {
  const patch = structuredPatch("", "", before, after, undefined, undefined, {
    context,
    maxEditLength: MAX_EDIT_LENGTH,
  });
  if (patch !== undefined) return patch.hunks;
  const lines = [...markedLines("-", before), ...markedLines("+", after)];
  return [recounted({ oldStart: 1, oldLines: 0, newStart: 1, newLines: 0, lines })];
}

function markedLines(mark: "-" | "+", text: string): string[] {
  const lines = text.split("\n").map((line) => mark + line);
  if (!text.endsWith("\n")) return [...lines, "\\ No newline at end of file"];
  return lines.slice(0, -1);
}

function withinBudget(hunks: readonly StructuredPatchHunk[], maxCharacters: number): StructuredPatchHunk[] {
  const shown: StructuredPatchHunk[] = [];
  let left = maxCharacters;
  for (const hunk of hunks) {
    const fitting = hunk.lines.findIndex((line) => {
      left -= line.length;
      return left < 0;
    });
    if (fitting < 0) {
      shown.push(hunk);
      continue;
    }
    // The marker of a missing final newline belongs to the line before it.
    const end = hunk.lines[fitting]?.startsWith("\\") ? fitting + 1 : fitting;
    if (end > 0) shown.push(recounted({ ...hunk, lines: hunk.lines.slice(0, end) }));
    break;
  }
  return shown;
}

function recounted(hunk: StructuredPatchHunk): StructuredPatchHunk {
  const count = (mark: string) => hunk.lines.filter((line) => line.startsWith(mark) || line.startsWith(" ")).length;
  return { ...hunk, oldLines: count("-"), newLines: count("+") };
}
