import { isBlank } from "../text/mod.ts";
import type { EditSearch } from "./edit-search.ts";
import { isSpace, skipSpaces } from "./line-compare.ts";
import { LineIndex } from "./line-index.ts";
import { comparedEnd, LineSimilarity } from "./line-similarity.ts";
import { MAX_PIECE } from "./probe.ts";
import type { ClosestMatch } from "./types.ts";

const MAX_LINES = 40;
const MAX_CHARACTERS = 2000;
/** A block is a lead when it, or at least its first line, is this much alike. */
const MIN_SIMILARITY = 0.5;
/** A block this much alike ends the search. */
const GOOD_SIMILARITY = 0.7;
/** Blocks that are measured, of all that were voted for. */
const MAX_MEASURED = 5;
/** Lines of a block that are measured to choose among blocks, and to say how alike the chosen one is. */
const SAMPLED_LINES = 48;
const FINAL_LINES = 512;
const LONG_LINES = 4;
const WORDS = 8;
/** Text that occurs more often than this points nowhere. */
const MAX_HITS = 64;
/** In a file of so few characters every line may be tried. */
const SMALL_FILE = 1 << 16;

/**
 * The block of the file most like `oldText`, to correct against; `undefined` when there is none like it.
 *
 * In stages, each only when the one before led to nothing good: places where a long line of the needle stands, places
 * where several of its rarer words stand at the right distance, and in a small file any line like the needle's first.
 * Blocks are compared line by line, trimmed, by their longest common subsequences.
 *
 * @param minSimilarity 0 takes whatever is most alike, as far as the stages look.
 */
export function closestMatch(search: EditSearch, minSimilarity = MIN_SIMILARITY): ClosestMatch | undefined {
  if (isBlank(search.oldText)) return undefined;
  const block = new BlockComparison(search, minSimilarity);
  let best: Lead | undefined;
  for (const leads of stages(search, block)) {
    for (const line of leads) {
      const similarity = block.measure(line, SAMPLED_LINES);
      const isLead = similarity >= minSimilarity || block.lineSimilarity(0, line) >= minSimilarity;
      if (isLead && similarity > (best?.similarity ?? 0)) best = { line, similarity };
    }
    if (best !== undefined && best.similarity >= GOOD_SIMILARITY) break;
  }
  return best && report(search, best.line, block.height, block.measure(best.line, FINAL_LINES));
}

function* stages(search: EditSearch, block: BlockComparison): Generator<number[]> {
  for (const piece of longLines(block)) yield elected(search, [piece]);
  yield elected(search, longWords(block));
  yield firstLineLeads(search, block);
}

interface Lead {
  /** First line of the file's block, from 0. */
  readonly line: number;
  readonly similarity: number;
}

/** Text of the block that may stand in the file, and on which of its lines. */
interface Piece {
  readonly text: string;
  readonly line: number;
}

/** Of the longest lines of the needle. */
function longLines(block: BlockComparison): Piece[] {
  return sampledLines(block.height, SAMPLED_LINES)
    .map((line) => ({ line, text: middleOf(block.body(line)) }))
    .filter(({ text }) => text.length >= 6)
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, LONG_LINES);
}

/** The words of the needle that are long and therefore probably rare. */
function longWords(block: BlockComparison): Piece[] {
  const words = new Map<string, number>();
  for (const line of sampledLines(block.height, SAMPLED_LINES)) {
    for (const word of block.body(line).match(/[\p{L}\p{N}_]{4,32}/gu) ?? [])
      if (!words.has(word)) words.set(word, line);
  }
  const pieces = [...words].map(([text, line]) => ({ text, line }));
  return pieces.sort((a, b) => b.text.length - a.text.length).slice(0, WORDS);
}

/** In a small file, the lines most like the first of the block. */
function firstLineLeads({ content }: EditSearch, block: BlockComparison): number[] {
  if (content.text.length > SMALL_FILE) return [];
  const votes = new Map<number, number>();
  for (let line = 0; line < content.count; line++) {
    const similarity = block.lineSimilarity(0, line);
    if (similarity > 0 && similarity >= block.minSimilarity) votes.set(line, similarity);
  }
  return winners(votes);
}

/** Lets each piece vote, by its rarity, for the blocks in which it would stand where it stands in the needle. */
function elected({ content, meter }: EditSearch, pieces: readonly Piece[]): number[] {
  const votes = new Map<number, number>();
  for (const { line, text } of pieces) {
    const hits: number[] = [];
    let from = 0;
    for (let hit = content.text.indexOf(text); hit !== -1; hit = content.text.indexOf(text, hit + 1)) {
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

/** The most voted for; of equally good ones the later first. */
function winners(votes: ReadonlyMap<number, number>): number[] {
  return [...votes]
    .sort(([a, aVotes], [b, bVotes]) => bVotes - aVotes || b - a)
    .slice(0, MAX_MEASURED)
    .map(([line]) => line);
}

/** A piece of the line from around its middle, where it is least like other lines. */
function middleOf(body: string): string {
  const from = Math.max(0, (body.length - MAX_PIECE) >> 1);
  return body.slice(from, from + MAX_PIECE);
}

/** At most `limit` of the numbers below `count`, spread evenly. */
function sampledLines(count: number, limit: number): number[] {
  const step = Math.max(1, count / limit);
  const lines: number[] = [];
  for (let line = 0; line < count; line += step) lines.push(Math.floor(line));
  return lines;
}

/** Compares the needle, from its first line that is not blank, with blocks of the file that are as high. */
class BlockComparison {
  readonly height: number;
  readonly minSimilarity: number;
  private readonly needle: LineIndex;
  private readonly skipped: number;
  private readonly search: EditSearch;
  private readonly alike = new LineSimilarity();
  private preparedLine = -1;

  constructor(search: EditSearch, minSimilarity: number) {
    this.minSimilarity = minSimilarity;
    this.search = search;
    this.needle = new LineIndex(search.oldText, 0);
    let skipped = 0;
    while (skipped < this.needle.count && isBlankLine(this.needle, skipped)) skipped++;
    this.skipped = skipped;
    this.height = this.needle.count - skipped;
  }

  /** A line of the needle, trimmed, as far as it is compared. */
  body(line: number): string {
    return this.needle.text.slice(...comparedRange(this.needle, this.skipped + line));
  }

  /** 0 to 1: twice the common text over all text of the sampled lines. */
  measure(first: number, maxLines: number): number {
    let common = 0;
    let total = 0;
    for (const line of sampledLines(this.height, maxLines)) {
      const compared = this.compare(line, first + line);
      common += compared.common;
      total += compared.total;
      // The line break between two lines is text both have.
      if (line + 1 < this.height) [common, total] = [common + 1, total + 2];
    }
    return total === 0 ? 0 : (2 * common) / total;
  }

  /** The same for one line of the needle and one of the file. */
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
    if (4 * shorter < total * this.minSimilarity) return { common: 0, total };
    meter.spend((end - start) * 4 + 16);
    return { common: this.alike.common(content.text, start, end), total };
  }

  private prepare(needleLine: number): void {
    if (needleLine === this.preparedLine) return;
    this.preparedLine = needleLine;
    this.alike.prepare(this.body(needleLine));
  }
}

function isBlankLine(lines: LineIndex, line: number): boolean {
  const [start, end] = comparedRange(lines, line);
  return start === end;
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
  const endLine = text.length < whole.length ? content.lineAt(start + text.length - 1) + 1 : last + 1;
  return { startLine: first + 1, endLine, similarity: Math.round(similarity * 1000) / 1000, text };
}

/** At most 2,000 UTF-16 code units from the start, without half a surrogate pair at the end. */
function head(text: string): string {
  const cut = text.slice(0, MAX_CHARACTERS);
  return cut.length < text.length && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
