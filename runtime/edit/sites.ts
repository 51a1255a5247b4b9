import type { LineIndex } from "./line-index.ts";
import type { MatchCandidate } from "./types.ts";

/** Every place a strategy found, in file order, as offsets: there may be a million of them, so there is no object for each. */
export interface Sites {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** How many whole lines each place holds; absent where places may begin or end within a line. */
  readonly lines?: number;
}

export const NO_SITES: Sites = { starts: [], ends: [] };

/** The first `limit` places with their line numbers. */
export function candidatesOf(sites: Sites, content: LineIndex, limit: number): MatchCandidate[] {
  const starts = sites.starts.slice(0, limit);
  const { lines } = sites;
  if (starts.length === 1) return [single(sites, content)];
  return starts.map((start, index) => {
    const end = sites.ends[index] ?? start;
    const startLine = content.lineAt(start) + 1;
    const endLine = lines === undefined ? content.lineAt(end - 1) + 1 : startLine + lines - 1;
    return { start, end, startLine, endLine };
  });
}

/** The usual case, for which all lines of the file need not be known. */
function single({ starts, ends, lines }: Sites, content: LineIndex): MatchCandidate {
  const start = starts[0] ?? 0;
  const end = ends[0] ?? start;
  const [first = 0, last = 0] = content.linesAt(lines === undefined ? [start, end - 1] : [start]);
  return { start, end, startLine: first + 1, endLine: lines === undefined ? last + 1 : first + lines };
}

/** The numbers, from 1, of the first `limit` different lines on which a place begins. */
export function startLinesOf({ starts }: Sites, content: LineIndex, limit: number): number[] {
  const lines: number[] = [];
  for (const start of starts) {
    const line = content.lineAt(start) + 1;
    if (line !== lines.at(-1)) lines.push(line);
    if (lines.length === limit) break;
  }
  return lines;
}

/** The lines, from 1, on which the first two places begin that share text; undefined when all are disjoint. */
export function firstOverlap({ starts, ends }: Sites, content: LineIndex): [number, number] | undefined {
  let previousStart = starts[0] ?? 0;
  let previousEnd = ends[0] ?? 0;
  for (let next = 1; next < starts.length; next++) {
    const start = starts[next] ?? 0;
    if (start < previousEnd) return [content.lineAt(previousStart) + 1, content.lineAt(start) + 1];
    previousStart = start;
    previousEnd = ends[next] ?? start;
  }
  return undefined;
}
