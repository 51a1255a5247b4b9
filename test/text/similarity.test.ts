import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { similarity, similarityBound } from "../../runtime/text/mod.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", "c", " "), maxLength: 14 });

describe("similarity", () => {
  test("is twice the characters in matching blocks over those of both", () => {
    const cases: [string, string, number][] = [
      ["", "", 1],
      ["abc", "", 0],
      ["abc", "abc", 1],
      ["abcd", "bcde", 0.75],
      ["private Thread currentThread;", "private volatile Thread currentThread;", 58 / 67],
      // Only what keeps its order counts, and the longest run is taken first.
      ["ab", "ba", 0.5],
      ["xabcy", "abc xyz", 8 / 12],
    ];
    for (const [a, b, ratio] of cases) expect([a, b, similarity(a, b)]).toEqual([a, b, ratio]);
  });

  test("lies between 0 and the bound, and is 1 for equal texts only", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const ratio = similarity(a, b);
        expect(ratio).toBeGreaterThanOrEqual(0);
        expect(ratio).toBeLessThanOrEqual(similarityBound(a, b));
        expect(similarityBound(a, b)).toBeLessThanOrEqual(1);
        expect(ratio === 1).toBe(a === b);
      }),
    );
  });
});
