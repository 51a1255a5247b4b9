import { closestMatch } from "./closest-match.ts";
import { EditSearch } from "./edit-search.ts";
import { DEFAULT_TIME_BUDGET_MS, significantLengthWithin, sizeGuard, spanLimit, timeNote } from "./guards.ts";
import type { Matcher } from "./matchers/matcher.ts";
import { MATCHERS, type MatchStrategy } from "./matchers/registry.ts";
import { BudgetSpent, Meter } from "./meter.ts";
import {
  ambiguous,
  elision,
  emptyNeedle,
  type Finding,
  NAMED_PLACES,
  notFound,
  overlapping,
  oversized,
  replaceAllNotAllowed,
  unexpectedCount,
} from "./refusals.ts";
import type { SearchLimits } from "./search-limits.ts";
import { candidatesOf, firstOverlap, NO_SITES, type Sites, startLinesOf } from "./sites.ts";
import type { ClosestMatch, EditMatch, MatchCandidate, Matched, MatchOptions, TraceStep } from "./types.ts";

/**
 * Finds the one place (under `replaceAll`: all places) that `oldText` names in `content`, or refuses. Takes time linear
 * in the size of both.
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

/** What only tests and lessons set. */
export interface SearchSetup {
  /** To read afterwards. */
  readonly meter?: Meter;
  readonly limits?: SearchLimits;
  /** How much text a place may carry, instead of what the needle allows. */
  readonly spanLimit?: number;
}

/** The arbiter over a given chain. Tools use `findEditMatch`; another chain than the registry's is for tests and lessons. */
export function decideMatch(
  matchers: readonly RegisteredMatcher[],
  content: string,
  oldText: string,
  options: MatchOptions,
  setup: SearchSetup = {},
): EditMatch {
  const meter = setup.meter ?? new Meter(options.now, options.timeBudgetMs ?? DEFAULT_TIME_BUDGET_MS);
  const search = new EditSearch(content, oldText, meter, setup.limits);
  const hearing = new Hearing(search, options);
  for (const matcher of matchers) hearing.consult(matcher);
  if (oldText === "") return emptyNeedle();
  const { decided } = hearing;
  if (decided === undefined) return hearing.notFound();
  return judge(decided, search, options, setup.spanLimit ?? spanLimit(oldText));
}

/** The matcher that spoke first, what it found, and what it took the needle for. */
interface Decision {
  readonly matcher: RegisteredMatcher;
  readonly sites: Sites;
  readonly reading: string | undefined;
}

/** Asks one matcher after the other, as long as there is need, permission and time. */
class Hearing {
  decided: Decision | undefined;
  private readonly search: EditSearch;
  private readonly options: MatchOptions;
  private readonly finished: MatchStrategy[] = [];
  private guard: string | undefined;
  private isOutOfTime = false;

  constructor(search: EditSearch, options: MatchOptions) {
    this.search = search;
    this.options = options;
  }

  consult(matcher: RegisteredMatcher): void {
    const { sites, reading, ran, reason } = this.answer(matcher);
    this.options.onStep?.({ strategy: matcher.name, ran, candidates: sites.starts.length, reason });
    if (ran) this.finished.push(matcher.name);
    if (sites.starts.length > 0) this.decided = { matcher, sites, reading };
  }

  notFound(): EditMatch {
    let closest: ClosestMatch | undefined;
    if (!this.isOutOfTime) {
      try {
        closest = closestMatch(this.search);
      } catch (error) {
        if (!(error instanceof BudgetSpent)) throw error;
      }
    }
    const budgetMs = this.options.timeBudgetMs ?? DEFAULT_TIME_BUDGET_MS;
    return notFound(closest, this.isOutOfTime ? timeNote(this.finished, budgetMs) : this.guard, !this.isOutOfTime);
  }

  private answer(matcher: RegisteredMatcher): Answer {
    if (this.search.oldText === "" || this.decided !== undefined) return idle("not_reached");
    if (this.isOutOfTime) return idle("time_budget");
    try {
      this.search.meter.look();
      return this.ask(matcher);
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      this.isOutOfTime = true;
      return idle("time_budget");
    }
  }

  private ask(matcher: RegisteredMatcher): Answer {
    if (matcher.name !== "exact") {
      // Counting lines takes time in a large file, and an exact match does not ask for it.
      this.guard ??= sizeGuard(this.search, this.options);
      if (this.guard !== undefined) return idle("size_guard");
    }
    const { oldText } = this.search;
    const reading = matcher.readNeedle?.(oldText) ?? oldText;
    const inapplicable = matcher.inapplicable?.(this.search, reading);
    if (inapplicable !== undefined) return idle(inapplicable);
    const sites = matcher.find(this.search, reading);
    return { sites, reading, ran: true, reason: sites.starts.length > 0 ? "decided" : "no_candidate" };
  }
}

interface Answer {
  readonly sites: Sites;
  readonly reading?: string;
  readonly ran: boolean;
  readonly reason: TraceStep["reason"];
}

function idle(reason: TraceStep["reason"]): Answer {
  return { sites: NO_SITES, ran: false, reason };
}

/** The order of refusals is part of the contract. */
function judge(decision: Decision, search: EditSearch, options: MatchOptions, limit: number): EditMatch {
  const { matcher, sites } = decision;
  const { content, oldText } = search;
  const { replaceAll = false, expectedReplacements } = options;
  const count = sites.starts.length;
  if (matcher.hasPlaceholder?.(oldText)) return elision(findingOf(decision, search));
  if (count > 1 && !replaceAll) return ambiguous(findingOf(decision, search));
  if (expectedReplacements !== undefined && count !== expectedReplacements)
    return unexpectedCount(findingOf(decision, search), expectedReplacements);
  if (replaceAll && matcher.requiresReview) return replaceAllNotAllowed(findingOf(decision, search));
  const overlap = firstOverlap(sites, content);
  if (overlap !== undefined) return overlapping(findingOf(decision, search), ...overlap);
  const candidates = candidatesOf(sites, content, count);
  for (const candidate of candidates) {
    const length = significantLengthWithin(content.text, candidate);
    if (length > limit) return oversized(findingOf(decision, search), candidate, length, limit);
  }
  return matched(decision, candidates);
}

function matched({ matcher, sites, reading }: Decision, candidates: readonly MatchCandidate[]): Matched {
  const requiresReview = matcher.requiresReview === true;
  const match = { kind: "matched", strategy: matcher.name, candidates, requiresReview } as const;
  if (matcher.readNeedle === undefined || reading === undefined) return match;
  return { ...match, reading: { text: reading, wholeLines: sites.lines !== undefined } };
}

function findingOf({ matcher, sites }: Decision, { content }: EditSearch): Finding {
  return {
    strategy: matcher.name,
    requiresReview: matcher.requiresReview === true,
    count: sites.starts.length,
    candidates: candidatesOf(sites, content, NAMED_PLACES),
    startLines: startLinesOf(sites, content, NAMED_PLACES + 1),
  };
}
