import { isSpace } from "./line-compare.ts";
import type { LineIndex } from "./line-index.ts";
import type { Meter } from "./meter.ts";
import { isFoldTarget } from "./typography.ts";

/** Longer pieces make the native scan no rarer, and its worst case grows with them. */
export const MAX_PIECE = 32;
/** So few hits are compared sooner than a rarer token is found. */
const VERY_FEW = 4;
/** Tokens that are tried once one is rare enough. */
const MAX_TRIES = 8;
const MAX_TOKENS = 32;
const SAMPLED_LINES = 48;
const TOKENS_PER_LINE = 16;

/** A piece of the needle that is rare in the content, and every place where it occurs there. */
export interface Probe {
  /** Where the piece stands in the needle. */
  readonly offset: number;
  readonly hits: readonly number[];
}

/** A run of the needle without whitespace: under every whitespace rule a match contains it verbatim. */
interface Token {
  readonly text: string;
  readonly offset: number;
  /** In the first or last line: blocks that are otherwise alike mostly differ there. */
  readonly atEdge: boolean;
  seen: number;
}

/**
 * Looks for a token of the needle that occurs seldom in the content. Native scans do the work: a frequent token is given
 * up after a few hundred hits, which come early, and one that is absent proves that nothing can match.
 *
 * @param fold Quotes may differ too, so tokens end at them.
 * @returns "common" when the needle has no token that is rare.
 */
export function probe(
  content: string,
  needle: LineIndex,
  fold: boolean,
  rareHits: number,
  meter: Meter,
): Probe | "absent" | "common" {
  let rarest: Probe | undefined;
  let triesLeft = MAX_TRIES;
  for (const token of promisingTokens(needle, fold)) {
    const hits = fewHits(content, token.text, rarest?.hits.length ?? rareHits, meter);
    if (hits?.length === 0) return "absent";
    if (hits !== undefined) rarest = { offset: token.offset, hits };
    if (rarest !== undefined && (rarest.hits.length <= VERY_FEW || --triesLeft === 0)) return rarest;
  }
  return rarest ?? "common";
}

/** Every place of `piece`, overlapping ones included; undefined when there are more than `limit`. */
function fewHits(content: string, piece: string, limit: number, meter: Meter): number[] | undefined {
  const hits: number[] = [];
  let from = 0;
  for (let hit = content.indexOf(piece); hit !== -1; hit = content.indexOf(piece, hit + 1)) {
    if (hits.length === limit) return undefined;
    hits.push(hit);
    meter.scan(hit - from);
    from = hit;
  }
  meter.scan(content.length - from);
  return hits;
}

/** The tokens most likely to be rare, first the best: long ones, with digits, seen once in the needle. */
function promisingTokens(needle: LineIndex, fold: boolean): Token[] {
  const tokens = new Map<string, Token>();
  const step = Math.max(1, needle.count / SAMPLED_LINES);
  for (let sample = 0; sample < needle.count - 1; sample += step)
    collectTokens(needle, Math.floor(sample), fold, tokens);
  collectTokens(needle, needle.count - 1, fold, tokens);
  return [...tokens.values()].sort((a, b) => promise(b) - promise(a)).slice(0, MAX_TOKENS);
}

function promise(token: Token): number {
  return token.text.length + (/\d/.test(token.text) ? 8 : 0) + (token.atEdge ? 16 : 0) - 16 * (token.seen - 1);
}

function collectTokens(needle: LineIndex, line: number, fold: boolean, tokens: Map<string, Token>): void {
  const { text } = needle;
  const end = needle.end(line);
  const isBreak = (code: number): boolean => isSpace(code) || (fold && isFoldTarget(code));
  const atEdge = line === 0 || line === needle.count - 1;
  let offset = needle.start(line);
  for (let taken = 0; taken < TOKENS_PER_LINE && offset < end; taken++) {
    while (offset < end && isBreak(text.charCodeAt(offset))) offset++;
    const start = offset;
    while (offset < end && offset - start < MAX_PIECE && !isBreak(text.charCodeAt(offset))) offset++;
    if (offset === start) break;
    const piece = text.slice(start, offset);
    const known = tokens.get(piece);
    if (known === undefined) tokens.set(piece, { text: piece, offset: start, atEdge, seen: 1 });
    else known.seen++;
  }
}
