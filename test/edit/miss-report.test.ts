import { describe, expect, test } from "vitest";
import { firstDifference, type MissReason } from "../../runtime/edit/mod.ts";

describe("firstDifference", () => {
  const reasons: readonly [reason: MissReason, file: string, old: string, column: number, oldColumn: number][] = [
    ["curly_quote", "say ‘hi’", "say 'hi'", 5, 5],
    ["dash", "1–5", "1-5", 2, 2],
    ["escaped", 'say("hi")', 'say(\\"hi\\")', 5, 5],
    ["escaped", 'say("a\\nb")', 'say("a', 7, 7],
    ["escaped", "a = '\\\\n'", "a = '\\n'", 7, 7],
    ["case", "handleUpperCase()", "handleUppercase()", 12, 12],
    ["unicode_form", "caf\u00e9 x", "cafe\u0301 x", 4, 4],
    ["tab_or_spaces", "f( x )", "f(x)", 3, 3],
    ["other_words", "x = 1", "x = 2", 5, 5],
    ["other_words", "print（1）", "print(1)", 6, 6],
    ["other_words", "a = \u{1f600}", "a = \u{1f601}", 5, 5],
    ["case", "\t\tx   =  Y", "x = y", 10, 5],
  ];
  for (const [reason, file, old, column, oldColumn] of reasons) {
    test(`${reason}: ${JSON.stringify(file)} against ${JSON.stringify(old)}`, () => {
      const found = firstDifference(`head\n${file}\n`, 2, old);
      expect(found).toMatchObject({ reason, line: 2, oldLine: 1, column, oldColumn });
    });
  }

  test("says both characters with their code points, and where", () => {
    expect(firstDifference("a\nb = “c”\n", 1, 'a\nb = "c"\n')).toEqual({
      line: 2,
      column: 5,
      oldLine: 2,
      oldColumn: 5,
      reason: "curly_quote",
      fileCharacter: "“",
      oldCharacter: '"',
      message:
        'at line 2, column 5 the file has “ (U+201C) where old_text (its line 2, column 5) has " (U+0022): ' +
        "a curly quote against a straight one",
    });
  });

  test("passes over what the matchers overlook, unless nothing else differs", () => {
    expect(firstDifference("  a \nb\tc\nD\n", 1, "a\nb c\nd\n")).toMatchObject({ line: 3, reason: "case" });
    expect(firstDifference("  a \nb\tc\nD\n", 1, "  a \nb c\nD\n")).toMatchObject({
      line: 2,
      column: 2,
      reason: "tab_or_spaces",
      message:
        "at line 2, column 2 the file has U+0009 where old_text (its line 2, column 2) has U+0020: " +
        "whitespace differs (a tab against spaces, or a space more or less)",
    });
  });

  test("blank lines before the first line with text have no line in the block", () => {
    expect(firstDifference("x\na\nB\n", 2, "\n\na\nb\n")).toMatchObject({ line: 3, oldLine: 4, reason: "case" });
  });

  test("the byte order mark is no part of line 1", () => {
    expect(firstDifference("\ufeffa\n", 1, "b")).toMatchObject({ line: 1, column: 1, fileCharacter: "a" });
  });

  test("an old text that goes on where the file ends", () => {
    expect(firstDifference("a\n", 1, "a\nb\n")).toEqual({
      line: 2,
      column: 1,
      oldLine: 2,
      oldColumn: 1,
      reason: "line_missing",
      fileCharacter: "",
      oldCharacter: "",
      message: "old_text goes on at its line 2, where the file ends",
    });
  });

  test("is undefined when nothing differs", () => {
    expect(firstDifference("a\r\nb\r\n", 1, "a\nb")).toBeUndefined();
  });
});
