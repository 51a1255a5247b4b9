import { isBlank, leadingWhitespaceLength, trim } from "../text/mod.ts";

/** Line indexes, half-open. */
export interface LineRegion {
  readonly from: number;
  readonly to: number;
}

/** Finds the stretches of a file that the `@@` lines of a hunk name. */
export class AnchorIndex {
  readonly #bodies: readonly string[];
  readonly #extents = new Map<number, number>();
  readonly #hits = new Map<string, number[]>();
  #sorted: readonly { readonly text: string; readonly index: number }[] | undefined;

  constructor(bodies: readonly string[]) {
    this.#bodies = bodies;
  }

  /**
   * Where a hunk with these anchors may start, in order of preference: within the block that the last anchor heads (the
   * lines indented deeper than it), then anywhere from the anchor on. An anchor is the line it equals, or else starts,
   * apart from the whitespace around both. One that fits several lines tells only that the hunk is not before the first.
   */
  regionsOf(anchors: readonly string[]): readonly LineRegion[] | { readonly missing: string } {
    const all = { from: 0, to: this.#bodies.length };
    let regions: readonly LineRegion[] = [all];
    for (const anchor of anchors) {
      const place = regions
        .map((region) => ({ region, hits: this.#find(trim(anchor), region) }))
        .find(({ hits }) => hits.length > 0);
      const first = place?.hits[0];
      if (place === undefined || first === undefined) return { missing: anchor };
      const rest = { from: first, to: all.to };
      const isUnique = place.hits.length === 1;
      regions = isUnique
        ? [{ from: first, to: this.#extentOf(first) }, rest]
        : [{ ...place.region, from: first }, rest];
    }
    return regions;
  }

  #find(anchor: string, { from, to }: LineRegion): number[] {
    const key = `${from} ${to} ${anchor}`;
    const known = this.#hits.get(key);
    if (known !== undefined) return known;
    const sorted = this.#sortedLines();
    const equal: number[] = [];
    const longer: number[] = [];
    for (let at = lowerBound(sorted, anchor); at < sorted.length; at++) {
      const line = sorted[at];
      if (line === undefined || !line.text.startsWith(anchor)) break;
      if (line.index < from || line.index >= to) continue;
      if (line.text === anchor) equal.push(line.index);
      else longer.push(line.index);
    }
    const hits = equal.length > 0 ? equal : longer.sort((a, b) => a - b);
    this.#hits.set(key, hits);
    return hits;
  }

  #sortedLines(): readonly { readonly text: string; readonly index: number }[] {
    this.#sorted ??= this.#bodies
      .map((body, index) => ({ text: trim(body), index }))
      .sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.index - b.index));
    return this.#sorted;
  }

  /** The first line behind `head` that is not indented deeper; a line that begins with a closing bracket belongs to it. */
  #extentOf(head: number): number {
    const known = this.#extents.get(head);
    if (known !== undefined) return known;
    const depth = leadingWhitespaceLength(this.#bodies[head] ?? "");
    let end = head + 1;
    while (end < this.#bodies.length && belongsUnder(this.#bodies[end] ?? "", depth)) end++;
    this.#extents.set(head, end);
    return end;
  }
}

function belongsUnder(body: string, depth: number): boolean {
  return isBlank(body) || leadingWhitespaceLength(body) > depth || /^[)\]}]/.test(trim(body));
}

function lowerBound(sorted: readonly { readonly text: string }[], wanted: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.text ?? "") < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
