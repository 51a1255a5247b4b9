import { collapseWhitespace, leadingWhitespaceLength, trim, trimEnd } from "../text/mod.ts";
import type { MatchStrategy } from "./matchers/registry.ts";
import { foldTypography } from "./typography.ts";

/** The lines of a block as a strategy compares them; `null` stands for a line that it does not compare. */
export type StrategyView = (lines: readonly string[]) => readonly (string | null)[];

/**
 * For showing only: two blocks that a strategy takes for equal look equal here. The needle is the strategy's reading of it.
 *
 * `exact` sees lines with their terminators, the others without.
 */
export const STRATEGY_VIEWS: Readonly<Record<MatchStrategy, StrategyView>> = {
  exact: (lines) => lines,
  indentation_flexible: withoutCommonIndentation,
  line_trimmed: (lines) => lines.map(trim),
  whitespace_normalized: (lines) => lines.map((line) => trim(collapseWhitespace(line))),
  escape_normalized: (lines) => lines.map(trim),
  line_number_stripped: (lines) => lines.map(trim),
  typographic_normalized: (lines) => lines.map((line) => trim(foldTypography(line))),
  block_anchor: (lines) => lines.map((line, index) => (index > 0 && index < lines.length - 1 ? null : trim(line))),
};

/** Counted in characters, over the lines that hold text. */
function withoutCommonIndentation(lines: readonly string[]): string[] {
  const ends = lines.map(trimEnd);
  const depths = ends.filter((line) => line !== "").map(leadingWhitespaceLength);
  const common = depths.reduce((least, depth) => Math.min(least, depth), Number.POSITIVE_INFINITY);
  return ends.map((line) => (line === "" ? "" : line.slice(common)));
}
