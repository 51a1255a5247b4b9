import { describe, expect, test } from "vitest";
import { decideMatch } from "../../runtime/edit/find-edit-match.ts";
import { Meter } from "../../runtime/edit/meter.ts";
import { findEditMatch, MATCHERS, type TraceStep } from "../../runtime/edit/mod.ts";

/** Inputs on which a search that compares every window, or trusts a native search with a long text, takes quadratic time. */
const HOSTILE: Readonly<Record<string, (lines: number) => readonly [content: string, oldText: string]>> = {
  "all lines equal, the needle shifted": (n) => [repeat("        step(total);", n), repeat("    step(total);", n >> 3)],
  "all lines equal, the needle realigned": (n) => [
    repeat("  a = step(total);", n),
    repeat("  a  =  step(total);", n >> 3),
  ],
  "all lines equal, the needle equal too": (n) => [repeat("  step(total);", n), repeat("  step(total);", n >> 3)],
  "all lines equal, the needle's first line differs": (n) => [
    repeat("  aaaa", n),
    `  aaab\n${repeat("  aaaa", n >> 3)}`,
  ],
  "all lines equal, the needle's last line differs in order": (n) => [
    repeat("  a b", n),
    `${repeat("  a b", n >> 3)}\n  b a`,
  ],
  "two lines in turn": (n) => [repeat("  a(x);\n    b(y);", n >> 1), repeat("a(x);\n  b(y);", n >> 4)],
  "two lines in turn, one indented by a tab": (n) => [
    repeat("\ta(x);\n  b(y);", n >> 1),
    repeat("a(x);\n b(y);", n >> 4),
  ],
  "two lines in turn, the needle in pairs": (n) => [
    repeat("  a(x);\n  b(y);", n >> 1),
    repeat("a(x);\na(x);\nb(y);\nb(y);", n >> 5),
  ],
  "one block over and over, its last line different": (n) => [blocks(n, 64), `${blockOf(64, 0)}\n  end(${1e9});`],
  "one block over and over, the needle shifted": (n) => [
    blocks(n, 64),
    `    ${blockOf(64, 7).replaceAll("\n", "\n    ")}`,
  ],
  "anchors everywhere": (n) => [repeat("}", n), `}\n${repeat("zz", n >> 3)}\n}`],
  "anchors everywhere, in pairs": (n) => [repeat("{\n}", n >> 1), `{\n${repeat("zz", 5)}\n}`],
  "one long line": (n) => ["x".repeat(20 * n), `  ${"x".repeat(1000)}z`],
  "one long line of spaces": (n) => [" ".repeat(20 * n), "    a\n    b"],
  "one long line of words": (n) => ["q ".repeat(10 * n), repeat("q q q  q q", 40)],
  "lines of one letter, another at the needle's end": (n) => [
    repeat("a".repeat(60), n),
    repeat(`${"a".repeat(59)}b`, 50),
  ],
  "leading blank lines": (n) => [repeat("  return x;\n", n >> 1), `${"\n".repeat(n >> 2)}return x;`],
  "blank lines only": (n) => [`${"\n".repeat(n)}end\n`, `${"\n".repeat(n >> 3)}  end`],
  "blank lines against blank lines": (n) => ["\n".repeat(n), "\n".repeat(n >> 3)],
  "carriage returns only": (n) => [repeat("  a", n).replaceAll("\n", "\r"), repeat("a", n >> 3)],
  "many quotes": (n) => [repeat("\u2018\u2019\u2018\u2019 a", n), repeat("'''' a", n >> 3)],
  "quotes that almost fit": (n) => [repeat("\u2018\u2019'", n), `''"\n${repeat("'''", n >> 3)}`],
  "many escapes": (n) => [repeat('say("a")', n), repeat('say(\\"a\\")', n >> 3)],
  "a listing": (n) => [repeat("  a", n), Array.from({ length: n >> 3 }, (_, at) => `${at + 1}| a`).join("\n")],
};

const SIZES = [1000, 4000, 16000];

describe("the cost of a search", () => {
  for (const [name, make] of Object.entries(HOSTILE)) {
    test(`grows no faster than the input: ${name}`, () => {
      const costs = SIZES.map((size) => {
        const [content, oldText] = make(size);
        const meter = new Meter();
        decideMatch(MATCHERS, content, oldText, {}, { meter });
        return meter.steps / (content.length + oldText.length);
      });
      const [small = 0, middle = 0, large = 0] = costs;
      // Steps per character: about the same at every size, where one that is quadratic grows sixteenfold.
      expect(large, `steps per character: ${costs.map((cost) => cost.toFixed(1))}`).toBeLessThan(
        1.5 * Math.max(small, middle, 2),
      );
      expect(large).toBeLessThan(40);
    });
  }
});

describe("the time budget", () => {
  test("a search that is out of time is refused, says so, and proposes nothing", () => {
    const content = repeat("  step(total);", 60_000);
    const oldText = repeat("step(total);", 400);
    let reads = 0;
    const trace: TraceStep[] = [];
    // The clock stands for the first strategy and has run out when the second looks at it.
    const now = () => (reads++ < 3 ? 0 : 5000);
    const match = findEditMatch(content, oldText, { now, onStep: (step) => trace.push(step) });
    expect(match).toEqual({
      kind: "refused",
      errorCode: "not_found",
      message: "old_text was not found in time; read the file and copy the text from it",
      note: "Only exact came to an end within the time budget of 2000 ms. The text may be there; copy a shorter unique part of it exactly from the file.",
    });
    expect(trace.map(({ reason }) => reason)).toEqual(["no_candidate", ...Array(7).fill("time_budget")]);
  });

  test("a search in time does not mention it", () => {
    expect(findEditMatch("a\n", "b", { now: () => 0 })).not.toHaveProperty("note");
  });
});

function repeat(line: string, times: number): string {
  return Array(Math.max(1, times)).fill(line).join("\n");
}

function blockOf(height: number, id: number): string {
  const lines = Array.from({ length: height - 1 }, (_, at) => `  call${at % 7}(${at});`);
  return [...lines, `  end(${id});`].join("\n");
}

function blocks(lines: number, height: number): string {
  return Array.from({ length: Math.ceil(lines / height) }, (_, id) => blockOf(height, id)).join("\n");
}
