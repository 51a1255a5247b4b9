import { isBlank } from "../text/mod.ts";
import type { EditSearch } from "./edit-search.ts";
import { isSpace, skipSpaces } from "./line-compare.ts";
import { LineIndex } from "./line-index.ts";
import { comparedEnd, LineSimilarity } from "./line-similarity.ts";
import { MAX_PIECE } from "./probe.ts";
import type { ClosestMatch } from "./types.ts";

const MAX_LINES = 40;
const MAX_CHARACTERS = 2000;
/** A block less alike than this is no lead. */
const MIN_SIMILARITY = 0.5;
/** A block this much alike ends the search. */
const GOOD_SIMILARITY = 0.7;
/** Blocks that are measured, of all that were voted for. */
const MAX_MEASURED = 5;
/** Lines of a block that are measured to choose among blocks, and to say how alike the chosen one is. */
const SAMPLED_LINES = 48;
const FINAL_LINES = 512;
const LONG_LINES = 4;
const WORDS = 16;
/** Text that occurs more often than this points nowhere. */
const MAX_HITS = 64;
/** In a file of so few characters every line may be tried. */
const SMALL_FILE = 1 << 18;

/**
 * The block of the file most like `oldText`, to correct against; `undefined` when there is none half like it.
 *
 * In stages, each only when the one before led to nothing good: places where a long line of the needle stands, places
 * where several of its rarer words stand at the right distance, and in a small file any line like the needle's first.
 * Blocks are compared line by line, trimmed, by their longest common subsequences.
 */
export function closestMatch(search: EditSearch): ClosestMatch | undefined {
  if (isBlank(search.oldText)) return undefined;
  const comparison = new BlockComparison(search);
  const stages = [longLineLeads, wordLeads, firstLineLeads];
  let best: Block | undefined;
  for (const stage of stages) {
    for (const line of stage(search, comparison)) {
      const similarity = comparison.measure(line, SAMPLED_LINES);
      if (similarity >= MIN_SIMILARITY && similarity > (best?.similarity ?? 0)) best = { line, similarity };
    }
    if (best !== undefined && best.similarity >= GOOD_SIMILARITY) break;
  }
  if (best === undefined) return undefined;
  return report(search, best.line, comparison.needle.count, comparison.measure(best.line, FINAL_LINES));
}

interface Block {
  /** First line, from 0. */
  readonly line: number;
  readonly similarity: number;
}

/** Where the longest lines of the needle stand. */
function longLineLeads(search: EditSearch, { needle }: BlockComparison): number[] {
  const pieces = sampledLines(needle.count, SAMPLED_LINES)
    .map((line) => ({ line, piece: middleOf(needle, line) }))
    .filter(({ piece }) => piece.length >= 6)
    .sort((a, b) => b.piece.length - a.piece.length)
    .slice(0, LONG_LINES);
  return elected(search, pieces);
}

/** Where words of the needle stand that are long and therefore probably rare. */
function wordLeads(search: EditSearch, { needle }: BlockComparison): number[] {
  const words = new Map<string, number>();
  for (const line of sampledLines(needle.count, SAMPLED_LINES)) {
    const body = needle.text.slice(needle.start(line), Math.min(needle.end(line), needle.start(line) + 256));
    for (const word of body.match(/[\p{L}\p{N}_]{4,32}/gu) ?? []) if (!words.has(word)) words.set(word, line);
  }
  const longest = [...words].map(([piece, line]) => ({ piece, line })).sort((a, b) => b.piece.length - a.piece.length);
  return elected(search, longest.slice(0, WORDS));
}

/** In a small file, the lines most like the needle's first that is not blank. */
function firstLineLeads(search: EditSearch, comparison: BlockComparison): number[] {
  const { content } = search;
  if (content.text.length > SMALL_FILE) return [];
  const { needle } = comparison;
  let anchor = 0;
  while (isBlank(needle.text.slice(needle.start(anchor), needle.end(anchor)))) anchor++;
  const votes = new Map<number, number>();
  for (let line = 0; line < content.count; line++) {
    const similarity = comparison.lineSimilarity(anchor, line);
    if (similarity >= MIN_SIMILARITY) votes.set(Math.max(0, line - anchor), similarity);
  }
  return winners(votes);
}

/** Lets each piece vote, by its rarity, for the blocks in which it would stand where it stands in the needle. */
function elected({ content, meter }: EditSearch, pieces: readonly { line: number; piece: string }[]): number[] {
  const votes = new Map<number, number>();
  for (const { line, piece } of pieces) {
    const hits: number[] = [];
    let from = 0;
    for (let hit = content.text.indexOf(piece); hit !== -1; hit = content.text.indexOf(piece, hit + 1)) {
      meter.scan(hit - from);
      from = hit;
      if (hits.push(hit) > MAX_HITS) break;
    }
    if (hits.length > MAX_HITS) continue;
    meter.scan(content.text.length - from);
    for (const hit of hits) {
      const first = Math.max(0, content.lineAt(hit) - line);
      votes.set(first, (votes.get(first) ?? 0) + 1 / hits.length);
    }
  }
  return winners(votes);
}

function winners(votes: ReadonlyMap<number, number>): number[] {
  return [...votes]
    .sort(([a, aVotes], [b, bVotes]) => bVotes - aVotes || a - b)
    .slice(0, MAX_MEASURED)
    .map(([line]) => line);
}

/** A piece of the line from around its middle, where it is least like other lines. */
function middleOf(needle: LineIndex, line: number): string {
  const start = skipSpaces(needle.text, needle.start(line), needle.end(line));
  const end = needle.end(line);
  const from = Math.max(start, Math.min(start + ((end - start) >> 1) - MAX_PIECE / 2, end - MAX_PIECE));
  return needle.text.slice(from, Math.min(end, from + MAX_PIECE)).trimEnd();
}

/** At most `limit` of the numbers below `count`, spread evenly. */
function sampledLines(count: number, limit: number): number[] {
  const step = Math.max(1, count / limit);
  const lines: number[] = [];
  for (let line = 0; line < count; line += step) lines.push(Math.floor(line));
  return lines;
}

/** Compares the needle with blocks of the file that are as high. */
class BlockComparison {
  readonly needle: LineIndex;
  private readonly search: EditSearch;
  private readonly alike = new LineSimilarity();
  private preparedLine = -1;

  constructor(search: EditSearch) {
    this.search = search;
    this.needle = new LineIndex(search.oldText, 0);
  }

  /** 0 to 1: twice the common text over all text of the sampled lines. */
  measure(first: number, maxLines: number): number {
    let common = 0;
    let total = 0;
    for (const line of sampledLines(this.needle.count, maxLines)) {
      const compared = this.compare(line, first + line);
      common += compared.common;
      total += compared.total;
    }
    return total === 0 ? 0 : (2 * common) / total;
  }

  lineSimilarity(needleLine: number, line: number): number {
    const { common, total } = this.compare(needleLine, line);
    return total === 0 ? 0 : (2 * common) / total;
  }

  private compare(needleLine: number, line: number): { common: number; total: number } {
    this.prepare(needleLine);
    const { content, meter } = this.search;
    if (line >= content.count) return { common: 0, total: this.alike.length };
    const [start, end] = comparedRange(content, line);
    const total = this.alike.length + end - start;
    // Lines of very unlike lengths cannot be alike; most lines of a file are ruled out so.
    const shorter = Math.min(this.alike.length, end - start);
    if (4 * shorter < total * MIN_SIMILARITY) return { common: 0, total };
    meter.spend((end - start) * 4 + 16);
    return { common: this.alike.common(content.text, start, end), total };
  }

  private prepare(needleLine: number): void {
    if (needleLine === this.preparedLine) return;
    this.preparedLine = needleLine;
    const [start, end] = comparedRange(this.needle, needleLine);
    this.alike.prepare(this.needle.text.slice(start, end));
  }
}

/** The line without leading and trailing whitespace, as far as it is compared. */
function comparedRange(lines: LineIndex, line: number): [number, number] {
  const start = skipSpaces(lines.text, lines.start(line), lines.end(line));
  let end = comparedEnd(start, lines.end(line));
  while (end > start && isSpace(lines.text.charCodeAt(end - 1))) end--;
  return [start, end];
}

function report({ content }: EditSearch, first: number, height: number, similarity: number): ClosestMatch {
  const last = Math.min(first + Math.min(height, MAX_LINES), content.count) - 1;
  const start = content.start(first);
  const whole = content.text.slice(start, content.end(last));
  const text = head(whole);
  // The last line may be blank and add no character, so it counts unless the text was cut.
  const endLine = text.length < whole.length ? content.lineAt(start + text.length - 1) + 1 : last + 1;
  return { startLine: first + 1, endLine, similarity: Math.round(similarity * 1000) / 1000, text };
}

/** At most 2,000 UTF-16 code units from the start, without half a surrogate pair at the end. */
function head(text: string): string {
  const cut = text.slice(0, MAX_CHARACTERS);
  return cut.length < text.length && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
