import process from "node:process";
import { describe, expect, test } from "vitest";
import { applyEdit, type EditOutcome } from "../../runtime/edit/mod.ts";

function replaceAll(content: string, old_text: string, new_text: string): EditOutcome {
  return applyEdit(content, { command: "str_replace", old_text, new_text, replace_all: true });
}

describe("one edit laid onto several places", () => {
  test("each place takes its own indentation, and what was overlooked is told for all of them together", () => {
    const content = "f {\n  if a\n    go \n}\n\tif a\n\t\tgo\nx\n  if a\n    go \n";
    expect(replaceAll(content, "if a\n      go", "if b\n      go\n      stop")).toEqual({
      kind: "edited",
      content: "f {\n  if b\n    go \n    stop\n}\n\tif b\n\t\tgo\n\t\tstop\nx\n  if b\n    go \n    stop\n",
      strategy: "line_trimmed",
      replacements: 3,
      matchedLines: [
        [2, 3],
        [5, 6],
        [8, 9],
      ],
      requiresReview: false,
      differencesIgnored: [
        { kind: "indentation", lines: [2, 3, 5, 6, 8, 9], total: 6 },
        { kind: "trailing_whitespace", lines: [3, 9], total: 2 },
      ],
      newTextAdjusted: [],
    });
  });

  test("places with the same text are told apart by where they stand: whole lines, a part of one, the end of the file", () => {
    const content = "“a”\nx “a”\n“a”\n“a”";
    expect(replaceAll(content, '"a"', '"b"')).toMatchObject({
      content: "“b”\nx “b”\n“b”\n“b”",
      strategy: "typographic_normalized",
      replacements: 4,
    });
    expect(replaceAll("  a \n  a \n  a ", "a\n", "b\n")).toMatchObject({
      content: "  b\n  b\n  b",
      strategy: "indentation_flexible",
    });
  });

  test("a line that holds two places is named once", () => {
    expect(replaceAll("say “a” and “a”\n", '"a"', '"b"')).toMatchObject({
      content: "say “b” and “b”\n",
      replacements: 2,
      differencesIgnored: [{ kind: "quotes", lines: [1], total: 1 }],
    });
  });

  test("one place where the edit cannot be laid refuses all of them and names it", () => {
    const content = "    a \n    b\n-\n  a \n  b\n";
    expect(replaceAll(content, "    a\n    b", "  x\n    a\n    b")).toMatchObject({
      strategy: "indentation_flexible",
    });
    expect(replaceAll(content, "    a\n    b", "x\n    a\n    b")).toEqual({
      kind: "refused",
      errorCode: "no_sound_mapping",
      message:
        "line 1 of new_text is indented less than the file leaves room for; copy old_text with the indentation the " +
        "file has and indent new_text the same way (lines 4 to 5 of the file)",
      strategy: "indentation_flexible",
      candidates: [
        { start: 0, end: 12, startLine: 1, endLine: 2 },
        { start: 15, end: 23, startLine: 4, endLine: 5 },
      ],
    });
  });

  test("5,000 shifted places with a line of a depth that old text does not show cost what 5,000 places cost", () => {
    const content = "  if a:\n    go \n".repeat(5000);
    const started = process.cpuUsage();
    const outcome = replaceAll(content, "if a:\n  go", "if b:\n  go\n    stop");
    // About 0.2 s of processor time; with the file around each place looked at anew it would be some seconds.
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
    expect(outcome).toMatchObject({ content: "  if b:\n    go \n      stop\n".repeat(5000), replacements: 5000 });
  });
});
