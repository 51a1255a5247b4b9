import { decideMatch, type RegisteredMatcher } from "../../../runtime/edit/find-edit-match.ts";
import { Meter } from "../../../runtime/edit/meter.ts";
import {
  applyEdit,
  type EditCommand,
  type EditMatch,
  type EditOptions,
  type EditOutcome,
  findEditMatch,
  MATCHERS,
  type MatchCandidate,
  type MatchOptions,
  type MatchStrategy,
} from "../../../runtime/edit/mod.ts";
import type { SearchLimits } from "../../../runtime/edit/search-limits.ts";
import { candidatesOf } from "../../../runtime/edit/sites.ts";

export type { RegisteredMatcher, SearchLimits };

/** What the properties of editing are stated of. A mutant is another one of these. */
export interface EditEngine {
  readonly matchers: readonly RegisteredMatcher[];
  find(content: string, oldText: string, options?: MatchOptions): EditMatch;
  /** The arbiter over another chain than the registry's, or with other limits of its quick ways. */
  decide(
    matchers: readonly RegisteredMatcher[],
    content: string,
    oldText: string,
    options: MatchOptions,
    limits?: SearchLimits,
  ): EditMatch;
  /** Every place one strategy finds, whatever the others would say. */
  propose(strategy: MatchStrategy, content: string, oldText: string): readonly MatchCandidate[];
  apply(content: string, command: EditCommand, options?: EditOptions): EditOutcome;
  /** The steps of one search, a miss and its closest match included: about one for each character looked at. */
  cost(content: string, oldText: string, limits?: SearchLimits): number;
}

/** The product. */
export const ENGINE: EditEngine = {
  matchers: MATCHERS,
  find: findEditMatch,
  decide: (matchers, content, oldText, options, limits) =>
    decideMatch(matchers, content, oldText, options, { ...(limits && { limits }) }),
  propose(strategy, content, oldText) {
    const matcher: RegisteredMatcher | undefined = MATCHERS.find(({ name }) => name === strategy);
    let candidates: readonly MatchCandidate[] = [];
    if (matcher === undefined) return candidates;
    // A refusal lists the first ten places; the matcher is asked in between, where it names all.
    const overheard: RegisteredMatcher = {
      ...matcher,
      find(search, ...rest) {
        const sites = matcher.find(search, ...rest);
        candidates = candidatesOf(sites, search.content, sites.starts.length);
        return sites;
      },
    };
    decideMatch([overheard], content, oldText, {});
    return candidates;
  },
  apply: applyEdit,
  cost(content, oldText, limits) {
    const meter = new Meter();
    decideMatch(MATCHERS, content, oldText, {}, { meter, ...(limits && { limits }) });
    return meter.steps;
  },
};

export function bucketOf(outcome: EditMatch | EditOutcome): string {
  return outcome.kind === "refused" ? outcome.errorCode : outcome.strategy;
}
