import { isBlank, lineNumberAt, similarity, similarityBound, trim } from "../text/mod.ts";
import { fileLines, needleLines } from "./matchers/whole-lines.ts";
import type { ClosestMatch } from "./types.ts";

const MAX_LINES = 40;
const MAX_CHARACTERS = 2000;
/** A first line less alike than this is no lead. */
const MIN_LINE_SIMILARITY = 0.5;
/** Windows that are compared as a whole. */
const MAX_WINDOWS = 5;
/** Lines whose similarity is really measured: those with the highest upper bound. Keeps a miss in a long file quick. */
const MAX_MEASURED_LINES = 64;
/** Of a line, for the same reason. */
const MAX_LINE_CHARACTERS = 400;

/**
 * The block of the file that is most like `oldText`, to correct against; `undefined` when no line is like its first.
 *
 * The first line of the needle that is not blank finds the best few lines of the file; from each of them a window as
 * high as the needle is compared with it. Comparisons are between trimmed lines and bounded in length.
 */
export function closestMatch(content: string, oldText: string): ClosestMatch | undefined {
  const needle = needleLines(oldText).map(trim);
  const anchorIndex = needle.findIndex((line) => line !== "");
  if (anchorIndex < 0) return undefined;
  const block = needle.slice(anchorIndex);
  const { lines, bodies } = fileLines(content);
  const trimmed = bodies.map(trim);

  let best: { first: number; similarity: number } | undefined;
  for (const first of likeliestLines(trimmed, block[0] ?? "")) {
    const window = trimmed.slice(first, first + block.length);
    const alike = similarity(head(block.slice(0, MAX_LINES).join("\n")), head(window.slice(0, MAX_LINES).join("\n")));
    if (best === undefined || alike > best.similarity) best = { first, similarity: alike };
  }
  const from = best && lines[best.first];
  if (best === undefined || from === undefined) return undefined;

  const lastIndex = Math.min(best.first + Math.min(block.length, MAX_LINES), lines.length) - 1;
  const whole = content.slice(from.start, (lines[lastIndex] ?? from).end);
  const text = head(whole);
  const endLine = text.length < whole.length ? lineNumberAt(lines, from.start + text.length - 1) : lastIndex + 1;
  return { startLine: best.first + 1, endLine, similarity: Math.round(best.similarity * 1000) / 1000, text };
}

/** Indexes of the lines most like `anchor`, best first; of equally good ones the later first. */
function likeliestLines(trimmed: readonly string[], anchor: string): number[] {
  const wanted = anchor.slice(0, MAX_LINE_CHARACTERS);
  const leads = new Shortlist(MAX_MEASURED_LINES);
  trimmed.forEach((line, index) => {
    if (!isBlank(line)) leads.offer(index, similarityBound(wanted, line.slice(0, MAX_LINE_CHARACTERS)));
  });
  const winners = new Shortlist(MAX_WINDOWS);
  for (const index of leads.indexes()) {
    winners.offer(index, similarity(wanted, (trimmed[index] ?? "").slice(0, MAX_LINE_CHARACTERS)));
  }
  return winners.indexes();
}

/** The highest scores offered so far, none below the least that counts as a lead. */
class Shortlist {
  readonly #size: number;
  readonly #entries: { index: number; score: number }[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  offer(index: number, score: number): void {
    if (score < MIN_LINE_SIMILARITY) return;
    const worse = this.#entries.findIndex(
      (entry) => score > entry.score || (score === entry.score && index > entry.index),
    );
    if (worse < 0 && this.#entries.length >= this.#size) return;
    this.#entries.splice(worse < 0 ? this.#entries.length : worse, 0, { index, score });
    if (this.#entries.length > this.#size) this.#entries.pop();
  }

  indexes(): number[] {
    return this.#entries.map((entry) => entry.index);
  }
}

/** At most 2,000 UTF-16 code units from the start, without half a surrogate pair at the end. */
function head(text: string): string {
  const cut = text.slice(0, MAX_CHARACTERS);
  return cut.length < text.length && /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
