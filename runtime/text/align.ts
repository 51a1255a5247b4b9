/** Index in the left sequence, index in the right one. */
export type AlignedPair = readonly [left: number, right: number];

/** Insertions and deletions searched before unique elements take over; keeps time and memory linear in the input. */
const MAX_EDITS = 256;

/**
 * A longest common subsequence of two sequences of strings (lines, words, characters), as index pairs that rise on both
 * sides.
 *
 * Equal ends are paired first; the middle is searched for the shortest edit script (Myers 1986). Past `MAX_EDITS` the
 * elements that occur once on each side become anchors and only the gaps between them are searched, so the result is
 * then a common subsequence that need not be the longest. At most about 512 comparisons an element.
 */
export function alignSequences(left: readonly string[], right: readonly string[]): AlignedPair[] {
  const ids = new Map<string, number>();
  const a = intern(left, ids);
  const b = intern(right, ids);
  const pairs: AlignedPair[] = [];
  alignRange({ a, b, pairs }, { aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length }, true);
  return pairs;
}

interface Alignment {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly pairs: AlignedPair[];
}

interface Range {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

function intern(elements: readonly string[], ids: Map<string, number>): Int32Array {
  return Int32Array.from(elements, (element) => {
    const known = ids.get(element);
    if (known !== undefined) return known;
    ids.set(element, ids.size);
    return ids.size - 1;
  });
}

function alignRange(alignment: Alignment, range: Range, mayAnchor: boolean): void {
  const { a, b, pairs } = alignment;
  let { aStart, aEnd, bStart, bEnd } = range;
  while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) pairs.push([aStart++, bStart++]);
  while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  if (aStart < aEnd && bStart < bEnd) {
    const middle = { aStart, aEnd, bStart, bEnd };
    const found = shortestEdit(alignment, middle);
    if (found !== null) for (const pair of found) pairs.push(pair);
    else if (mayAnchor) alignBetweenAnchors(alignment, middle);
  }
  for (; aEnd < range.aEnd; aEnd++, bEnd++) pairs.push([aEnd, bEnd]);
}

/** Null when more than `MAX_EDITS` edits are needed. */
function shortestEdit({ a, b }: Alignment, { aStart, aEnd, bStart, bEnd }: Range): AlignedPair[] | null {
  const n = aEnd - aStart;
  const m = bEnd - bStart;
  const limit = Math.min(n + m, MAX_EDITS);
  const offset = limit + 1;
  const reach = new Int32Array(2 * limit + 3); // reach[offset + k]: furthest x on diagonal k = x - y
  const at = (k: number) => reach[offset + k] ?? 0;
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits++) {
    history.push(reach.slice(offset - edits - 1, offset + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      let x = stepsDown(k, edits, at) ? at(k + 1) : at(k - 1) + 1;
      let y = x - k;
      while (x < n && y < m && a[aStart + x] === b[bStart + y]) {
        x++;
        y++;
      }
      reach[offset + k] = x;
      if (x >= n && y >= m) return walkBack(history, n, m, aStart, bStart);
    }
  }
  return null;
}

function stepsDown(k: number, edits: number, at: (k: number) => number): boolean {
  return k === -edits || (k !== edits && at(k - 1) < at(k + 1));
}

function walkBack(history: readonly Int32Array[], n: number, m: number, aStart: number, bStart: number): AlignedPair[] {
  const pairs: AlignedPair[] = [];
  let x = n;
  let y = m;
  for (let edits = history.length - 1; edits >= 0; edits--) {
    const reach = history[edits];
    const at = (k: number) => reach?.[edits + 1 + k] ?? 0;
    const k = x - y;
    const from = stepsDown(k, edits, at) ? k + 1 : k - 1;
    const fromX = edits === 0 ? 0 : at(from);
    const fromY = edits === 0 ? 0 : fromX - from;
    for (; x > fromX && y > fromY; x--, y--) pairs.push([aStart + x - 1, bStart + y - 1]);
    x = fromX;
    y = fromY;
  }
  return pairs.reverse();
}

function alignBetweenAnchors(alignment: Alignment, range: Range): void {
  let { aStart, bStart } = range;
  for (const [left, right] of risingAnchors(alignment, range)) {
    alignRange(alignment, { aStart, aEnd: left, bStart, bEnd: right }, false);
    alignment.pairs.push([left, right]);
    aStart = left + 1;
    bStart = right + 1;
  }
  alignRange(alignment, { aStart, aEnd: range.aEnd, bStart, bEnd: range.bEnd }, false);
}

/** The longest run of elements, unique on each side, whose order agrees (patience sorting). */
function risingAnchors({ a, b }: Alignment, { aStart, aEnd, bStart, bEnd }: Range): AlignedPair[] {
  const inA = uniquePlaces(a, aStart, aEnd);
  const inB = uniquePlaces(b, bStart, bEnd);
  interface Link {
    readonly pair: AlignedPair;
    readonly previous: Link | undefined;
  }
  const piles: Link[] = []; // piles[i]: the run of length i + 1 that ends furthest left in b
  for (const [id, left] of inA) {
    const right = inB.get(id) ?? -1;
    if (left < 0 || right < 0) continue;
    let low = 0;
    let high = piles.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((piles[middle]?.pair[1] ?? 0) < right) low = middle + 1;
      else high = middle;
    }
    piles[low] = { pair: [left, right], previous: piles[low - 1] };
  }
  const anchors: AlignedPair[] = [];
  for (let link = piles.at(-1); link !== undefined; link = link.previous) anchors.push(link.pair);
  return anchors.reverse();
}

/** Place of each element, in order of first occurrence; -1 for one that occurs again. */
function uniquePlaces(elements: Int32Array, start: number, end: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let index = start; index < end; index++) {
    const id = elements[index] ?? -1;
    places.set(id, places.has(id) ? -1 : index);
  }
  return places;
}
