import { blockAnchor } from "./block-anchor.ts";
import { escapeNormalized } from "./escape-normalized.ts";
import { exact } from "./exact.ts";
import { indentationFlexible } from "./indentation-flexible.ts";
import { lineNumberStripped } from "./line-number-stripped.ts";
import { lineTrimmed } from "./line-trimmed.ts";
import type { Matcher } from "./matcher.ts";
import { typographicNormalized } from "./typographic-normalized.ts";
import { whitespaceNormalized } from "./whitespace-normalized.ts";

/**
 * Strictest first, and the order carries the design: the first matcher with a candidate decides. What
 * `indentation_flexible` accepts `line_trimmed` accepts too, so behind it the stricter one would never be asked. The three
 * that follow the whitespace rules change the needle instead of the comparison; `block_anchor` alone replaces text nobody
 * compared.
 */
export const MATCHERS = [
  exact,
  indentationFlexible,
  lineTrimmed,
  whitespaceNormalized,
  escapeNormalized,
  lineNumberStripped,
  typographicNormalized,
  blockAnchor,
] as const satisfies readonly Matcher[];

export type MatchStrategy = (typeof MATCHERS)[number]["name"];
