import { isElision } from "../../runtime/edit/elision.ts";
import type { MatchCandidate, MatchOptions, MatchStrategy, TraceStep } from "../../runtime/edit/mod.ts";
import { significantLength } from "../../runtime/text/mod.ts";
import { blockAnchor } from "./block-anchor.ts";
import { escapeNormalized } from "./escape-normalized.ts";
import { exact } from "./exact.ts";
import { indentationFlexible } from "./indentation-flexible.ts";
import { lineNumberStripped } from "./line-number-stripped.ts";
import { lineTrimmed } from "./line-trimmed.ts";
import type { Matcher } from "./matcher.ts";
import { typographicNormalized } from "./typographic-normalized.ts";
import { whitespaceNormalized } from "./whitespace-normalized.ts";
import { needleLines } from "./whole-lines.ts";

/** The chain in plain code: quadratic, and short enough to be believed. */
export const ORACLE_MATCHERS = [
  exact,
  indentationFlexible,
  lineTrimmed,
  whitespaceNormalized,
  escapeNormalized,
  lineNumberStripped,
  typographicNormalized,
  blockAnchor,
] as const satisfies readonly (Matcher & { name: MatchStrategy })[];

/** What engine and oracle must agree on. Without candidates nothing matched. */
export interface Verdict {
  /** "matched", or the code of the refusal. */
  readonly verdict: string;
  readonly strategy: MatchStrategy | undefined;
  readonly candidates: readonly MatchCandidate[];
  readonly trace: readonly TraceStep[];
}

/** What is right for these inputs, without limits. */
export function oracleVerdict(content: string, oldText: string, options: MatchOptions = {}): Verdict {
  const trace: TraceStep[] = [];
  let strategy: MatchStrategy | undefined;
  let candidates: readonly MatchCandidate[] = [];
  for (const matcher of ORACLE_MATCHERS) {
    const step = (reason: TraceStep["reason"], ran: boolean, count: number): void => {
      trace.push({ strategy: matcher.name, ran, candidates: count, reason });
    };
    const inapplicable = "inapplicable" in matcher ? matcher.inapplicable(content, oldText) : undefined;
    if (oldText === "" || strategy !== undefined) step("not_reached", false, 0);
    else if (inapplicable !== undefined) step(inapplicable, false, 0);
    else {
      candidates = matcher.find(content, oldText);
      if (candidates.length > 0) strategy = matcher.name;
      step(candidates.length > 0 ? "decided" : "no_candidate", true, candidates.length);
    }
  }
  return { verdict: judge(content, oldText, strategy, candidates, options), strategy, candidates, trace };
}

function judge(
  content: string,
  oldText: string,
  strategy: MatchStrategy | undefined,
  candidates: readonly MatchCandidate[],
  { replaceAll = false, expectedReplacements }: MatchOptions,
): string {
  if (oldText === "") return "empty_needle";
  if (strategy === undefined) return "not_found";
  if (strategy === "block_anchor" && needleLines(oldText).slice(1, -1).some(isElision)) return "elision_placeholder";
  if (candidates.length > 1 && !replaceAll) return "ambiguous";
  if (expectedReplacements !== undefined && candidates.length !== expectedReplacements)
    return "unexpected_replacement_count";
  if (replaceAll && strategy === "block_anchor") return "replace_all_not_allowed";
  if (candidates.some((candidate, index) => candidate.end > (candidates[index + 1]?.start ?? content.length)))
    return "overlapping_matches";
  const limit = Math.floor(1.5 * significantLength(oldText)) + 24;
  const isOversized = candidates.some(({ start, end }) => significantLength(content.slice(start, end)) > limit);
  return isOversized ? "oversized_span" : "matched";
}
