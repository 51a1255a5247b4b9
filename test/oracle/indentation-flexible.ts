import type { MatchCandidate } from "../../runtime/edit/mod.ts";
import { isBlank, leadingWhitespaceLength, trimEnd } from "../../runtime/text/mod.ts";
import type { Matcher } from "./matcher.ts";
import { fileLines, findWindows, needleLines } from "./whole-lines.ts";

/**
 * Whole lines, each side without its common indentation (counted in characters) and without trailing whitespace.
 * Relative indentation inside the block must agree to the character.
 */
export const indentationFlexible = {
  name: "indentation_flexible",
  find: findShifted,
} as const satisfies Matcher;

function findShifted(content: string, oldText: string): MatchCandidate[] {
  const needle = withoutCommonIndentation(needleLines(oldText));
  if (needle.every((line) => line === "")) return [];
  const file = fileLines(content);
  return findWindows(file, oldText, needle.length, (first) => {
    const window = withoutCommonIndentation(file.bodies.slice(first, first + needle.length));
    return needle.every((line, index) => line === window[index]);
  });
}

/** Blank lines carry no indentation, so they neither raise nor lower the common one; they come back empty. */
function withoutCommonIndentation(bodies: readonly string[]): string[] {
  const common = Math.min(...bodies.filter((body) => !isBlank(body)).map(leadingWhitespaceLength));
  return bodies.map((body) => (isBlank(body) ? "" : trimEnd(body.slice(common))));
}
