import { describe, expect, test } from "vitest";
import { applyEdit, type EditOutcome } from "../../runtime/edit/mod.ts";

/** Inputs on which matchers in the field edit a place that was not meant. */
const BLOCK = ["function total(items) {", "  const rate = 17;", "  return sum(items) * rate;", "}"];

function edit(content: string, oldText: string): EditOutcome {
  return applyEdit(content, { command: "str_replace", old_text: oldText, new_text: "function total() {\n}" });
}

function lines(...all: (string | readonly string[])[]): string {
  return `${all.flat().join("\n")}\n`;
}

function indented(block: readonly string[], by: string): string[] {
  return block.map((line) => by + line);
}

/** What the refusal says, without the sentence for people. */
function facts(outcome: EditOutcome) {
  if (outcome.kind === "edited") return outcome;
  const { errorCode, strategy, candidates } = outcome;
  return { errorCode, strategy, lines: candidates?.map((place) => [place.startLine, place.endLine]) };
}

const AT_TWO_PLACES = [
  [1, 4],
  [6, 9],
];

describe("no edit lands in a place that was not meant", () => {
  test("two exact copies are ambiguous", () => {
    expect(facts(edit(lines(BLOCK, "//", BLOCK), BLOCK.join("\n")))).toEqual({
      errorCode: "ambiguous",
      strategy: "exact",
      lines: AT_TWO_PLACES,
    });
  });

  test("two copies at indentations that the needle has not are ambiguous", () => {
    expect(facts(edit(lines(indented(BLOCK, "\t"), "//", indented(BLOCK, "\t\t")), BLOCK.join("\n")))).toEqual({
      errorCode: "ambiguous",
      strategy: "indentation_flexible",
      lines: AT_TWO_PLACES,
    });
  });

  test("two copies that differ in trailing spaces, which the needle has not, are ambiguous", () => {
    const spaced = (by: string) => BLOCK.map((line, index) => (index === 1 ? line + by : line));
    expect(facts(edit(lines(spaced(" "), "//", spaced("  ")), BLOCK.join("\n")))).toEqual({
      errorCode: "ambiguous",
      strategy: "indentation_flexible",
      lines: AT_TWO_PLACES,
    });
  });

  test("a lone block with the needle's first and last line and an alien interior is edited for review only", () => {
    const alien = ["function total(items) {", "  log(items);", "  throw new Error();", "}"];
    const outcome = edit(lines("//", alien, "//"), BLOCK.join("\n"));
    expect(outcome).toEqual({
      kind: "edited",
      content: "//\nfunction total() {\n}\n//\n",
      strategy: "block_anchor",
      replacements: 1,
      matchedLines: [[2, 5]],
      requiresReview: true,
      differencesIgnored: [{ kind: "not_compared", lines: [3, 4], total: 2 }],
      newTextAdjusted: [],
    });
  });

  test("two such blocks are ambiguous", () => {
    const alien = (word: string) => ["function total(items) {", `  ${word}(items);`, "  throw new Error();", "}"];
    expect(facts(edit(lines(alien("log"), "//", alien("warn")), BLOCK.join("\n")))).toEqual({
      errorCode: "ambiguous",
      strategy: "block_anchor",
      lines: AT_TWO_PLACES,
    });
  });

  test("one wrong digit is a miss; between a matching first and last line it is edited for review only", () => {
    const content = lines(BLOCK);
    const wrong = (text: string) => text.replace("17", "18");
    expect(facts(edit(content, wrong(BLOCK[1] ?? "")))).toEqual({ errorCode: "not_found" });
    expect(facts(edit(content, wrong(BLOCK.slice(1, 3).join("\n"))))).toEqual({ errorCode: "not_found" });
    expect(facts(edit(content, wrong(BLOCK.slice(1).join("\n"))))).toEqual({ errorCode: "not_found" });
    expect(edit(content, wrong(BLOCK.join("\n")))).toMatchObject({ strategy: "block_anchor", requiresReview: true });
  });

  test("a dropped exclamation mark is a miss; between a matching first and last line it is edited for review only", () => {
    const guarded = ["  check();", "  if (!user.isAdmin) {", "    deny();", "  }", "  go();"];
    const flipped = guarded.map((line) => line.replace("!", ""));
    const content = lines("run {", guarded, "}");
    expect(facts(edit(content, flipped[1] ?? ""))).toEqual({ errorCode: "not_found" });
    expect(facts(edit(content, flipped.slice(1, 4).join("\n")))).toEqual({ errorCode: "not_found" });
    expect(facts(edit(content, flipped.slice(0, 2).join("\n")))).toEqual({ errorCode: "not_found" });
    expect(edit(content, flipped.join("\n"))).toMatchObject({ strategy: "block_anchor", requiresReview: true });
  });
});
