import { describe, expect, test } from "vitest";
import { applyEdit, type EditCommand, type EditOutcome } from "../../runtime/edit/mod.ts";

function edit(content: string, old_text: string, new_text: string, more: Partial<EditCommand> = {}): EditOutcome {
  return applyEdit(content, { command: "str_replace", old_text, new_text, ...more });
}

/** Without the sentence for people, which has tests of its own. */
function facts(outcome: EditOutcome) {
  if (outcome.kind === "edited") return outcome;
  const { message, ...rest } = outcome;
  expect(message).not.toBe("");
  return rest;
}

describe("which strategy decides", () => {
  test("exact wins and reports its line", () => {
    expect(edit("one\ntwo\nthree\n", "two", "2")).toEqual({
      kind: "edited",
      content: "one\n2\nthree\n",
      strategy: "exact",
      replacements: 1,
      matchedLines: [[2, 2]],
      requiresReview: false,
      differencesIgnored: [],
      newTextAdjusted: [],
    });
  });

  test("a dropped trailing space is recovered and the replacement is written as given", () => {
    expect(edit("a = 1   \nb = 2\n", "a = 1\nb = 2", "a = 9\nb = 2")).toEqual({
      kind: "edited",
      content: "a = 9\nb = 2\n",
      strategy: "indentation_flexible",
      replacements: 1,
      matchedLines: [[1, 2]],
      requiresReview: false,
      differencesIgnored: [{ kind: "trailing_whitespace", lines: [1], total: 1 }],
      newTextAdjusted: [],
    });
  });

  test("inner spacing is recovered by whitespace_normalized", () => {
    expect(edit("x\nname    =  1\ny\n", "name = 1", "name = 2")).toEqual({
      kind: "edited",
      content: "x\nname = 2\ny\n",
      strategy: "whitespace_normalized",
      replacements: 1,
      matchedLines: [[2, 2]],
      requiresReview: false,
      differencesIgnored: [{ kind: "inner_whitespace", lines: [2], total: 1 }],
      newTextAdjusted: [],
    });
  });

  test("a uniform shift is recovered by indentation_flexible and the replacement keeps the file's indentation", () => {
    expect(
      edit("class A:\n    def f(self):\n        go()\n", "def f(self):\n    go()", "def f(self):\n    stop()"),
    ).toEqual({
      kind: "edited",
      content: "class A:\n    def f(self):\n        stop()\n",
      strategy: "indentation_flexible",
      replacements: 1,
      matchedLines: [[2, 3]],
      requiresReview: false,
      differencesIgnored: [{ kind: "indentation", lines: [2, 3], total: 2 }],
      newTextAdjusted: [],
    });
  });

  test("mangled relative indentation is recovered by line_trimmed", () => {
    expect(edit("if a:\n    b()\n    c()\n", "if a:\n  b()\n      c()", "if z:\n    d()")).toEqual({
      kind: "edited",
      content: "if z:\n    d()\n",
      strategy: "line_trimmed",
      replacements: 1,
      matchedLines: [[1, 3]],
      requiresReview: false,
      differencesIgnored: [{ kind: "indentation", lines: [2, 3], total: 2 }],
      newTextAdjusted: [],
    });
  });

  test("over-escaped quotes are recovered by escape_normalized and new text with the same fault is decoded too", () => {
    expect(edit('say("hi")\n', 'say(\\"hi\\")', 'say(\\"bye\\")')).toEqual({
      kind: "edited",
      content: 'say("bye")\n',
      strategy: "escape_normalized",
      replacements: 1,
      matchedLines: [[1, 1]],
      requiresReview: false,
      differencesIgnored: [{ kind: "escapes", lines: [1], total: 1 }],
      newTextAdjusted: [{ kind: "escapes", lines: [1], total: 1 }],
      warning:
        "old_text carried escapes that the file does not have, and so did new_text (its lines 1); " +
        "they were left out of what was written. Check the result",
    });
  });

  test("an escaped line feed matches the real one, by trimmed lines when the bytes differ", () => {
    expect(edit("  a()  \n  b()\nc()\n", "a()\\nb()", "x()")).toEqual({
      kind: "edited",
      content: "  x()\nc()\n",
      strategy: "escape_normalized",
      replacements: 1,
      matchedLines: [[1, 2]],
      requiresReview: false,
      differencesIgnored: [
        { kind: "escapes", lines: [1], total: 1 },
        { kind: "indentation", lines: [1, 2], total: 2 },
        { kind: "trailing_whitespace", lines: [1], total: 1 },
      ],
      newTextAdjusted: [],
    });
  });

  test("indentation is compared with the needle as it was decoded", () => {
    expect(edit("\t\tf()\n\t\tg()\n", "\\tf()  \\n\\tg()", "\tx()")).toMatchObject({
      content: "\t\tx()\n",
      strategy: "escape_normalized",
    });
  });

  test("an invented interior is recovered by block_anchor, which asks for review", () => {
    expect(
      edit("def h():\n    a = 1\n    return a\n", "def h():\n    zzz\n    return a", "def h():\n    return 0"),
    ).toEqual({
      kind: "edited",
      content: "def h():\n    return 0\n",
      strategy: "block_anchor",
      replacements: 1,
      matchedLines: [[1, 3]],
      requiresReview: true,
      differencesIgnored: [{ kind: "not_compared", lines: [2], total: 1 }],
      newTextAdjusted: [],
    });
  });

  test("a needle of two lines never anchors a block", () => {
    expect(facts(edit("start\nmiddle\nend\n", "start\nend", "x"))).toMatchObject({ errorCode: "not_found" });
  });

  test("an interior of 20 lines does not fit a needle whose interior has one", () => {
    const content = `start\n${"x\n".repeat(20)}end\n`;
    expect(facts(edit(content, "start\ny\nend", "z"))).toMatchObject({ errorCode: "not_found" });
  });

  test("block_anchor accepts an interior two lines longer or shorter and no more", () => {
    const needle = "start\n1\n2\n3\nend";
    const interior = (lines: number) => `start\n${"q\n".repeat(lines)}end\n`;
    const kinds = [0, 1, 3, 5, 6].map((lines) => edit(interior(lines), needle, "z").kind);
    expect(kinds).toEqual(["refused", "edited", "edited", "edited", "refused"]);
  });

  test("block_anchor chooses no closing line where two fit", () => {
    expect(facts(edit("a {\nx\n}\n}\n", "a {\ny\n}", "z"))).toMatchObject({ errorCode: "ambiguous" });
  });

  test("one exact place beats two loose ones", () => {
    expect(edit("  go()\ngo( )\n go()x\n\tgo()\n", "\tgo()\n", "\tstop()\n")).toMatchObject({
      content: "  go()\ngo( )\n go()x\n\tstop()\n",
      strategy: "exact",
    });
  });
});

describe("refusals", () => {
  test("two exact places are ambiguous under exact", () => {
    expect(edit("x = 1\ny\nx = 1\n", "x = 1", "x = 2")).toEqual({
      kind: "refused",
      errorCode: "ambiguous",
      message:
        "exact found 2 places (lines 1, 3); add surrounding lines to old_text so that it names one, or pass " +
        "replace_all to change every one",
      strategy: "exact",
      candidates: [
        { start: 0, end: 5, startLine: 1, endLine: 1 },
        { start: 8, end: 13, startLine: 3, endLine: 3 },
      ],
    });
  });

  test("two lines that differ in indentation only are both exact substrings", () => {
    expect(facts(edit("go()\n    go()\n", "go()", "x"))).toMatchObject({ errorCode: "ambiguous", strategy: "exact" });
  });

  test("an ambiguity names the first ten lines", () => {
    const outcome = edit("x\n".repeat(12), "x", "y");
    expect(outcome).toMatchObject({
      errorCode: "ambiguous",
      message: expect.stringContaining("exact found 12 places (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ...)"),
    });
  });

  test("an ambiguous block_anchor does not advertise replace_all", () => {
    const content = "if (a) {\n  1\n}\nif (a) {\n  2\n}\n";
    const outcome = edit(content, "if (a) {\n  3\n}", "z");
    expect(outcome).toMatchObject({ errorCode: "ambiguous", strategy: "block_anchor" });
    expect(outcome.kind === "refused" && outcome.message).not.toContain("replace_all");
  });

  test("replace_all changes both of two places", () => {
    expect(edit("x = 1\ny\nx = 1\n", "x = 1", "x = 2", { replace_all: true })).toEqual({
      kind: "edited",
      content: "x = 2\ny\nx = 2\n",
      strategy: "exact",
      replacements: 2,
      matchedLines: [
        [1, 1],
        [3, 3],
      ],
      requiresReview: false,
      differencesIgnored: [],
      newTextAdjusted: [],
    });
  });

  test("a wrong checksum is fatal even under replace_all", () => {
    expect(facts(edit("x\nx\n", "x", "y", { replace_all: true, expected_replacements: 3 }))).toEqual({
      kind: "refused",
      errorCode: "unexpected_replacement_count",
      strategy: "exact",
      candidates: [
        { start: 0, end: 1, startLine: 1, endLine: 1 },
        { start: 2, end: 3, startLine: 2, endLine: 2 },
      ],
    });
  });

  test("expected_replacements does not imply replace_all: two places stay ambiguous", () => {
    expect(facts(edit("x\nx\n", "x", "y", { expected_replacements: 2 }))).toMatchObject({ errorCode: "ambiguous" });
  });

  test("block_anchor refuses a span that carries far more text than the needle", () => {
    const content = `start\n${"a".repeat(400)}\nend\n`;
    expect(edit(content, "start\nb\nend", "z")).toMatchObject({
      kind: "refused",
      errorCode: "oversized_span",
      strategy: "block_anchor",
      message: expect.stringContaining("with 408 characters without whitespace where old_text allows 37"),
    });
  });

  test("the size of a span is limited to floor(1.5 x significant length) + 24, to the character", () => {
    // "start", "b" and "end" are 9 significant characters: 13 + 24 = 37 are allowed, 8 of them outside the interior.
    const span = (interior: number) => `start\n${"a".repeat(interior)}\nend\n`;
    expect(edit(span(29), "start\nb\nend", "z").kind).toBe("edited");
    expect(edit(span(30), "start\nb\nend", "z")).toMatchObject({ errorCode: "oversized_span" });
  });

  test("20 flush-left lines for a block indented by twelve are not oversized", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `x${index}`);
    const content = lines.map((line) => `            ${line}\n`).join("");
    expect(edit(content, lines.join("\n"), "y")).toMatchObject({
      kind: "edited",
      content: "            y\n",
      strategy: "indentation_flexible",
    });
  });

  test("an empty needle is refused before anything is searched", () => {
    expect(facts(edit("abc\n", "", "x"))).toEqual({ kind: "refused", errorCode: "empty_needle" });
  });

  test("blank needles match exactly or not at all", () => {
    const content = "a\n\n  \nb\n\t\n";
    for (const needle of ["   ", "\t\n \n", "\n\n\n\n", " \n \n "]) {
      expect(facts(edit(content, needle, "x"))).toEqual({ kind: "refused", errorCode: "not_found" });
    }
    expect(edit(content, "\n  \n", "\n")).toMatchObject({ kind: "edited", content: "a\n\nb\n\t\n", strategy: "exact" });
  });
});

describe("faults of earlier designs, by their smallest inputs", () => {
  test("two overlapping exact placements are two places", () => {
    expect(facts(edit("}\n}\n}\n", "}\n}", "}"))).toEqual({
      kind: "refused",
      errorCode: "ambiguous",
      strategy: "exact",
      candidates: [
        { start: 0, end: 3, startLine: 1, endLine: 2 },
        { start: 2, end: 5, startLine: 2, endLine: 3 },
      ],
    });
  });

  test("overlapping places are refused under replace_all, exact or not, with the right count too", () => {
    for (const [content, needle, strategy] of [
      ["aaa", "aa", "exact"],
      ["}  \n}\t\n} ", "}\n}", "indentation_flexible"],
    ] as const) {
      expect(facts(edit(content, needle, "x", { replace_all: true, expected_replacements: 2 }))).toMatchObject({
        errorCode: "overlapping_matches",
        strategy,
      });
    }
  });

  test("places that only touch are disjoint", () => {
    expect(edit("x\nx\n", "x\n", "y\n", { replace_all: true })).toMatchObject({ content: "y\ny\n", replacements: 2 });
  });

  test("new text is never a pattern", () => {
    for (const newText of ["$&", "$1 $<n> $$ $` $'", "\\1\\0", "a\u0000b"]) {
      expect(edit("x\n", "x", newText)).toMatchObject({ kind: "edited", content: `${newText}\n` });
    }
  });

  test("spaces where the file has tabs are written as tabs", () => {
    expect(edit("f {\n\tif a {\n\t\tb\n\t}\n}\n", "    if a {\n        b\n    }", "    if z {\n    }")).toMatchObject({
      content: "f {\n\tif z {\n\t}\n}\n",
      strategy: "line_trimmed",
    });
  });

  test("the file's deeper indentation goes between the common prefix and the rest of a line", () => {
    expect(edit("\t  a\n\t  b\n", "\ta\n\tb", "\tx\n\t\ty\n\n\tz")).toMatchObject({
      content: "\t  x\n\t  \ty\n\n\t  z\n",
      strategy: "indentation_flexible",
    });
  });

  test("a needle deeper than the file moves the replacement out, and a blank line gets no spaces", () => {
    expect(edit("  a\n  b\n", "      a\n      b", "      x\n        y\n \n      z")).toMatchObject({
      content: "  x\n    y\n\n  z\n",
      strategy: "indentation_flexible",
    });
  });

  test("a line that would stand left of the margin refuses the edit", () => {
    expect(edit("  a\n  b\n", "      a\n      b", "      x\nz")).toEqual({
      kind: "refused",
      errorCode: "no_sound_mapping",
      message:
        "line 2 of new_text is indented less than the file leaves room for; copy old_text with the indentation the " +
        "file has and indent new_text the same way (lines 1 to 2 of the file)",
      strategy: "indentation_flexible",
      candidates: [{ start: 0, end: 7, startLine: 1, endLine: 2 }],
    });
  });

  test("indentation is taken from the first line that is not blank", () => {
    expect(edit("x\n\n    foo()\n    bar()\n", "\nfoo()\nbar()", "\nfoo()\nbaz()")).toMatchObject({
      content: "x\n\n    foo()\n    baz()\n",
    });
  });

  test("exotic separators are data: they end no line, are never trimmed and do not shift line numbers", () => {
    for (const separator of ["\v", "\f", "\u001c", "\u0085", "\u2028", "\u2029"]) {
      expect(facts(edit(`a${separator}b\nc\n`, "a\nb", "x"))).toMatchObject({ errorCode: "not_found" });
      expect(facts(edit(`a${separator}\nc\n`, "a\n", "x"))).toMatchObject({ errorCode: "not_found" });
      expect(edit(`x\n${separator}\ny  = 2\n`, "y = 2", "y = 3")).toMatchObject({
        content: `x\n${separator}\ny = 3\n`,
        matchedLines: [[3, 3]],
      });
    }
  });

  test("whole-line strategies see line 1 without its byte order mark, and exactly one mark stays", () => {
    expect(edit("\ufeffusing  A;\nb\n", "using A;", "using B;\nusing C;")).toEqual({
      kind: "edited",
      content: "\ufeffusing B;\nusing C;\nb\n",
      strategy: "whitespace_normalized",
      replacements: 1,
      matchedLines: [[1, 1]],
      requiresReview: false,
      differencesIgnored: [{ kind: "inner_whitespace", lines: [1], total: 1 }],
      newTextAdjusted: [],
    });
  });

  test("a byte order mark in needle and new text means the start of the file and is not doubled", () => {
    expect(edit("\ufeffa\nb\na\n", "\ufeffa\n", "\ufeffx\n")).toMatchObject({
      content: "\ufeffx\nb\na\n",
      strategy: "exact",
    });
    expect(edit("\ufeffa\nb\n", "a", "\ufeffx")).toMatchObject({ content: "\ufeffx\nb\n" });
    expect(edit("\ufeffa\nb\n", "\ufeffa\n", "")).toMatchObject({ content: "\ufeffb\n" });
  });

  test("U+FEFF inside the text is a character like any other", () => {
    expect(facts(edit("x\n\ufeffa\n", "\ufeff a", "b"))).toMatchObject({ errorCode: "not_found" });
    expect(edit("x\n\ufeffa\n", "\ufeffa", "\ufeffb")).toMatchObject({ content: "x\n\ufeffb\n", strategy: "exact" });
  });

  test("escapes are decoded in one pass: two backslashes and an n are a backslash and an n", () => {
    expect(edit('p = "\\n"\n', 'p = \\"\\\\n\\"', "q")).toMatchObject({
      content: "q\n",
      strategy: "escape_normalized",
    });
  });

  test("a needle that decodes to line breaks alone fits nowhere", () => {
    expect(facts(edit("a\nb\n", "\\n", ""))).toMatchObject({ errorCode: "not_found" });
  });

  test("a result equal to the file is refused, whatever the strategy", () => {
    expect(facts(edit("same\n", "same", "same"))).toEqual({
      kind: "refused",
      errorCode: "no_change",
      strategy: "exact",
      candidates: [{ start: 0, end: 4, startLine: 1, endLine: 1 }],
    });
    expect(facts(edit("    a\n    b\n", "a\nb", "a\nb"))).toMatchObject({
      errorCode: "no_change",
      strategy: "indentation_flexible",
    });
    expect(facts(edit("a\r\nb\r\n", "a\nb", "a\r\nb"))).toMatchObject({ errorCode: "no_change", strategy: "exact" });
  });

  test("a needle with a final line break leaves an unterminated last line unterminated", () => {
    expect(edit("a \nb ", "a\nb\n", "c\nd\n")).toMatchObject({ content: "c\nd" });
    expect(edit("a \r\nb ", "b\n", "c\nd\n")).toMatchObject({ content: "a \r\nc\r\nd" });
  });

  test("no edge of a place parts a CRLF or a surrogate pair", () => {
    expect(facts(edit("a\r\nb\nc\nd\n", "\nb", "x"))).toMatchObject({ errorCode: "not_found" });
    expect(edit("a\r\nb\rc\rd\r", "a\r", "x\r")).toMatchObject({
      content: "x\rb\rc\rd\r",
      strategy: "indentation_flexible",
    });
    expect(facts(edit("\u{1f600}\n", "\ude00", "x"))).toMatchObject({ errorCode: "not_found" });
    expect(facts(edit("\u{1f600}\n", "\ud83d", "x"))).toMatchObject({ errorCode: "not_found" });
  });
});

describe("line endings", () => {
  test("a CRLF file with an LF replacement stays pure CRLF", () => {
    expect(edit("a\r\nb\r\nc\r\n", "b\nc", "x\ny\nz")).toMatchObject({
      content: "a\r\nx\r\ny\r\nz\r\n",
      strategy: "exact",
    });
  });

  test("a CRLF needle and replacement against an LF file leave it LF", () => {
    expect(edit("a\nb\nc\n", "a\r\nb", "x\r\ny")).toMatchObject({ content: "x\ny\nc\n", strategy: "exact" });
  });

  test("indentation_flexible keeps CRLF when the needle has LF", () => {
    expect(edit("a \r\nb\r\n", "a\nb", "c\nd")).toMatchObject({
      content: "c\r\nd\r\n",
      strategy: "indentation_flexible",
      matchedLines: [[1, 2]],
    });
  });

  test("a CR file gets CR", () => {
    expect(edit("a\rb\rc\r", "b", "x\ny")).toMatchObject({ content: "a\rx\ry\rc\r", matchedLines: [[2, 2]] });
  });

  test("line ends outside the span keep their own kind", () => {
    expect(edit("a\nb\r\nc\rd\r\n", "c", "x\ny")).toMatchObject({ content: "a\nb\r\nx\r\ny\rd\r\n" });
  });
});
