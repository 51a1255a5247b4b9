import { describe, expect, test } from "vitest";
import { globMatches } from "../../../runtime/diagnostics/ruff/glob.ts";

const FITS: readonly (readonly [pattern: string, path: string, fits: boolean])[] = [
  ["a.py", "a.py", true],
  ["a.py", "src/a.py", true],
  ["a.py", "src/ba.py", false],
  ["./src/a.py", "src/a.py", true],
  ["src/*.py", "src/deep/a.py", true],
  ["src/*.py", "other/a.py", false],
  ["src/**/a.py", "src/a.py", true],
  ["src/**/a.py", "src/x/y/a.py", true],
  ["src/**/a.py", "src/xa.py", false],
  ["**/tests/*", "tests/a.py", true],
  ["**/tests/*", "x/tests/a.py", true],
  ["tests/**", "tests/deep/a.py", true],
  ["***.py", "x/a.py", true],
  ["?.py", "ab.py", false],
  ["?.py", "ü.py", true],
  ["?.py", "𝄞.py", true],
  ["[a-c]x.py", "bx.py", true],
  ["[!a-c]x.py", "bx.py", false],
  ["[^a-c]x.py", "dx.py", true],
  ["[]x].py", "].py", true],
  ["[a-].py", "-.py", true],
  ["{a,b/{c,d}}.py", "b/d.py", true],
  ["{a,b/{c,d}}.py", "b/e.py", false],
  ["{,test_}a.py", "a.py", true],
  ["a,b.py", "a,b.py", true],
  ["a,{b,c}.py", "a,c.py", true],
  ["a\\*.py", "a*.py", true],
  ["a\\*.py", "ab.py", false],
  ["(a|b).+", "(a|b).+", true],
  ["", "a.py", false],
];

describe("patterns of a Ruff configuration", () => {
  test("fit the paths and names that they describe", () => {
    expect(FITS.map(([pattern, path]) => [pattern, path, globMatches(pattern, path)])).toEqual(FITS);
  });

  test("that are none are refused", () => {
    for (const pattern of ["[a", "[!]", "{a", "a}", "{a,{b}", "a\\", "a".repeat(2_001)])
      expect([pattern.slice(0, 9), tried(pattern)]).toEqual([pattern.slice(0, 9), "refused"]);
  });

  test("with thirty stars take work in proportion to their length and the path's", () => {
    let steps = 0;
    const count = () => {
      steps += 1;
    };
    const path = `${"a".repeat(80)}.py`;
    expect(globMatches(`${"*a".repeat(30)}b`, path, count)).toBe(false);
    expect(globMatches(`${"{a,{a,*}}".repeat(30)}b`, path, count)).toBe(false);
    expect(steps).toBeGreaterThan(path.length);
    expect(steps).toBeLessThan(path.length * (62 + 330) * 2);
  });
});

function tried(pattern: string): string {
  try {
    return String(globMatches(pattern, "a.py"));
  } catch (error) {
    if (error instanceof SyntaxError) return "refused";
    throw error;
  }
}
