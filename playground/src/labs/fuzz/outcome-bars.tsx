import { PaneBar } from "../../parts/mod.ts";
import { BucketMark } from "./bucket-mark.tsx";
import { metBuckets } from "./buckets.ts";
import { rows } from "./fuzz-state.ts";
import { number } from "./live-view.tsx";

/** So many kinds are drawn; the rest is counted. */
const MOST = 14;

/** How the values fell: filled bars for edits that were placed and the like, hollow ones for refusals. */
export function OutcomeBars() {
  const met = metBuckets(rows.value);
  if (met.length === 0) return null;
  const total = met.reduce((sum, { count }) => sum + count, 0);
  const most = met[0]?.count ?? 1;
  const rest = met.slice(MOST);
  return (
    <section aria-label="Outcomes">
      <PaneBar title="Outcomes">
        <span class="grow" />
        <span class="quiet num">{number(total)} values, by what they came to</span>
      </PaneBar>
      <ol class="bars" data-testid="outcomes">
        {met.slice(0, MOST).map((bucket) => (
          <li
            key={bucket.name}
            data-naming={bucket.naming}
            data-s={bucket.naming === "strategy" ? bucket.letter : undefined}
            data-v={bucket.naming === "verdict" ? bucket.letter : undefined}
            data-p={bucket.naming === "plan" ? bucket.letter : undefined}
            data-tone={bucket.naming === "refusal" ? "bad" : undefined}
          >
            <BucketMark bucket={bucket} />
            <span class="cut">{bucket.name}</span>
            <svg aria-hidden="true">
              <rect width={`${(100 * bucket.count) / most}%`} height="100%" />
            </svg>
            <span class="num">{number(bucket.count)}</span>
          </li>
        ))}
      </ol>
      {rest.length > 0 && (
        <p class="more quiet">
          And {rest.length} more kinds, {number(rest.reduce((sum, { count }) => sum + count, 0))} values.
        </p>
      )}
    </section>
  );
}
