import { describe, expect, test } from "vitest";
import type { EditSearch } from "../../runtime/edit/edit-search.ts";
import { decideMatch, type RegisteredMatcher } from "../../runtime/edit/find-edit-match.ts";
import {
  findEditMatch,
  MATCHERS,
  type MatchOptions,
  type MatchStrategy,
  type TraceStep,
} from "../../runtime/edit/mod.ts";

/** The registry's matchers, each noting that it was asked. */
function spied(): { matchers: RegisteredMatcher[]; asked: MatchStrategy[] } {
  const asked: MatchStrategy[] = [];
  const matchers = MATCHERS.map((matcher: RegisteredMatcher) => ({
    ...matcher,
    find(search: EditSearch, reading: string) {
      asked.push(matcher.name);
      return matcher.find(search, reading);
    },
  }));
  return { matchers, asked };
}

function traced(content: string, oldText: string, options: MatchOptions = {}): TraceStep[] {
  const trace: TraceStep[] = [];
  findEditMatch(content, oldText, { ...options, onStep: (step) => trace.push(step) });
  return trace;
}

function step(strategy: MatchStrategy, reason: TraceStep["reason"], candidates = 0): TraceStep {
  return { strategy, ran: reason === "decided" || reason === "no_candidate", candidates, reason };
}

describe("the two rules of the arbiter", () => {
  const DECIDED_BY: readonly (readonly [MatchStrategy, string, string])[] = [
    ["exact", "a\nb\n", "a\nb"],
    ["indentation_flexible", "  a\n  b\n", "a\nb"],
    ["line_trimmed", "  a\n    b\n", "a\nb"],
    ["whitespace_normalized", "a  z\nb\n", "a z\nb"],
    ["escape_normalized", 'a("z")\nb\n', 'a(\\"z\\")\nb'],
    ["line_number_stripped", "a\nb\n", "1: a\n2: b"],
    ["typographic_normalized", "a('z')\nb\n", "a(\u2018z\u2019)\nb"],
    ["block_anchor", "a\nz\nb\n", "a\ny\nb"],
  ];
  /** Asked only where they read the needle as something else than it says. */
  const READERS = new Set<MatchStrategy>(["escape_normalized", "line_number_stripped", "typographic_normalized"]);

  for (const [index, [strategy, content, oldText]] of DECIDED_BY.entries()) {
    test(`once ${strategy} has a candidate, no later matcher is asked`, () => {
      const { matchers, asked } = spied();
      const match = decideMatch(matchers, content, oldText, {});
      expect(match).toMatchObject({ kind: "matched", strategy });
      const before = DECIDED_BY.slice(0, index).map(([name]) => name);
      const applicable = before.filter((name) => !READERS.has(name));
      expect(asked).toEqual([...applicable, strategy]);
    });

    test(`two candidates of ${strategy} are refused and no later matcher is asked`, () => {
      const { matchers, asked } = spied();
      const match = decideMatch(matchers, `${content}-\n${content}`, oldText, {});
      expect(match).toMatchObject({ kind: "refused", errorCode: "ambiguous", strategy });
      expect(asked.at(-1)).toBe(strategy);
    });
  }

  test("with line_trimmed first indentation_flexible could not turn this ambiguity into an answer", () => {
    const content = "if a:\n    b()\nx\nif a:\n b()\n";
    const needle = "  if a:\n      b()";
    expect(findEditMatch(content, needle)).toMatchObject({ kind: "matched", strategy: "indentation_flexible" });
    const [exact, indentation, trimmed, ...rest] = MATCHERS;
    expect(decideMatch([exact, trimmed, indentation, ...rest], content, needle, {})).toMatchObject({
      errorCode: "ambiguous",
      strategy: "line_trimmed",
    });
  });

  test("only block_anchor requires review", () => {
    expect(MATCHERS.filter((matcher: RegisteredMatcher) => matcher.requiresReview).map(({ name }) => name)).toEqual([
      "block_anchor",
    ]);
  });
});

describe("what a match carries", () => {
  test("a match is the strategy, its candidates and the review flag, nothing else", () => {
    expect(findEditMatch("a\n b\nc\n", "b")).toEqual({
      kind: "matched",
      strategy: "exact",
      candidates: [{ start: 3, end: 4, startLine: 2, endLine: 2 }],
      requiresReview: false,
    });
  });

  test("a whole-line span takes the last terminator only when the needle ends with one", () => {
    const spans = ["b", "b\n", "b\r"].map((needle) => {
      const match = findEditMatch("a\n  b \nc\n", `\t${needle}`);
      return match.kind === "matched" ? match.candidates : match;
    });
    expect(spans).toEqual([
      [{ start: 2, end: 6, startLine: 2, endLine: 2 }],
      [{ start: 2, end: 7, startLine: 2, endLine: 2 }],
      [{ start: 2, end: 7, startLine: 2, endLine: 2 }],
    ]);
  });

  test("an exact span that ends behind a line break ends on the line of its last character", () => {
    expect(findEditMatch("a\nb\nc\n", "a\nb\n")).toMatchObject({ candidates: [{ startLine: 1, endLine: 2 }] });
  });

  test("refusals come in the order ambiguous, count, overlap, size", () => {
    const oversizedTwice = `start\n${"a".repeat(99)}\nend\n`.repeat(2);
    const needle = "start\nb\nend";
    const codes = [
      findEditMatch(oversizedTwice, needle, { expectedReplacements: 3 }),
      findEditMatch(oversizedTwice, needle, { replaceAll: true, expectedReplacements: 3 }),
      findEditMatch(oversizedTwice, needle, { replaceAll: true }),
      findEditMatch("aaa", "aa", { replaceAll: true, expectedReplacements: 1 }),
      findEditMatch(oversizedTwice.slice(0, oversizedTwice.length / 2), needle),
    ].map((match) => match.kind === "refused" && match.errorCode);
    expect(codes).toEqual([
      "ambiguous",
      "unexpected_replacement_count",
      "replace_all_not_allowed",
      "unexpected_replacement_count",
      "oversized_span",
    ]);
  });

  test("not_found carries neither strategy nor candidates, but the closest match", () => {
    expect(findEditMatch("total = price * count\n", "total = price + count")).toEqual({
      kind: "refused",
      errorCode: "not_found",
      message: "old_text does not occur in the file; the nearest text is at line 1; copy old_text from there",
      closestMatch: { startLine: 1, endLine: 1, similarity: 0.952, text: "total = price * count" },
    });
  });
});

describe("the size guard", () => {
  test("above the content limit only exact runs, and a miss says so", () => {
    const content = `${"x\n".repeat(4000)}go()  \n`;
    expect(findEditMatch(content, "go()\n", { maxContentLines: 4000 })).toMatchObject({
      errorCode: "not_found",
      note: "Only exact matching ran: the file has 4002 lines (limit 4000). The text may be there with other whitespace; copy it exactly from the file.",
    });
    expect(findEditMatch(content, "go()")).toMatchObject({ kind: "matched", strategy: "exact" });
  });

  test("the limits are inclusive and count line feeds plus one", () => {
    const content = "a \nb\n";
    expect(findEditMatch(content, "a\nb", { maxContentLines: 3, maxNeedleLines: 2 })).toMatchObject({
      kind: "matched",
    });
    expect(findEditMatch(content, "a\nb", { maxContentLines: 2 })).toMatchObject({ errorCode: "not_found" });
    expect(findEditMatch(content, "a\nb", { maxNeedleLines: 1 })).toMatchObject({
      errorCode: "not_found",
      note: expect.stringContaining("old_text has 2 lines (limit 1)"),
    });
  });

  test("below the limits a miss carries no note", () => {
    expect(findEditMatch("a\n", "zzz")).not.toHaveProperty("note");
  });
});

describe("the trace", () => {
  test("names the reason of every strategy when the last one decides", () => {
    expect(traced("a\nz\nb\n", "a\ny\nb")).toEqual([
      step("exact", "no_candidate"),
      step("indentation_flexible", "no_candidate"),
      step("line_trimmed", "no_candidate"),
      step("whitespace_normalized", "no_candidate"),
      step("escape_normalized", "needle_unchanged"),
      step("line_number_stripped", "needle_unchanged"),
      step("typographic_normalized", "needle_unchanged"),
      step("block_anchor", "decided", 1),
    ]);
  });

  test("counts the candidates of an ambiguity and marks the rest as not reached", () => {
    expect(traced("x\nx\n", "x")).toEqual([
      step("exact", "decided", 2),
      step("indentation_flexible", "not_reached"),
      step("line_trimmed", "not_reached"),
      step("whitespace_normalized", "not_reached"),
      step("escape_normalized", "not_reached"),
      step("line_number_stripped", "not_reached"),
      step("typographic_normalized", "not_reached"),
      step("block_anchor", "not_reached"),
    ]);
  });

  test("a miss of a short needle ran everything that could run", () => {
    expect(traced("x\n", 'say(\\"y\\")')).toEqual([
      step("exact", "no_candidate"),
      step("indentation_flexible", "no_candidate"),
      step("line_trimmed", "no_candidate"),
      step("whitespace_normalized", "no_candidate"),
      step("escape_normalized", "no_candidate"),
      step("line_number_stripped", "needle_unchanged"),
      step("typographic_normalized", "needle_unchanged"),
      step("block_anchor", "too_few_lines"),
    ]);
  });

  test("the size guard holds everything but exact", () => {
    expect(traced("x\ny\n", "z", { maxContentLines: 1 })).toEqual([
      step("exact", "no_candidate"),
      step("indentation_flexible", "size_guard"),
      step("line_trimmed", "size_guard"),
      step("whitespace_normalized", "size_guard"),
      step("escape_normalized", "size_guard"),
      step("line_number_stripped", "size_guard"),
      step("typographic_normalized", "size_guard"),
      step("block_anchor", "size_guard"),
    ]);
  });

  test("an empty needle reaches none", () => {
    expect(traced("x\n", "")).toEqual(MATCHERS.map(({ name }) => step(name, "not_reached")));
  });
});
