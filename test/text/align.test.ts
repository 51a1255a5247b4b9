import process from "node:process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alignSequences } from "../../runtime/text/mod.ts";

const SEQUENCE = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 14 });

/** The textbook table; quadratic. */
function longestCommonLength(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const element of a) {
    const next = [0];
    b.forEach((other, index) => {
      next.push(element === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe("alignSequences", () => {
  test("pairs equal elements in rising order, as many as can be", () => {
    fc.assert(
      fc.property(SEQUENCE, SEQUENCE, (a, b) => {
        const pairs = alignSequences(a, b);
        expect(pairs.length).toBe(longestCommonLength(a, b));
        let last = [-1, -1];
        for (const [left, right] of pairs) {
          expect(a[left]).toBe(b[right]);
          expect(left > (last[0] ?? 0) && right > (last[1] ?? 0)).toBe(true);
          last = [left, right];
        }
      }),
      { numRuns: 3_000 },
    );
  });

  test("far apart sequences still meet at what occurs once on each side", () => {
    const a = Array.from({ length: 20_000 }, (_, index) => (index % 3 === 0 ? `kept ${index}` : `old ${index}`));
    const b = Array.from({ length: 20_000 }, (_, index) => (index % 3 === 0 ? `kept ${index}` : `new ${index}`));
    const pairs = alignSequences(a, b);
    expect(pairs.length).toBe(6_667);
    expect(pairs.every(([left, right]) => left === right)).toBe(true);
  });

  test("a hundred thousand equal elements, or none, are no cliff", () => {
    const equal = new Array<string>(100_000).fill("}");
    const other = equal.map((_, index) => String(index));
    const started = process.cpuUsage();
    expect(alignSequences(equal, equal.slice(0, 60_000)).length).toBe(60_000);
    expect(alignSequences(equal, other)).toEqual([]);
    // About 0.2 s of processor time; a full table would have 16 thousand million cells.
    expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
  });
});
