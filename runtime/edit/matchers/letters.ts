import type { MatchStrategy } from "./registry.ts";

/** One letter for each strategy, for pages and lists where the name has no room. No letter stands twice. */
export const STRATEGY_LETTERS = {
  exact: "E",
  indentation_flexible: "I",
  line_trimmed: "T",
  whitespace_normalized: "W",
  escape_normalized: "C",
  line_number_stripped: "L",
  typographic_normalized: "Q",
  block_anchor: "B",
} as const satisfies Readonly<Record<MatchStrategy, string>>;
