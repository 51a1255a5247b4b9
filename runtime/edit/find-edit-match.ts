import { closestMatch } from "./closest-match.ts";
import { findOverlap, findOversized, sizeGuard, spanLimit } from "./guards.ts";
import type { Matcher } from "./matchers/matcher.ts";
import { MATCHERS, type MatchStrategy } from "./matchers/registry.ts";
import {
  ambiguous,
  emptyNeedle,
  notFound,
  overlapping,
  oversized,
  type Proposal,
  unexpectedCount,
} from "./refusals.ts";
import type { EditMatch, MatchCandidate, MatchOptions, TraceStep } from "./types.ts";

/**
 * Finds the one place (under `replaceAll`: all places) that `oldText` names in `content`, or refuses.
 *
 * Two rules hold whatever the input: the first strategy with any candidate decides, and more than one candidate is a
 * refusal, never a reason to ask a looser strategy.
 *
 * @param content The whole file, with its byte order mark if it has one.
 * @param oldText As the model wrote it, any line endings. Blank text can only match exactly.
 */
export function findEditMatch(content: string, oldText: string, options: MatchOptions = {}): EditMatch {
  return decideMatch(MATCHERS, content, oldText, options);
}

/** A matcher under its registered name. */
export interface RegisteredMatcher extends Matcher {
  readonly name: MatchStrategy;
}

/** The arbiter over a given chain. Tools use `findEditMatch`; another chain than the registry's is for tests and lessons. */
export function decideMatch(
  matchers: readonly RegisteredMatcher[],
  content: string,
  oldText: string,
  options: MatchOptions,
): EditMatch {
  const note = sizeGuard(content, oldText, options);
  let decided: Proposal | undefined;
  for (const matcher of matchers) {
    const { step, candidates } =
      oldText === "" || decided !== undefined
        ? idle(matcher, "not_reached")
        : consult(matcher, content, oldText, note !== undefined);
    options.onStep?.(step);
    if (candidates.length === 0) continue;
    decided = { strategy: matcher.name, candidates, requiresReview: matcher.requiresReview === true };
  }
  if (oldText === "") return emptyNeedle();
  if (decided === undefined) return notFound(closestMatch(content, oldText), note);
  return judge(decided, content, oldText, options);
}

interface Answer {
  readonly step: TraceStep;
  readonly candidates: readonly MatchCandidate[];
}

function consult(matcher: RegisteredMatcher, content: string, oldText: string, guarded: boolean): Answer {
  if (guarded && matcher.name !== "exact") return idle(matcher, "size_guard");
  const inapplicable = matcher.inapplicable?.(oldText);
  if (inapplicable !== undefined) return idle(matcher, inapplicable);
  const candidates = matcher.find(content, oldText);
  const reason = candidates.length > 0 ? "decided" : "no_candidate";
  return { step: { strategy: matcher.name, ran: true, candidates: candidates.length, reason }, candidates };
}

function idle(matcher: RegisteredMatcher, reason: TraceStep["reason"]): Answer {
  return { step: { strategy: matcher.name, ran: false, candidates: 0, reason }, candidates: [] };
}

/** The order of refusals is part of the contract. */
function judge(proposal: Proposal, content: string, oldText: string, options: MatchOptions): EditMatch {
  const { candidates } = proposal;
  const { replaceAll = false, expectedReplacements } = options;
  if (candidates.length > 1 && !replaceAll) return ambiguous(proposal);
  if (expectedReplacements !== undefined && candidates.length !== expectedReplacements)
    return unexpectedCount(proposal, expectedReplacements);
  const overlap = findOverlap(candidates);
  if (overlap !== undefined) return overlapping(proposal, overlap);
  const limit = spanLimit(oldText);
  const excess = findOversized(content, candidates, limit);
  if (excess !== undefined) return oversized(proposal, excess, limit);
  return { kind: "matched", ...proposal };
}
