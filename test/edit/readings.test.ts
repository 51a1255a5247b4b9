import { describe, expect, test } from "vitest";
import { isElision } from "../../runtime/edit/elision.ts";
import { stripListingNumbers } from "../../runtime/edit/listing-numbers.ts";
import { findEditMatch } from "../../runtime/edit/mod.ts";
import { foldTypography } from "../../runtime/edit/typography.ts";

describe("listing numbers", () => {
  test("come off when every line has one, with the same mark and in sequence", () => {
    expect(stripListingNumbers("     9\ta\n    10\t\tb\n")).toEqual({ text: "a\n\tb\n", mark: "\t", spaced: false });
    expect(stripListingNumbers("1|a\r\n2|\r\n3|b")).toEqual({ text: "a\r\n\r\nb", mark: "|", spaced: false });
    for (const text of [
      "1: a\nb",
      "1: a\n3: b",
      "1: a\n2| b",
      "2: a\n1: b",
      "0: a",
      "01: a",
      "x1: a",
      "1 a",
      "1.5: a",
    ]) {
      expect(stripListingNumbers(text), text).toBeUndefined();
    }
  });

  test("take one space with them only when every line that is not empty has it", () => {
    expect(stripListingNumbers("1: a\n2:\n3:   b")).toEqual({ text: "a\n\n  b", mark: ":", spaced: true });
    expect(stripListingNumbers("1: a\n2:b")).toEqual({ text: " a\nb", mark: ":", spaced: false });
  });

  test("stay when the last line would vanish with its number", () => {
    expect(stripListingNumbers("1:a\n2:")).toBeUndefined();
    expect(stripListingNumbers("1: a\n2: ")).toBeUndefined();
    expect(stripListingNumbers("1:a\n2:\n")).toMatchObject({ text: "a\n\n" });
  });

  test("stripped text is found in whole lines only, never within one", () => {
    expect(findEditMatch("xreturn\nreturned\n", "1: return")).toMatchObject({ errorCode: "not_found" });
    expect(findEditMatch("xreturn\n  return\n", "1: return")).toMatchObject({
      strategy: "line_number_stripped",
      candidates: [{ start: 8, end: 16, startLine: 2, endLine: 2 }],
    });
  });

  test("the number chooses no place", () => {
    expect(findEditMatch("a\nb\na\n", "3: a")).toMatchObject({
      errorCode: "ambiguous",
      strategy: "line_number_stripped",
    });
  });
});

describe("typographic characters", () => {
  test("fold one to one to quotes and spaces; dashes and composed letters stay", () => {
    const text = "\u2018a\u2019 \u201cb\u201d \u201ac\u201b \u201ed\u201f\u00a0\u2013\u2014\u2026\u00e9e\u0301";
    expect(foldTypography(text)).toBe(`'a' "b" 'c' "d" \u2013\u2014\u2026\u00e9e\u0301`);
  });

  test("count in the file too, within a line and across lines", () => {
    expect(findEditMatch("x = \u2018a\u2019;\ny\n", "'a'")).toMatchObject({
      strategy: "typographic_normalized",
      candidates: [{ start: 4, end: 7 }],
    });
    expect(findEditMatch("x\u00a0= \u201ca\u201d;\ny\n", 'x = "a";\ny')).toMatchObject({
      strategy: "typographic_normalized",
      candidates: [{ start: 0, end: 10, startLine: 1, endLine: 2 }],
    });
  });

  test("are not folded while an exact place is there", () => {
    expect(findEditMatch("'a'\n\u2018a\u2019\n", "'a'")).toMatchObject({
      strategy: "exact",
      candidates: [{ startLine: 1 }],
    });
  });
});

describe("what a strategy took the needle for", () => {
  test("is said by those that read it differently, with whether whole lines were compared", () => {
    const reading = (content: string, oldText: string) => {
      const match = findEditMatch(content, oldText);
      return match.kind === "matched" ? match.reading : match.errorCode;
    };
    expect(reading('say("a")\n', 'say(\\"a\\")')).toEqual({ text: 'say("a")', wholeLines: false });
    expect(reading('  say("a")\n    b\n', 'say(\\"a\\")\nb')).toEqual({ text: 'say("a")\nb', wholeLines: true });
    expect(reading("a\nb\n", "1: a\n2: b")).toEqual({ text: "a\nb", wholeLines: true });
    expect(reading("'a'\n", "\u2018a\u2019")).toEqual({ text: "\u2018a\u2019", wholeLines: false });
    expect(reading("  a\n", "   a")).toBeUndefined();
  });
});

describe("lines that stand for left-out text", () => {
  test("are dots, and comments that say so", () => {
    for (const line of [
      "...",
      "    ...",
      "\u2026",
      "[...]",
      "// ...",
      "# ... existing code ...",
      "... rest of the function",
      "# rest unchanged",
      "/* unchanged */",
      "<!-- remaining markup -->",
      "-- same as before",
      "{/* ... */}",
    ]) {
      expect(isElision(line), line).toBe(true);
    }
  });

  test("are not code that merely has dots or such words in it", () => {
    for (const line of [
      "...args,",
      "f(...);",
      "rest = 1",
      "return unchanged",
      "# loads the rest of it",
      "x",
      "",
      "//",
    ]) {
      expect(isElision(line), line).toBe(false);
    }
  });

  test("are refused only where block_anchor would decide", () => {
    expect(findEditMatch("def f():\n    a\n    return 1\n", "def f():\n    ...\n    return 1")).toMatchObject({
      errorCode: "elision_placeholder",
      strategy: "block_anchor",
    });
    expect(findEditMatch("def f():\n    ... \n    return 1\n", "def f():\n    ...\n    return 1")).toMatchObject({
      strategy: "indentation_flexible",
    });
    expect(findEditMatch("def f():\n    a\n", "def f():\n    ...\n    return 1")).toMatchObject({
      errorCode: "not_found",
    });
  });
});

describe("block_anchor", () => {
  test("takes no last line that stands elsewhere than in the needle", () => {
    const content = "class A {\n  open() {\n    try {\n      go();\n    }\n  }\n}\n";
    expect(findEditMatch(content, "  open() {\n    x\n    y\n  }")).toMatchObject({
      strategy: "block_anchor",
      requiresReview: true,
      candidates: [{ startLine: 2, endLine: 6 }],
    });
    expect(findEditMatch(content, "  open() {\n    x\n    }")).toMatchObject({
      candidates: [{ startLine: 2, endLine: 5 }],
    });
    expect(findEditMatch(content, "  open() {\n    x\n}")).toMatchObject({ errorCode: "not_found" });
  });
});

describe("many places", () => {
  test("are counted all and listed ten", () => {
    const match = findEditMatch("  a\n".repeat(5000), "a \n");
    expect(match).toMatchObject({ errorCode: "ambiguous", strategy: "indentation_flexible", candidateCount: 5000 });
    expect(match.candidates?.map(({ startLine }) => startLine)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const all = findEditMatch("  a\n".repeat(5000), "a \n", { replaceAll: true });
    expect(all.candidates?.length).toBe(5000);
    expect(all.candidates?.at(-1)).toEqual({ start: 19996, end: 20000, startLine: 5000, endLine: 5000 });
  });
});
