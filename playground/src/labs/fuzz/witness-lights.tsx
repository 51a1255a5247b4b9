import { PaneBar } from "../../parts/mod.ts";
import { BucketMark } from "./bucket-mark.tsx";
import { type Bucket, NAMINGS, type Naming, wantedBuckets } from "./buckets.ts";
import { lawOf, rows, run } from "./fuzz-state.ts";
import { number } from "./live-view.tsx";

/** A light for each kind of cases that the laws have to meet: lit by the first value of the kind. */
export function WitnessLights() {
  const tried = rows.value.filter(({ runs }) => runs > 0);
  const wanted = wantedBuckets(tried, new Map(tried.map(({ id }) => [id, lawOf(id)?.witnesses ?? []])));
  if (wanted.length === 0) return null;
  // Of a law that was refuted nobody knows what it would have met.
  const dark = [...new Set(rows.value.flatMap((row) => row.dark))];
  return (
    <section aria-label="Witnesses">
      <PaneBar title="Witnesses">
        <span class="grow" />
        <span class="quiet">lit by the first value of a kind</span>
      </PaneBar>
      <div class="lights" data-testid="witnesses">
        {NAMINGS.map(({ naming, title }) => (
          <Lights key={naming} naming={naming} title={title} wanted={wanted.filter((one) => one.naming === naming)} />
        ))}
        {dark.length > 0 && run.value !== "running" && (
          <p class="dark-told" data-tone="warn" data-testid="dark-told">
            <b>{dark.join("; ")}</b>: no value was of {dark.length === 1 ? "this kind" : "these kinds"}. That is a
            warning, not a pass; more values may meet {dark.length === 1 ? "it" : "them"}.
          </p>
        )}
      </div>
    </section>
  );
}

interface LightsProps {
  readonly naming: Naming;
  readonly title: string;
  readonly wanted: readonly Bucket[];
}

function Lights({ naming, title, wanted }: LightsProps) {
  if (wanted.length === 0) return null;
  const hasWord = naming === "refusal" || naming === "other";
  return (
    <section>
      <h3>{title}</h3>
      <ul data-naming={naming}>
        {wanted.map((bucket) => (
          <li key={bucket.name} data-lit={bucket.first === null ? undefined : ""} title={bucket.name}>
            <BucketMark bucket={bucket} />
            <span class={hasWord ? "word" : "sr"}>{bucket.name}</span>
            <span class="num">{bucket.first === null ? "dark" : number(bucket.first)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
