import type { ComponentChildren } from "preact";
import type { Headline } from "../app/mod.ts";
import { JointMark } from "./joint-mark.tsx";

export interface DecisionFact {
  readonly name: string;
  readonly value: ComponentChildren;
}

interface DecisionCardProps {
  readonly headline: Headline;
  readonly facts: readonly DecisionFact[];
  /** Stands above everything: this is not what the server does. */
  readonly whatIf?: boolean;
  /** The error code, or a word for success: for tests. */
  readonly outcome: string;
}

/** One outcome: the joint, the sentence, why, and the facts that a client sees. */
export function DecisionCard({ headline, facts, whatIf, outcome }: DecisionCardProps) {
  const { tone, joint, sentence, why, isWaiting } = headline;
  return (
    <div
      class="decision"
      data-tone={tone}
      data-waiting={isWaiting ? "" : undefined}
      data-settled={isWaiting ? undefined : ""}
      data-whatif={whatIf ? "" : undefined}
      data-testid="card"
      data-state={outcome}
    >
      {whatIf && (
        <p class="banner">
          <b>What if.</b> This is not what the server does.
        </p>
      )}
      <div class="say">
        <JointMark joint={joint} />
        <div>
          <h2 data-testid="sentence">{sentence}</h2>
          {why !== "" && <p>{why}</p>}
        </div>
      </div>
      <dl class="kv">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
