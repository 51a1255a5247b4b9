/**
 * How alike two texts are, 0 to 1: twice the characters in matching blocks over the characters of both. Blocks are found
 * as Ratcliff and Obershelp do (the longest common run, then the same to its left and right). Grows with the product
 * of the lengths, so callers bound them.
 */
export function similarity(a: string, b: string): number {
  const total = a.length + b.length;
  return total === 0 ? 1 : (2 * matchingLength(a, b)) / total;
}

/** Never below `similarity` of the two, and linear: counts common characters without regard to order. */
export function similarityBound(a: string, b: string): number {
  const total = a.length + b.length;
  if (total === 0) return 1;
  const unmatched = new Map<number, number>();
  for (let index = 0; index < b.length; index++) {
    const code = b.charCodeAt(index);
    unmatched.set(code, (unmatched.get(code) ?? 0) + 1);
  }
  let common = 0;
  for (let index = 0; index < a.length; index++) {
    const code = a.charCodeAt(index);
    const left = unmatched.get(code) ?? 0;
    if (left > 0) {
      common++;
      unmatched.set(code, left - 1);
    }
  }
  return (2 * common) / total;
}

function matchingLength(a: string, b: string): number {
  const occurrences = occurrencesByCode(b);
  let matching = 0;
  const pending: Region[] = [{ aLow: 0, aHigh: a.length, bLow: 0, bHigh: b.length }];
  for (let region = pending.pop(); region !== undefined; region = pending.pop()) {
    const block = longestBlock(a, occurrences, region);
    if (block.length === 0) continue;
    matching += block.length;
    pending.push({ ...region, aHigh: block.aStart, bHigh: block.bStart });
    pending.push({ ...region, aLow: block.aStart + block.length, bLow: block.bStart + block.length });
  }
  return matching;
}

interface Region {
  readonly aLow: number;
  readonly aHigh: number;
  readonly bLow: number;
  readonly bHigh: number;
}

/** Offsets of each code unit, ascending. */
function occurrencesByCode(text: string): Map<number, number[]> {
  const occurrences = new Map<number, number[]>();
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const offsets = occurrences.get(code);
    if (offsets === undefined) occurrences.set(code, [index]);
    else offsets.push(index);
  }
  return occurrences;
}

/** The longest run common to both sides of the region; of equally long ones the first in `a`, then the first in `b`. */
function longestBlock(
  a: string,
  occurrences: Map<number, number[]>,
  { aLow, aHigh, bLow, bHigh }: Region,
): { aStart: number; bStart: number; length: number } {
  let best = { aStart: aLow, bStart: bLow, length: 0 };
  // runs[j - bLow + 1] is the length of the common run that ends at a[i] and b[j].
  let runs = new Int32Array(bHigh - bLow + 1);
  let previous = new Int32Array(bHigh - bLow + 1);
  for (let i = aLow; i < aHigh; i++) {
    [previous, runs] = [runs, previous.fill(0)];
    for (const j of occurrences.get(a.charCodeAt(i)) ?? []) {
      if (j < bLow) continue;
      if (j >= bHigh) break;
      const length = (previous[j - bLow] ?? 0) + 1;
      runs[j - bLow + 1] = length;
      if (length > best.length) best = { aStart: i - length + 1, bStart: j - length + 1, length };
    }
  }
  return best;
}
