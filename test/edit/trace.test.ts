import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdit, findEditMatch, MATCHERS, traceEditMatch } from "../../runtime/edit/mod.ts";
import { partingOf } from "../../runtime/edit/parting.ts";
import { whatIfEdit } from "../../runtime/edit/what-if.ts";

const FILE = "def f():\n    if a:\n        b()\n    c()\n";

describe("a trace", () => {
  test("says what each strategy did, and where needle and file part as it sees them", () => {
    const { match, rows } = traceEditMatch(FILE, "if a:\n    b()\n");
    expect(match).toMatchObject({ kind: "matched", strategy: "indentation_flexible" });
    expect(rows.map(({ reason }) => reason)).toEqual(["no_candidate", "decided", ...Array(6).fill("not_reached")]);
    expect(rows[0]?.parting).toEqual({
      index: 0,
      needleRange: [0, 0],
      fileRange: [0, 4],
      needleSays: "nothing",
      fileSays: "4 spaces",
    });
    expect(rows[1]?.parting).toBeUndefined();
    expect(rows[1]?.lines.map(({ needle, file }) => [needle, file])).toEqual([
      ["if a:", "if a:"],
      ["    b()", "    b()"],
    ]);
  });

  test("names a line end that differs", () => {
    const { rows } = traceEditMatch("a\r\nb\nc\r\n", "a\nb\nc\n");
    expect(rows[0]?.parting).toMatchObject({ index: 1, needleSays: "CRLF", fileSays: "LF" });
  });

  test("marks the lines that block_anchor takes on trust", () => {
    const { rows } = traceEditMatch("start\none\nend\n", "start\nother\nend\n");
    expect(rows.at(-1)?.lines.map(({ compared }) => compared)).toEqual([true, false, true]);
  });

  test("sets the last line of a needle against the last of a place that is higher", () => {
    const { rows } = traceEditMatch("start\none\ntwo\nend\n", "start\nother\nend\n");
    expect(rows.at(-1)?.lines.map(({ fileLine, file, compared }) => [fileLine, file, compared])).toEqual([
      [1, "start", true],
      [2, "one", false],
      [3, "two", false],
      [4, "end", true],
    ]);
  });

  test("is the decision of findEditMatch, and where whole lines were found they look equal to the strategy", () => {
    const line = fc.constantFrom(
      "a",
      " a",
      "\ta",
      "  b",
      "b ",
      "",
      "a  b",
      "a b",
      "\u201ca\u201d",
      '"a"',
      "\\n",
      "     1|a",
    );
    const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (content, needle) => {
        const { match, rows } = traceEditMatch(content, needle);
        expect(match).toEqual(findEditMatch(content, needle));
        expect(rows.map(({ strategy }) => strategy)).toEqual(MATCHERS.map(({ name }) => name));
        const decided = rows.find(({ reason }) => reason === "decided");
        const startsLine = (at: number) => at === 0 || content[at - 1] === "\n";
        const place = match.candidates?.[0];
        if (decided === undefined || place === undefined || !startsLine(place.start)) return;
        if (place.end < content.length && content[place.end] !== "\n" && !startsLine(place.end)) return;
        expect(decided.parting).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the parting of two lines", () => {
  const says = (needle: string, file: string) => {
    const { needleSays, fileSays } = partingOf(needle, file);
    return [needleSays, fileSays];
  };
  test("counts whitespace whole where nothing else differs", () => {
    expect(says("    x", "        x")).toEqual(["4 spaces", "8 spaces"]);
    expect(says("\tx", "    x")).toEqual(["1 tab", "4 spaces"]);
    expect(says("x", "x ")).toEqual(["nothing", "1 space"]);
    expect(says("x\n", "x\r\n")).toEqual(["LF", "CRLF"]);
  });
  test("quotes text, and never half a character", () => {
    expect(says("let a", "var a")).toEqual(['"let"', '"var"']);
    expect(says("\u{1f600}", "\u{1f601}")).toEqual(['"\u{1f600}"', '"\u{1f601}"']);
  });
});

describe("what if", () => {
  const edit = (old_text: string, new_text: string) => ({ command: "str_replace", old_text, new_text }) as const;
  const TWICE = "if x:\n    y\n\n  if x:\n  y\n";

  test("without any switch it is the true edit", () => {
    const command = edit("if a:\n    b()\n", "if a:\n    d()\n");
    const { outcome } = whatIfEdit(FILE, command, {});
    expect(outcome).toEqual(applyEdit(FILE, command));
  });

  test("another order sees two places where the true one saw one", () => {
    const command = edit("  if x:\n      y\n", "z\n");
    expect(whatIfEdit(TWICE, command, {}).match).toMatchObject({ kind: "matched", strategy: "indentation_flexible" });
    const reordered = whatIfEdit(TWICE, command, { order: ["line_trimmed"] });
    expect(reordered.match).toMatchObject({ errorCode: "ambiguous", strategy: "line_trimmed" });
    expect(reordered.rows.map(({ strategy }) => strategy).slice(0, 3)).toEqual([
      "line_trimmed",
      "exact",
      "indentation_flexible",
    ]);
  });

  test("falling through passes an ambiguous strategy over", () => {
    const command = edit("a", "b");
    expect(whatIfEdit("a\na\n", command, {}).match).toMatchObject({ errorCode: "ambiguous" });
    expect(whatIfEdit("a\na\n", command, { fallThrough: true }).match).toMatchObject({ errorCode: "not_found" });
  });

  test("without the limit a place may hold any amount of text", () => {
    const middle = `${"what nobody named ".repeat(20)}\n`;
    const command = edit("start\nx\nend\n", "done\n");
    expect(whatIfEdit(`start\n${middle}end\n`, command, {}).match).toMatchObject({ errorCode: "oversized_span" });
    expect(whatIfEdit(`start\n${middle}end\n`, command, { anySpan: true }).outcome).toMatchObject({ kind: "edited" });
  });

  test("kept line ends mix a file that was pure", () => {
    const command = edit("a\n", "b\nc\n");
    const { outcome } = whatIfEdit("x\r\na\r\n", command, { keepLineEnds: true });
    expect(outcome).toMatchObject({ kind: "edited", content: "x\r\nb\nc\n" });
  });
});
