import { describe, expect, test } from "vitest";
import { type IgnoredDifference, ignoredDifferences, type MatchStrategy } from "../../runtime/edit/mod.ts";
import { dominantEnding } from "../../runtime/text/mod.ts";

function differences(
  content: string,
  oldText: string,
  strategy: MatchStrategy = "whitespace_normalized",
  effectiveOldText = oldText,
): readonly IgnoredDifference[] {
  const span = { start: 0, end: content.length, startLine: 11, endLine: 20 };
  return ignoredDifferences({ content, span, strategy, oldText, effectiveOldText, ending: dominantEnding(content) });
}

describe("ignoredDifferences", () => {
  test("names each kind with the file's lines", () => {
    expect(differences("\ta = 1\n  b  =\t2 \n\nc\n \n", "    a = 1\n  b = 2\n\nc  \n\n")).toEqual([
      { kind: "indentation", lines: [11], total: 1 },
      { kind: "trailing_whitespace", lines: [12, 14, 15], total: 3 },
      { kind: "inner_whitespace", lines: [12], total: 1 },
    ]);
  });

  test("the file's dominant line ending is no difference, a foreign one is", () => {
    expect(differences("a\r\nb\r\nc\n", "a\nb\nc\n")).toEqual([]);
    expect(differences("a\nb\r\nc\n", "a\nb\nc\n")).toEqual([{ kind: "line_ending", lines: [12], total: 1 }]);
  });

  test("a final line break that the file lacks", () => {
    expect(differences("a\nb", "a\nb\n")).toEqual([{ kind: "final_newline", lines: [12], total: 1 }]);
    expect(differences("a\nb\n", "a\nb")).toEqual([]);
  });

  test("quotes and no-break spaces are told apart", () => {
    expect(differences("x\u00a0y\n“z”\n", 'x y\n"z"\n', "typographic_normalized")).toEqual([
      { kind: "no_break_space", lines: [11], total: 1 },
      { kind: "quotes", lines: [12], total: 1 },
    ]);
  });

  test("escapes are named by the file lines that they decode to", () => {
    expect(differences('a\n  b "c"\nd\n', 'a\\nb \\"c\\"\nd\n', "escape_normalized", 'a\nb "c"\nd\n')).toEqual([
      { kind: "escapes", lines: [11, 12], total: 2 },
      { kind: "indentation", lines: [12], total: 1 },
    ]);
  });

  test("numbered lines of a listing, blank ones without number left out", () => {
    expect(differences("a\n\nb\n", "1: a\n\n3: b\n", "line_number_stripped", "a\n\nb\n")).toEqual([
      { kind: "line_numbers", lines: [11, 13], total: 2 },
    ]);
  });

  test("block_anchor names the lines that no old line stands for", () => {
    expect(differences("f:\n  a \n  unseen\n  b\nend\n", "f:\n  a\n  c\nend\n", "block_anchor")).toEqual([
      { kind: "trailing_whitespace", lines: [12], total: 1 },
      { kind: "not_compared", lines: [13, 14], total: 2 },
    ]);
  });

  test("block_anchor tells of old lines that the file lacks, on the line before them", () => {
    expect(differences("b\na  b\n", "b\na\na  b\n", "block_anchor")).toEqual([
      { kind: "missing_lines", lines: [11], total: 1 },
    ]);
  });

  test("at most twenty lines are named, all are counted", () => {
    const [note] = differences("a \n".repeat(50), "a\n".repeat(50));
    expect(note).toEqual({
      kind: "trailing_whitespace",
      lines: Array.from({ length: 20 }, (_, i) => i + 11),
      total: 50,
    });
  });
});
