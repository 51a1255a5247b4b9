import type { MemoryEntry } from "../ports/mod.ts";

export interface RankedEntry {
  readonly entry: MemoryEntry;
  /** Above 0, to 1 for an entry that has every word of the query in its key. */
  readonly score: number;
}

/** A word of the query that an entry has counts this much, by where the entry has it. */
const IN_KEY = 1;
const IN_VALUE = 0.7;

/** And times this much when the entry has only a longer or shorter form, or one with a slip in it. */
const EXACT = 1;
const SAME_BEGINNING = 0.6;
const ONE_SLIP = 0.5;

/** Shorter words are compared exactly: too many others are near them. */
const MIN_BEGINNING = 3;
const MIN_SLIP = 5;

const MAX_QUERY_WORDS = 16;

/**
 * The entries that share words with the query, best first; among equals the order given holds. Words are runs of letters
 * and digits, compared without case and accents. A word that few entries have counts more.
 */
export function rankEntries(query: string, entries: readonly MemoryEntry[]): RankedEntry[] {
  const words = [...new Set(wordsOf(query))].slice(0, MAX_QUERY_WORDS);
  const strengths = entries.map((entry) => strengthsOf(words, entry));
  const weights = words.map((_, at) => {
    const having = strengths.filter((row) => (row[at] ?? 0) > 0).length;
    return Math.log(1 + (entries.length + 1) / (having + 1));
  });
  const most = weights.reduce((sum, weight) => sum + weight, 0);
  const ranked = entries.map((entry, row) => {
    const sum = weights.reduce((total, weight, at) => total + weight * (strengths[row]?.[at] ?? 0), 0);
    return { entry, score: most === 0 ? 0 : sum / most };
  });
  return ranked.filter(({ score }) => score > 0).sort((left, right) => right.score - left.score);
}

/** For each word of the query, how well the entry has it: 0 to 1. */
function strengthsOf(words: readonly string[], { key, value }: MemoryEntry): number[] {
  const inKey = new Set(wordsOf(key));
  const inValue = new Set(wordsOf(value));
  return words.map((word) => Math.max(IN_KEY * likeness(word, inKey), IN_VALUE * likeness(word, inValue)));
}

function likeness(word: string, found: ReadonlySet<string>): number {
  if (found.has(word)) return EXACT;
  let best = 0;
  for (const candidate of found) {
    if (isBeginning(word, candidate) || isBeginning(candidate, word)) return SAME_BEGINNING;
    if (best === 0 && isOneSlipAway(word, candidate)) best = ONE_SLIP;
  }
  return best;
}

function isBeginning(start: string, word: string): boolean {
  return start.length >= MIN_BEGINNING && word.startsWith(start);
}

/** One character more, fewer or different, or two neighbours swapped; never the first, where slips are rare. */
function isOneSlipAway(left: string, right: string): boolean {
  if (left[0] !== right[0]) return false;
  if (Math.min(left.length, right.length) < MIN_SLIP || Math.abs(left.length - right.length) > 1) return false;
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  const restOf = (word: string, skip: number) => word.slice(at + skip);
  if (left.length > right.length) return restOf(left, 1) === restOf(right, 0);
  if (left.length < right.length) return restOf(left, 0) === restOf(right, 1);
  const swapped = left[at] === right[at + 1] && left[at + 1] === right[at] && restOf(left, 2) === restOf(right, 2);
  return swapped || restOf(left, 1) === restOf(right, 1);
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKD")
      .toLowerCase()
      .replace(/\p{M}+/gu, "")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
