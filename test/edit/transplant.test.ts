import process from "node:process";
import { describe, expect, test } from "vitest";
import { type MatchCandidate, type MatchStrategy, type Transplant, transplant } from "../../runtime/edit/mod.ts";
import { dominantEnding } from "../../runtime/text/mod.ts";

interface Given {
  readonly content: string;
  /** Text of the span, which occurs once; the whole content when left out. */
  readonly span?: string;
  readonly strategy?: MatchStrategy;
  readonly oldText: string;
  readonly effectiveOldText?: string;
  readonly newText: string;
}

function lay({ content, span = content, strategy = "line_trimmed", ...texts }: Given): Transplant {
  const start = content.indexOf(span);
  const at: MatchCandidate = { start, end: start + span.length, startLine: 1, endLine: 1 };
  const effectiveOldText = texts.effectiveOldText ?? texts.oldText;
  return transplant({ content, span: at, strategy, ...texts, effectiveOldText, ending: dominantEnding(content) });
}

const text = (laid: string): Transplant => ({ kind: "text", text: laid, adjusted: [] });

describe("exact", () => {
  test("is never re-indented and takes the file's dominant line ending", () => {
    const content = "\ta\r\n\tb\r\n";
    expect(lay({ content, strategy: "exact", oldText: "\ta\n", span: "\ta\r\n", newText: "    x\n\n  y\n" })).toEqual(
      text("    x\r\n\r\n  y\r\n"),
    );
  });

  test("gains and loses final newlines as told", () => {
    expect(lay({ content: "a\nb", strategy: "exact", oldText: "b", span: "b", newText: "c\n" })).toEqual(text("c\n"));
    expect(lay({ content: "a\nb\n", strategy: "exact", oldText: "b\n", span: "b\n", newText: "c" })).toEqual(text("c"));
  });

  test("keeps the foreign terminator of a line that the edit left alone", () => {
    const laid = lay({
      content: "a\r\nb\r\nc\nd\n",
      strategy: "exact",
      span: "c\nd\n",
      oldText: "c\nd\n",
      newText: "c\nX\n",
    });
    expect(laid).toEqual(text("c\nX\r\n"));
  });

  test("takes replacement patterns and escapes literally", () => {
    const newText = "$& $1 $` $' $$ \\n \0";
    expect(lay({ content: "x", strategy: "exact", oldText: "x", newText })).toEqual(text(newText));
  });
});

describe("lines that the edit left alone", () => {
  test("keep trailing spaces, alignment, quotes and their own terminator", () => {
    const content = "a  =  1 \t\n\tb = ‘x’\r\n c\n";
    expect(lay({ content, oldText: "a = 1\nb = 'x'\nc\n", newText: "a = 1\nb = 'x'\nnew\n" })).toEqual(
      text("a  =  1 \t\n\tb = ‘x’\r\n new\n"),
    );
  });

  test("are kept although lines were put between them", () => {
    expect(lay({ content: "  a() \n  b()  ", oldText: "a()\nb()", newText: "x()\na()\n\ny()\nb()\nz()" })).toEqual(
      text("  x()\n  a() \n\n  y()\n  b()  \n  z()"),
    );
  });

  test("block_anchor keeps inner lines only where old text and file agree, and drops the unseen ones", () => {
    const content = "def f():\n    a = 1  \n    unseen()\n    b = 2\n    return a\n";
    const oldText = "def f():\n    a = 1\n    b = 3\n    return a\n";
    const newText = "def f():\n    a = 1\n    b = 3\n    return b\n";
    expect(lay({ content, strategy: "block_anchor", oldText, newText })).toEqual(
      text("def f():\n    a = 1  \n    b = 3\n    return b\n"),
    );
  });
});

test("block_anchor never takes an inner line of the file for the old one at the same place", () => {
  const given = { content: "f:\n  x \n  y\nend\n", strategy: "block_anchor", oldText: "f:\n  a\n  c\nend\n" } as const;
  expect(lay({ ...given, newText: "f:\n  a\n  d\nend\n" })).toEqual(text("f:\n  a\n  d\nend\n"));
});

describe("final newlines of a whole-line match", () => {
  const cases: readonly [name: string, given: Given, expected: string][] = [
    [
      "old has one, new has none: lines are not joined",
      { content: "a \nb\n", span: "a \n", oldText: "a\n", newText: "x" },
      "x\n",
    ],
    [
      "old has none, new has one: no line is added",
      { content: "a \nb\n", span: "a ", oldText: "a", newText: "x\n" },
      "x",
    ],
    ["new has two: one blank line is meant", { content: "a \nb\n", span: "a ", oldText: "a", newText: "x\n\n" }, "x\n"],
    ["the file has none: it does not gain one", { content: "a \nb ", span: "b ", oldText: "b\n", newText: "x\n" }, "x"],
    [
      "lines added behind an open end",
      { content: "a \r\nb ", span: "b ", oldText: "b\n", newText: "b\nx\n" },
      "b \r\nx",
    ],
    [
      "empty new text takes the line with its terminator",
      { content: "a \nb\n", span: "a \n", oldText: "a\n", newText: "" },
      "",
    ],
    [
      "empty new text leaves an empty line when the span has no terminator",
      { content: "a \nb\n", span: "a ", oldText: "a", newText: "" },
      "",
    ],
    [
      "a new text of one line break is one empty line",
      { content: "a \nb\n", span: "a \n", oldText: "a\n", newText: "\n" },
      "\n",
    ],
  ];
  for (const [name, given, expected] of cases) {
    test(name, () => {
      expect(lay(given)).toEqual(text(expected));
    });
  }
});

describe("indentation of written lines", () => {
  const cases: readonly [name: string, given: Given, expected: string][] = [
    [
      "a uniform shift copies odd depth",
      { content: "        a\n", oldText: "a\n", newText: "a\n   b\n      c\n" },
      "        a\n           b\n              c\n",
    ],
    [
      "a needle that is too deep gives depth back",
      { content: "a\n  b\n", oldText: "    a\n      b\n", newText: "    a\n        c\n    d\n" },
      "a\n    c\nd\n",
    ],
    [
      "levels deeper than any shown are counted in tabs",
      {
        content: "\tif a {\n\t\tb()\n\t}\n",
        oldText: "if a {\n    b()\n}\n",
        newText: "if a {\n    if c {\n        b()\n    }\n}\n",
      },
      "\tif a {\n\t\tif c {\n\t\t\tb()\n\t\t}\n\t}\n",
    ],
    [
      "tabs become the file's spaces",
      { content: "  if a:\n    b()\n", oldText: "if a:\n\tb()\n", newText: "if a:\n\tif c:\n\t\tb()\n" },
      "  if a:\n    if c:\n      b()\n",
    ],
    [
      "two columns a level become four",
      { content: "if a:\n    b\n", oldText: "if a:\n  b\n", newText: "if a:\n  if c:\n    d\n" },
      "if a:\n    if c:\n        d\n",
    ],
    [
      "the star of a comment stays one space behind tabs",
      { content: "\t/** a */\n\tf()\n", oldText: "/** a */\nf()\n", newText: "/**\n * b\n */\nf()\n" },
      "\t/**\n\t * b\n\t */\n\tf()\n",
    ],
    [
      "alignment with spaces behind tabs stays when both sides use tabs",
      { content: "\tf(a)\n", oldText: "\tf(a) \n", newText: "\tf(a,\n\t  b)\n" },
      "\tf(a,\n\t  b)\n",
    ],
    [
      "the unit is read off the lines around when the span is flush left",
      { content: "f:\n\tx\ng \nh:\n\ty\n", span: "g \n", oldText: "g\n", newText: "g:\n    z\n" },
      "g:\n\tz\n",
    ],
    [
      "spaces that the new text alone brings into a file of tabs become tabs",
      { content: "\ta \n", oldText: "\ta\n", newText: "\ta\n    b\n        c\n" },
      "\ta \n\tb\n\t\tc\n",
    ],
    [
      "a mixed prefix is copied",
      { content: "\t  x()\n\t  y()\n", oldText: "    x()\n    y()\n", newText: "    x()\n    z()\n      w()\n" },
      "\t  x()\n\t  z()\n\t    w()\n",
    ],
    [
      "a blank line gains nothing and loses what the model indented it with",
      { content: "\ta\n", oldText: "a\n", newText: "b\n\n    \nc\n" },
      "\tb\n\n\n\tc\n",
    ],
    [
      "lost depth comes back by the line that is rewritten",
      {
        content: "if a:\n    if b:\n        c()\n",
        oldText: "if a:\nif b:\nc()\n",
        newText: "if a:\nif b:\nd()\ne()\n",
      },
      "if a:\n    if b:\n        d()\n        e()\n",
    ],
    [
      "lost depth comes back line by line where each resembles the one it rewrites",
      { content: "a(1)\n  b(1)\n    c(1)\n", oldText: "a(1)\nb(1)\nc(1)\n", newText: "a(2)\nb(2)\nc(2)\n" },
      "a(2)\n  b(2)\n    c(2)\n",
    ],
    [
      "a line put between two that agree goes by them though depth was lost elsewhere",
      { content: "a\n  b\n  c\n", oldText: "a\nb\nc\n", newText: "a\nb\nx\nc\n" },
      "a\n  b\n  x\n  c\n",
    ],
  ];
  for (const [name, given, expected] of cases) {
    test(name, () => {
      expect(lay(given)).toEqual(text(expected));
    });
  }

  const nextStep = "; copy old_text with the indentation the file has and indent new_text the same way";

  test("a line between two that disagree is refused when depth was lost", () => {
    expect(lay({ content: "a\n  b\n", oldText: "a\nb\n", newText: "a\nx\nb\n" })).toEqual({
      kind: "refused",
      errorCode: "no_sound_mapping",
      reason: `old_text lost the file's indentation, so line 2 of new_text could stand at several depths${nextStep}`,
    });
  });

  test("a depth that is shown elsewhere settles nothing once depth was lost", () => {
    const given = { content: "a\n    b\n        c\n", oldText: "a\nb\n    c\n" };
    expect(lay({ ...given, newText: "a\n    x\nb\n    c\n" }).kind).toBe("refused");
    expect(lay({ ...given, newText: "a\nb\n    x\n    c\n" })).toEqual(text("a\n    b\n        x\n        c\n"));
  });

  test("one line in place of a block whose depth was lost takes that of the block's head, and without a head is refused", () => {
    const block = { content: "a {\n    if b {\n        c()\n    }\n}\n", oldText: "if b {\nc()\n}\n" };
    expect(lay({ ...block, span: "    if b {\n        c()\n    }\n", newText: "other\n" })).toEqual(
      text("    other\n"),
    );
    const tail = { ...block, span: "        c()\n    }\n", oldText: "c()\n}\n" };
    expect(lay({ ...tail, newText: "other\n" }).kind).toBe("refused");
  });

  test("other lines in place of lines whose depth was lost are refused", () => {
    expect(
      lay({
        content: "if a:\n    if b:\n        c()\n",
        oldText: "if a:\nif b:\nc()\n",
        newText: "while x:\nfoo = 1\nbar = 2\n",
      }).kind,
    ).toBe("refused");
  });

  test("a line left of the file's margin is refused", () => {
    expect(lay({ content: "a\n  b\n", oldText: "    a\n      b\n", newText: "    a\n      b\n  c\n" })).toEqual({
      kind: "refused",
      errorCode: "no_sound_mapping",
      reason: `line 3 of new_text is indented less than the file leaves room for${nextStep}`,
    });
  });
});

describe("escape_normalized", () => {
  const strategy = "escape_normalized";

  test("takes from the new text the escapes that the old text showed, and says on which lines", () => {
    expect(
      lay({
        content: 'say("hi")\n',
        strategy,
        oldText: 'say(\\"hi\\")\n',
        effectiveOldText: 'say("hi")\n',
        newText: 'x()\nsay(\\"bye\\")\n',
      }),
    ).toEqual({
      kind: "text",
      text: 'x()\nsay("bye")\n',
      adjusted: [{ kind: "escapes", lines: [2], total: 1 }],
      warning:
        "old_text carried escapes that the file does not have, and so did new_text (its lines 2); " +
        "they were left out of what was written. Check the result",
    });
  });

  test("leaves a kind of escape that the old text did not show", () => {
    const laid = lay({
      content: 'p("a")\n',
      strategy,
      oldText: 'p(\\"a\\")',
      span: 'p("a")',
      effectiveOldText: 'p("a")',
      newText: 'p(\\"b\\n\\t\\\\n\\")',
    });
    expect(laid.kind === "text" && laid.text).toBe('p("b\\n\\t\\\\n")');
  });

  test("decodes in one pass, so a doubled backslash never joins what follows", () => {
    const laid = lay({
      content: 'p("a\\n")\n',
      strategy,
      span: 'p("a\\n")',
      oldText: 'p(\\"a\\\\n\\")',
      effectiveOldText: 'p("a\\n")',
      newText: 'p(\\"b\\\\n\\")',
    });
    expect(laid.kind === "text" && laid.text).toBe('p("b\\n")');
  });

  test("line breaks written as escapes become lines with the file's ending, untouched ones stay", () => {
    const laid = lay({
      content: "\ta \r\n\tb\r\n",
      strategy,
      span: "\ta \r\n\tb",
      oldText: "a\\nb",
      effectiveOldText: "a\nb",
      newText: "a\\nc\\nd",
    });
    expect(laid).toMatchObject({ text: "\ta \r\n\tc\r\n\td", adjusted: [{ kind: "escapes", lines: [1], total: 1 }] });
  });

  test("a hit within a line is written without indentation", () => {
    const laid = lay({
      content: "  f(x\ty)\n",
      strategy,
      span: "x\ty",
      oldText: "x\\ty",
      effectiveOldText: "x\ty",
      newText: "x,\n y",
    });
    expect(laid).toEqual(text("x,\n y"));
  });
});

describe("a line between two shown indentations", () => {
  const oldText = "if a:\n  b()\n      c()\n";

  test("stands between theirs: where the file has one depth for both, at that", () => {
    expect(lay({ content: "if a:\n    b()\n    c()\n", oldText, newText: "if a:\n    d()\n" })).toEqual(
      text("if a:\n    d()\n"),
    );
  });

  test("is not placed where levels would put it below the deeper one", () => {
    expect(lay({ content: "if a:\n    b()\n      c()\n", oldText, newText: "if a:\n    d()\n" })).toEqual({
      kind: "refused",
      errorCode: "no_sound_mapping",
      reason:
        "old_text lost the file's indentation, so line 2 of new_text could stand at several depths; copy old_text " +
        "with the indentation the file has and indent new_text the same way",
    });
  });
});

describe("line_number_stripped", () => {
  const strategy = "line_number_stripped";
  const content = "def f():\n    return 1 \n";

  test("takes the numbers from a new text that is such a listing throughout", () => {
    const laid = lay({
      content,
      strategy,
      oldText: "9: def f():\n10:     return 1\n",
      effectiveOldText: "def f():\n    return 1\n",
      newText: "9: def f():\n10:     return 1\n\n12:     # end\n",
    });
    expect(laid).toMatchObject({
      text: "def f():\n    return 1 \n\n    # end\n",
      adjusted: [{ kind: "line_numbers", lines: [1, 2, 4], total: 3 }],
    });
  });

  const untouched: readonly [name: string, newText: string][] = [
    ["a line has no number", "9: def f():\n    return 2\n"],
    ["the numbers do not follow each other", "9: def f():\n9:     return 2\n"],
    ["a number is left out", "9: def f():\n11:     return 2\n"],
    ["the mark is another", "9| def f():\n10|     return 2\n"],
    ["the space of the prefix is missing", "9: def f():\n10:return 2\n"],
  ];
  for (const [name, newText] of untouched) {
    test(`leaves the new text alone when ${name}`, () => {
      const oldText = "9: def f():\n10:     return 1\n";
      const laid = lay({ content, strategy, oldText, effectiveOldText: "def f():\n    return 1\n", newText });
      expect(laid).toMatchObject({ adjusted: [], text: newText });
    });
  }

  test("a space after every mark that is indentation in the file is no part of the prefix", () => {
    const given = { content, strategy, span: "    return 1 \n", effectiveOldText: "   return 1\n" } as const;
    const plain = lay({ ...given, oldText: "     2\t    return 1\n", newText: "    return 2\n" });
    expect(plain).toEqual(text("    return 2\n"));
    const listed = lay({ ...given, oldText: "     2\t    return 1\n", newText: "     2\t    return 2\n" });
    expect(listed).toMatchObject({
      text: "    return 2\n",
      adjusted: [{ kind: "line_numbers", lines: [1], total: 1 }],
    });
  });

  test("numbered lines that are kept count as kept, also behind a line 0 put before them", () => {
    const numbered = "1|def f():\n2|    return 1\n";
    const laid = lay({
      content,
      strategy,
      oldText: numbered,
      effectiveOldText: "def f():\n    return 1\n",
      newText: `0|#\n${numbered}`,
    });
    expect(laid).toMatchObject({ text: "#\ndef f():\n    return 1 \n" });
  });
});

describe("typographic_normalized", () => {
  const strategy = "typographic_normalized";

  test("words that the edit left alone keep the file's quotes and spaces, in a line and in a part of one", () => {
    const content = "say “hi” to\u00a0all ‘now’\n";
    const oldText = "say \"hi\" to all 'now'";
    expect(lay({ content, span: content.trimEnd(), strategy, oldText, newText: "say \"bye\" to all 'then'" })).toEqual(
      text("say “bye” to\u00a0all ‘then’"),
    );
    expect(
      lay({ content, span: "“hi” to\u00a0all", strategy, oldText: '"hi" to all', newText: '"hi" to "none"' }),
    ).toEqual(text('“hi” to\u00a0"none"'));
  });

  test("straight quotes of the file stay straight where the model curled them", () => {
    expect(
      lay({ content: "\tprint('hi')\n", strategy, oldText: "print(‘hi’)\n", newText: "print(‘bye’)\nquit(‘now’)\n" }),
    ).toEqual(text("\tprint('bye')\n\tquit(‘now’)\n"));
  });
});

describe("the byte order mark", () => {
  test("is kept whether the span holds it or starts behind it, and never doubled", () => {
    const content = "\ufeffa  b\n";
    expect(lay({ content, oldText: "a b\n", newText: "c\n" })).toEqual(text("\ufeffc\n"));
    expect(lay({ content, oldText: "\ufeffa b\n", newText: "\ufeffc\n" })).toEqual(text("\ufeffc\n"));
    expect(lay({ content, span: "a  b\n", oldText: "a b\n", newText: "\ufeffc\n" })).toEqual(text("c\n"));
    expect(lay({ content, span: "a  b\n", strategy: "exact", oldText: "a  b\n", newText: "\ufeffa  b\n" })).toEqual(
      text("a  b\n"),
    );
  });

  test("is not brought into a file that has none, and is data elsewhere", () => {
    expect(lay({ content: "a \n", oldText: "a\n", newText: "\ufeff\ufeffb\n" })).toEqual(text("b\n"));
    expect(lay({ content: "a \n", oldText: "  a\n", newText: "  \ufeffb\n" })).toEqual(text("b\n"));
    expect(lay({ content: "a\nb \n", span: "b \n", oldText: "b\n", newText: "\ufeffc\n" })).toEqual(text("\ufeffc\n"));
  });
});

test("20,000 rewritten lines, of a shifted block and of one whose depth was lost, cost what 20,000 lines cost", () => {
  const lines = (line: (index: number) => string) => Array.from({ length: 20_000 }, (_, index) => line(index)).join("");
  const content = lines((index) => `\t${"\t".repeat(index % 5)}call(${index}) \n`);
  const expected = text(content.replaceAll("call", "cell").replaceAll(" \n", "\n"));
  for (const unit of ["    ", ""]) {
    const oldText = lines((index) => `${unit.repeat(index % 5)}call(${index})\n`);
    const newText = oldText.replaceAll("call", "cell");
    const started = process.cpuUsage();
    const laid = lay({ content, oldText, newText });
    // About 0.1 s of processor time; pair by pair it would be some seconds.
    expect(process.cpuUsage(started).user).toBeLessThan(1_500_000);
    expect(laid).toEqual(expected);
  }
});
