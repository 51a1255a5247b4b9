import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unifiedDiff } from "../../runtime/text/mod.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

describe("unifiedDiff", () => {
  test("shows a change with its line numbers and three lines around it, deep in a file", () => {
    const before = numbered(2_000);
    const after = before.replace("line 1500\n", () => "line 1500 $&\nnew\n");
    expect(unifiedDiff(before, after, { path: "src/a.ts" })).toEqual({
      text:
        "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1497,7 +1497,8 @@\n line 1497\n line 1498\n line 1499\n" +
        "-line 1500\n+line 1500 $&\n+new\n line 1501\n line 1502\n line 1503\n",
      added: 2,
      removed: 1,
      truncated: false,
    });
  });

  test("marks a missing final newline, and a carriage return is part of its line", () => {
    const { text } = unifiedDiff("a\r\nb", "a\r\nc", { path: "x", contextLines: 1 });
    expect(text).toBe(
      "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\r\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n",
    );
  });

  test("an empty file on either side, and no difference at all", () => {
    expect(unifiedDiff("", "a\n", { path: "x" }).text).toBe("--- a/x\n+++ b/x\n@@ -0,0 +1,1 @@\n+a\n");
    expect(unifiedDiff("a\n", "", { path: "x" }).text).toBe("--- a/x\n+++ b/x\n@@ -1,1 +0,0 @@\n-a\n");
    expect(unifiedDiff("a", "a", { path: "x" })).toEqual({ text: "", added: 0, removed: 0, truncated: false });
  });

  test("a name that would break the header is quoted", () => {
    expect(unifiedDiff("", "a\n", { path: 'o"dd\n' }).text.split("\n").slice(0, 2)).toEqual([
      '--- "a/o\\"dd\\n"',
      '+++ "b/o\\"dd\\n"',
    ]);
  });

  test("is cut at the budget with true counts, in the whole and in the hunk", () => {
    const after = numbered(3_000).replaceAll("line", "row");
    const diff = unifiedDiff(numbered(3_000), after, { path: "x", maxCharacters: 60 });
    expect(diff.text).toBe(
      "--- a/x\n+++ b/x\n@@ -1,8 +0,0 @@\n-line 1\n-line 2\n-line 3\n-line 4\n-line 5\n-line 6\n-line 7\n-line 8\n",
    );
    expect(diff).toMatchObject({ added: 3_000, removed: 3_000, truncated: true });
  });

  const LINES = fc
    .array(fc.constantFrom("a\n", "b\n", "\n", "c\r\n", "d\r"), { maxLength: 12 })
    .chain((lines) => fc.constantFrom(lines.join(""), `${lines.join("")}end`));

  test("applied to the text before it gives the text after it", () => {
    fc.assert(
      fc.property(LINES, LINES, LINES, LINES, fc.nat(4), (head, before, after, tail, contextLines) => {
        const from = head + before + tail;
        const to = head + after + tail;
        const { text, added, removed } = unifiedDiff(from, to, { path: "x", contextLines });
        if (from === to) {
          expect(text).toBe("");
          return;
        }
        expect(applyPatch(from, text, { autoConvertLineEndings: false })).toBe(to);
        const count = (mark: RegExp) =>
          text
            .split("\n")
            .slice(2)
            .filter((line) => mark.test(line)).length;
        expect([added, removed]).toEqual([count(/^\+/), count(/^-/)]);
      }),
      { numRuns: 1_000 },
    );
  });
});
