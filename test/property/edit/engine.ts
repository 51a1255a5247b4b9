import { decideMatch, type RegisteredMatcher } from "../../../runtime/edit/find-edit-match.ts";
import {
  applyEdit,
  type EditCommand,
  type Edited,
  type EditMatch,
  type EditOptions,
  type EditOutcome,
  findEditMatch,
  MATCHERS,
  type MatchCandidate,
  type MatchOptions,
  type MatchStrategy,
} from "../../../runtime/edit/mod.ts";

export type { RegisteredMatcher };

/** What the properties of editing are stated of. A mutant is another one of these. */
export interface EditEngine {
  readonly matchers: readonly RegisteredMatcher[];
  find(content: string, oldText: string, options?: MatchOptions): EditMatch;
  /** The arbiter over another chain than the registry's. */
  decide(matchers: readonly RegisteredMatcher[], content: string, oldText: string, options: MatchOptions): EditMatch;
  /** Every place one strategy finds, whatever the others would say. */
  propose(strategy: MatchStrategy, content: string, oldText: string): readonly MatchCandidate[];
  apply(content: string, command: EditCommand, options?: EditOptions): EditOutcome;
}

/** The product. */
export const ENGINE: EditEngine = {
  matchers: MATCHERS,
  find: findEditMatch,
  decide: decideMatch,
  propose(strategy, content, oldText) {
    const chain = MATCHERS.filter(({ name }) => name === strategy);
    return decideMatch(chain, content, oldText, { replaceAll: true }).candidates ?? [];
  },
  apply: applyEdit,
};

export function bucketOf(outcome: EditMatch | EditOutcome): string {
  return outcome.kind === "refused" ? outcome.errorCode : outcome.strategy;
}

/** What the edit left out of the new text, as its outcome reports it. */
export function adjustmentsOf(outcome: Edited): readonly unknown[] {
  const adjusted: unknown = Reflect.get(outcome, "newTextAdjusted");
  return Array.isArray(adjusted) ? adjusted : [];
}
