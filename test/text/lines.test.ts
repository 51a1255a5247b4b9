import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  countEndings,
  dominantEnding,
  lineBodies,
  lineNumberAt,
  splitLines,
  withEnding,
} from "../../runtime/text/mod.ts";

const text = fc.string({ unit: fc.constantFrom("a", " ", "\n", "\r", "\f", "\u2028", "\u{1f600}"), maxLength: 20 });

describe("splitLines", () => {
  test("LF, CRLF and a lone CR end a line; the last line may lack an end", () => {
    expect(splitLines("a\nbc\r\n\rd")).toEqual([
      { start: 0, end: 1, next: 2 },
      { start: 2, end: 4, next: 6 },
      { start: 6, end: 6, next: 7 },
      { start: 7, end: 8, next: 8 },
    ]);
  });

  test("a final terminator starts no further line, and nothing has no line", () => {
    expect(splitLines("a\n").length).toBe(1);
    expect(splitLines("\n\n").length).toBe(2);
    expect(splitLines("")).toEqual([]);
  });

  test("exotic separators are part of the body", () => {
    const body = "a\vb\fc\u001cd\u0085e\u2028f\u2029g";
    expect(lineBodies(`${body}\n`, splitLines(`${body}\n`))).toEqual([body]);
  });

  test("starts where it is told to", () => {
    expect(splitLines("\ufeffa\nb", 1)).toEqual([
      { start: 1, end: 2, next: 3 },
      { start: 3, end: 4, next: 4 },
    ]);
  });

  test("lines cover the text without gap, and each holds the offsets it spans", () => {
    fc.assert(
      fc.property(text, (content) => {
        const lines = splitLines(content);
        expect(lines.map(({ start, next }) => content.slice(start, next)).join("")).toBe(content);
        for (const [index, { start, next }] of lines.entries()) {
          for (let offset = start; offset < next; offset++) expect(lineNumberAt(lines, offset)).toBe(index + 1);
        }
      }),
    );
  });
});

describe("endings", () => {
  test("the dominant ending is the most frequent; CRLF wins a tie, then LF", () => {
    const cases: [string, string][] = [
      ["", "\n"],
      ["a", "\n"],
      ["a\nb\n", "\n"],
      ["a\r\nb\n", "\r\n"],
      ["a\r\nb\nc\n", "\n"],
      ["a\r\nb\r", "\r\n"],
      ["a\rb\n", "\n"],
      ["a\rb\rc\n", "\r"],
      ["a\r\nb\rc\r", "\r"],
    ];
    for (const [content, ending] of cases) expect([content, dominantEnding(content)]).toEqual([content, ending]);
  });

  test("rewriting leaves one kind and as many line ends as before", () => {
    fc.assert(
      fc.property(text, fc.constantFrom("\n" as const, "\r\n" as const, "\r" as const), (content, ending) => {
        const before = countEndings(content);
        const total = before.crlf + before.lf + before.cr;
        const wanted = { crlf: 0, lf: 0, cr: 0, [{ "\n": "lf", "\r\n": "crlf", "\r": "cr" }[ending]]: total };
        expect(countEndings(withEnding(content, ending))).toEqual(wanted);
      }),
    );
  });
});
