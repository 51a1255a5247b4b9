import { describe, expect, test } from "vitest";
import { type ClosestMatch, findEditMatch } from "../../runtime/edit/mod.ts";

/** Of a needle that is nowhere in the content. */
function closestMatch(content: string, oldText: string): ClosestMatch | undefined {
  const match = findEditMatch(content, oldText);
  expect(match).toMatchObject({ kind: "refused", errorCode: "not_found" });
  return match.kind === "refused" ? match.closestMatch : undefined;
}

describe("closestMatch", () => {
  test("finds the block whose lines are most alike, not merely the first line", () => {
    const content = "def get(i):\n    return one\n\ndef get(n):\n    return two(n)\n";
    expect(closestMatch(content, "def get(x):\n    return two(x)")).toEqual({
      startLine: 4,
      endLine: 5,
      similarity: 0.92,
      text: "def get(n):\n    return two(n)",
    });
  });

  test("keeps the file's own endings and indentation in its text", () => {
    expect(closestMatch("a\r\n\tfoo(1)\r\n\tbar(2)\r\n", "foo(9)\nbar(2)")).toMatchObject({
      startLine: 2,
      endLine: 3,
      text: "\tfoo(1)\r\n\tbar(2)",
    });
  });

  test("of equally good blocks the later is named", () => {
    expect(closestMatch("value = 1\nx\nvalue = 1\n", "value = 2")).toMatchObject({ startLine: 3 });
  });

  test("leaves out the byte order mark", () => {
    expect(closestMatch("\ufeffvalue = 1\n", "value = 2")).toMatchObject({ startLine: 1, text: "value = 1" });
  });

  test("is absent for a blank needle, an empty file and a file with nothing alike", () => {
    expect(closestMatch("abc\n", " \n ")).toBeUndefined();
    expect(closestMatch("", "abc")).toBeUndefined();
    expect(closestMatch("0123456789\n", "abcdefghij")).toBeUndefined();
  });

  test("shows at most 40 lines and ends with the file", () => {
    const lines = Array.from({ length: 60 }, (_, index) => `line number ${index}`);
    const needle = lines.map((line) => `${line}!`).join("\n");
    expect(closestMatch(lines.join("\n"), needle)).toMatchObject({
      startLine: 1,
      endLine: 40,
      text: lines.slice(0, 40).join("\n"),
    });
    expect(closestMatch(`x\ny\n${lines[0]}\n`, needle)).toMatchObject({ startLine: 3, endLine: 3, text: lines[0] });
  });

  test("shows at most 2,000 characters and names the line on which the text really ends", () => {
    const long = "abcdefghi ".repeat(150);
    const found = closestMatch(`1 ${long}\n2 ${long}\n3 ${long}\n`, `1 ${long}x\n2 ${long}y\n3 ${long}z`);
    expect(found).toMatchObject({ startLine: 1, endLine: 2 });
    expect(found?.text.length).toBe(2000);
  });

  test("does not end with half a character", () => {
    const content = `x${"\u{1f600}".repeat(1200)}`;
    expect(closestMatch(content, `y${"\u{1f600}".repeat(1200)}`)?.text).toBe(content.slice(0, 1999));
  });
});
