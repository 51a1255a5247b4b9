import { PLAN_LETTERS, type PlanEntry } from "../../../runtime/checkpoints/mod.ts";
import { type MatchStrategy, STRATEGY_LETTERS } from "../../../runtime/edit/mod.ts";
import { VERDICT_LETTERS, type Verdict } from "../../../runtime/file-state/mod.ts";

/** How a strategy's slot is drawn: filled, outlined, dashed, double, struck. */
export type StrategyState = "decided" | "empty" | "waiting" | "guarded" | "struck";

export function strategyLetter(strategy: MatchStrategy): string {
  return STRATEGY_LETTERS[strategy];
}

export function StrategyMark({ strategy, state }: { readonly strategy: MatchStrategy; readonly state: StrategyState }) {
  const letter = STRATEGY_LETTERS[strategy];
  return (
    <span class="slot" data-s={letter} data-state={state} aria-hidden="true">
      {letter}
    </span>
  );
}

/** The letter in a circle; the word stands beside it, or is there for readers of text alone. */
export function VerdictMark({ verdict, withWord }: { readonly verdict: Verdict; readonly withWord?: boolean }) {
  const letter = VERDICT_LETTERS[verdict];
  return (
    <span class="named">
      <span class="v" data-v={letter} title={verdict} aria-hidden="true">
        {letter}
      </span>
      <span class={withWord ? undefined : "sr"}>{verdict}</span>
    </span>
  );
}

export function PlanMark({ status }: { readonly status: PlanEntry["status"] }) {
  const letter = PLAN_LETTERS[status];
  return (
    <span class="named">
      <span class="p" data-p={letter} aria-hidden="true">
        {letter}
      </span>
      <span>{status}</span>
    </span>
  );
}
