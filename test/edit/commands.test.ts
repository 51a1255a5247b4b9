import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyEdit,
  type CommandOutcome,
  EDIT_COMMANDS,
  inferCommand,
  insert,
  multiEdit,
  strReplace,
} from "../../runtime/edit/mod.ts";

function text(outcome: CommandOutcome): string {
  return outcome.kind === "edited" ? outcome.content : `${outcome.errorCode}: ${outcome.message}`;
}

describe("str_replace", () => {
  test("a result has the lines before and after", () => {
    expect(strReplace("a\nb\nc\nb\n", { old_text: "b\n", new_text: "x\ny\n", replace_all: true })).toEqual({
      kind: "edited",
      content: "a\nx\ny\nc\nx\ny\n",
      strategy: "exact",
      replacements: 2,
      matchedLines: [
        [2, 2],
        [4, 4],
      ],
      changes: [
        { before: [2, 2], after: [2, 3] },
        { before: [4, 4], after: [5, 6] },
      ],
      requiresReview: false,
      differencesIgnored: [],
      newTextAdjusted: [],
    });
  });

  test("without the further arguments it is the edit of a single text, refusals included", () => {
    const lines = fc.array(fc.constantFrom("a", "  a", "b ", "b", "", "}"), { minLength: 1, maxLength: 6 });
    const source = fc.tuple(lines, fc.constantFrom("\n", "\r\n")).map(([bodies, ending]) => bodies.join(ending));
    fc.assert(
      fc.property(source, source, source, fc.boolean(), (content, old_text, new_text, replace_all) => {
        const plain = applyEdit(content, { command: "str_replace", old_text, new_text, replace_all });
        const outcome = strReplace(content, { old_text, new_text, replace_all });
        if (outcome.kind === "refused") {
          expect(outcome).toEqual(plain);
        } else {
          const { changes, ...rest } = outcome;
          expect([rest, changes.length]).toEqual([plain, outcome.replacements]);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("occurrence picks one of several places, in the strategy that decides", () => {
    const file = "x = 1\ny\nx = 1\n";
    expect(text(strReplace(file, { old_text: "x = 1", new_text: "x = 2", occurrence: 2 }))).toBe("x = 1\ny\nx = 2\n");
    expect(text(strReplace(file, { old_text: "y", new_text: "z", occurrence: 1 }))).toBe("x = 1\nz\nx = 1\n");
    expect(strReplace("\tp\n\tq\n\tp\n\tq\n", { old_text: "p\nq", new_text: "p\nr", occurrence: 2 })).toMatchObject({
      content: "\tp\n\tq\n\tp\n\tr\n",
      strategy: "indentation_flexible",
      matchedLines: [[3, 4]],
    });
    expect(strReplace(file, { old_text: "x = 1", new_text: "", occurrence: 3 })).toMatchObject({
      errorCode: "bad_argument",
      message: "occurrence is 3, and exact found 2 (lines 1 and 3); count from 1",
    });
    expect(strReplace(file, { old_text: "q", new_text: "", occurrence: 1 })).toMatchObject({ errorCode: "not_found" });
    expect(strReplace("aaa\n", { old_text: "aa", new_text: "b", occurrence: 1 })).toMatchObject({
      errorCode: "overlapping_matches",
    });
  });

  test("anchors name what they hold and everything between, not the rest of their lines", () => {
    const file = "f(1, [\n  a,\n], 2); g([\n], 3)\n";
    expect(strReplace(file, { start_anchor: "[\n  a", end_anchor: "]", new_text: "[]" })).toEqual({
      kind: "edited",
      content: "f(1, [], 2); g([\n], 3)\n",
      strategy: "exact",
      replacements: 1,
      matchedLines: [[1, 3]],
      changes: [{ before: [1, 3], after: [1, 1] }],
      requiresReview: false,
      differencesIgnored: [],
      newTextAdjusted: [],
    });
  });

  test("the end anchor is the first that reaches beyond the start", () => {
    const between = (content: string, start_anchor: string, end_anchor: string) =>
      text(strReplace(content, { start_anchor, end_anchor, new_text: "_" }));
    expect(between("} a { b } c }", "a {", "}")).toBe("} _ c }");
    expect(between("x a{ b{ c", "a{", "{")).toBe("x _ c");
    expect(between("a\nb\nc\nd\n", "a\nb", "b\nc")).toBe("_\nd\n");
    expect(between("p abc q", "abc", "abc")).toBe("p _ q");
    expect(between("a\r\nb\r\nc\r\nd\r\n", "b\nc", "c\nd")).toBe("a\r\n_\r\n");
    expect(between("end a", "a", "end")).toContain("not_found: end_anchor stands only before");
    expect(between("a b", "a", "zzz")).toContain("not_found: end_anchor does not stand in the file");
    expect(between("a a b", "a", "b")).toContain("ambiguous: start_anchor stands in several places (line 1)");
    expect(between("  a\n  b\n", "a\nb", "b")).toContain(
      "not_found: start_anchor does not stand in the file; the nearest text",
    );
  });

  test("arguments that contradict each other are refused before anything is looked for", () => {
    const fault = (args: Parameters<typeof strReplace>[1]) => {
      const outcome = strReplace("a\na\n", args);
      return outcome.kind === "refused" ? outcome.errorCode : outcome.content;
    };
    const faults: Parameters<typeof strReplace>[1][] = [
      { old_text: "a" },
      { new_text: "b" },
      { start_anchor: "a", new_text: "b" },
      { old_text: "a", start_anchor: "a", end_anchor: "a", new_text: "b" },
      { old_text: "a", new_text: "b", occurrence: 0 },
      { old_text: "a", new_text: "b", occurrence: 1.5 },
      { old_text: "a", new_text: "b", occurrence: 1, replace_all: true },
      { old_text: "a", new_text: "b", occurrence: 1, expected_replacements: 2 },
      { start_anchor: "a", end_anchor: "b", new_text: "c", occurrence: 1 },
      { start_anchor: "a", end_anchor: "b", new_text: "c", replace_all: true },
    ];
    for (const args of faults) expect([args, fault(args)]).toEqual([args, "bad_argument"]);
    expect(fault({ old_text: "", new_text: "b" })).toBe("empty_needle");
    expect(fault({ old_text: "a", new_text: "b", expected_replacements: 2, replace_all: true })).toBe("b\nb\n");
    expect(fault({ old_text: "", start_anchor: "a\na", end_anchor: "a\na", new_text: "b" })).toBe("b\n");
  });
});

describe("insert", () => {
  const at = (content: string, line: number, new_text: string) =>
    text(insert(content, { insert_line: line, new_text }));

  test("puts whole lines behind a line, or at the top", () => {
    expect(insert("a\nb\n", { insert_line: 1, new_text: "x\ny" })).toEqual({
      kind: "edited",
      content: "a\nx\ny\nb\n",
      replacements: 1,
      matchedLines: [],
      changes: [{ before: [2, 1], after: [2, 3] }],
      requiresReview: false,
    });
    expect(at("a\n", 0, "x")).toBe("x\na\n");
    expect(at("a\n", 1, "x\n")).toBe("a\nx\n");
    expect(at("\ufeffa\n", 0, "\ufeffx")).toBe("\ufeffx\na\n");
    expect(at("", 0, "x")).toBe("x\n");
    expect(at("a\n", 1, "\n")).toBe("a\n\n");
  });

  test("takes the file's line end, and keeps a last line without one as the file's way", () => {
    expect(at("a\r\nb\r\n", 1, "x\ny")).toBe("a\r\nx\r\ny\r\nb\r\n");
    expect(at("a\r\nb", 2, "x\n")).toBe("a\r\nb\r\nx");
    expect(at("a", 1, "x\ny\n")).toBe("a\nx\ny");
    expect(at("a", 0, "x")).toBe("x\na");
  });

  test("anchors put the lines around their own", () => {
    const file = "one\n  two(\n    2)\nthree\n";
    const before = insert(file, { insert_before_anchor: "two(\n    2", new_text: "x" });
    expect(before).toMatchObject({
      content: "one\nx\n  two(\n    2)\nthree\n",
      strategy: "exact",
      matchedLines: [[2, 3]],
    });
    expect(text(insert(file, { insert_after_anchor: "two(\n    2", new_text: "x" }))).toBe(
      "one\n  two(\n    2)\nx\nthree\n",
    );
    expect(text(insert(file, { insert_after_anchor: "one\n", new_text: "x" }))).toBe("one\nx\n  two(\n    2)\nthree\n");
    expect(insert(file, { insert_after_anchor: "o", new_text: "x" })).toMatchObject({ errorCode: "ambiguous" });
    expect(insert(file, { insert_after_anchor: " one", new_text: "x" })).toMatchObject({ errorCode: "not_found" });
  });

  test("refusals name the argument and its range", () => {
    expect(at("a\n", 2, "x")).toContain("bad_argument: insert_line is 2, and the file has 1 line;");
    expect(at("a\n", -1, "x")).toContain("bad_argument: insert_line is -1");
    expect(at("a\n", 1, "")).toContain("bad_argument: new_text is missing");
    expect(text(insert("a\n", { new_text: "x" }))).toContain("bad_argument: no place is given");
    expect(text(insert("a\n", { insert_line: 0, insert_after_anchor: "a", new_text: "x" }))).toContain(
      "several places",
    );
  });
});

describe("edits", () => {
  test("all are placed on the original and made at once", () => {
    const outcome = multiEdit("a\nb\n\tc\n", [
      { old_text: "c", new_text: "a" },
      { old_text: "a", new_text: "b" },
      { old_text: "b", new_text: "x\ny" },
    ]);
    expect(outcome).toEqual({
      kind: "edited",
      content: "b\nx\ny\n\ta\n",
      strategy: "exact",
      replacements: 3,
      matchedLines: [
        [3, 3],
        [1, 1],
        [2, 2],
      ],
      changes: [
        { before: [1, 1], after: [1, 1] },
        { before: [2, 2], after: [2, 3] },
        { before: [3, 3], after: [4, 4] },
      ],
      requiresReview: false,
      differencesIgnored: [],
    });
  });

  test("the loosest strategy is reported", () => {
    const edits = [
      { old_text: "  p\n  q", new_text: "  p\n  r" },
      { old_text: "a", new_text: "b" },
    ];
    expect(multiEdit("a\n    p\n    q\n", edits)).toMatchObject({ strategy: "indentation_flexible" });
  });

  test("one that fails refuses all, by its number", () => {
    const both = (second: { old_text: string; new_text: string; occurrence?: number }) =>
      multiEdit("a\nb\nb\n", [{ old_text: "a", new_text: "c" }, second]);
    expect(both({ old_text: "b", new_text: "c" })).toMatchObject({
      errorCode: "ambiguous",
      at: [2],
      message: expect.stringMatching(/^edit 2 of 2: /),
    });
    expect(both({ old_text: "b", new_text: "b", occurrence: 1 })).toMatchObject({ errorCode: "no_change", at: [2] });
    expect(both({ old_text: "a\nb\nb", new_text: "c" })).toMatchObject({
      errorCode: "overlapping_hunks",
      at: [1, 2],
      message: "edits 1 and 2 both change text of line 1; make one edit of them",
    });
    expect(multiEdit("a\n", [])).toMatchObject({ errorCode: "bad_argument" });
  });
});

describe("inferCommand", () => {
  test("a named command is taken, another is refused with the list", () => {
    for (const command of EDIT_COMMANDS) expect(inferCommand({ command })).toEqual({ kind: "command", command });
    expect(inferCommand({ command: "create" })).toMatchObject({
      kind: "refused",
      errorCode: "bad_argument",
      message: 'command is "create"; pass one of view, str_replace, insert, patch, replace_symbol, undo_edit',
    });
    expect(inferCommand({ command: 3 })).toMatchObject({ kind: "refused" });
  });

  test("without one the arguments decide, in a fixed order", () => {
    const all = {
      patch: "@@",
      old_text: "a",
      start_anchor: "a",
      edits: [{}],
      insert_line: 0,
      insert_before_anchor: "a",
      insert_after_anchor: "a",
      view_range: [1, 2],
      anchor: "a",
      symbol: "f",
      new_text: "b",
    };
    const steps: [string[], string][] = [
      [["patch"], "str_replace"],
      [["old_text"], "str_replace"],
      [["start_anchor"], "str_replace"],
      [["edits"], "insert"],
      [["insert_line"], "insert"],
      [["insert_before_anchor"], "insert"],
      [["insert_after_anchor"], "view"],
      [["view_range"], "view"],
      [["anchor"], "replace_symbol"],
    ];
    let args: Record<string, unknown> = { ...all, command: "" };
    expect(inferCommand(args)).toMatchObject({ command: "patch" });
    for (const [dropped, command] of steps) {
      args = Object.fromEntries(Object.entries(args).filter(([name]) => !dropped.includes(name)));
      expect([dropped, inferCommand(args)]).toEqual([dropped, { kind: "command", command }]);
    }
  });

  test("empty arguments count as not given, and a call that writes is no view", () => {
    const command = (args: Record<string, unknown>) => {
      const inferred = inferCommand(args);
      return inferred.kind === "command" ? inferred.command : inferred.message;
    };
    expect(command({ path: "x", command: null })).toBe("view");
    expect(command({ symbol: "f" })).toBe("view");
    expect(command({ symbol: "f", new_text: "" })).toBe("replace_symbol");
    expect(command({ patch: "", old_text: "", insert_line: 3, new_text: "x" })).toBe("insert");
    expect(command({ old_text: "", new_text: "x" })).toBe("str_replace");
    expect(command({ new_text: "x" })).toBe("str_replace");
    expect(command({ edits: [], view_range: [] })).toBe("str_replace");
    expect(command({ patch: "" })).toBe("patch");
    expect(command({ old_text: "" })).toBe("str_replace");
    expect(command({ insert_after_anchor: "", view_range: null })).toBe("insert");
    expect(command({ view_range: [] })).toBe("view");
  });
});
