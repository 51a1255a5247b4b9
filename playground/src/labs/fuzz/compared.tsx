import type { PropertyDifference } from "../../../../runtime/ports/mod.ts";
import { SeenText } from "./seen-text.tsx";

/** What the law expected beside what was there, with the stretch in which they part marked. */
export function Compared({ difference }: { readonly difference: PropertyDifference }) {
  const [expected, actual] = [textOf(difference.expected), textOf(difference.actual)];
  const [before, behind] = agreement(expected, actual);
  return (
    <div class="compared" data-testid="compared">
      <section aria-label="Expected">
        <h3>Expected</h3>
        <p class="seen" data-testid="expected">
          <SeenText text={expected} odd={[before, expected.length - behind]} />
        </p>
      </section>
      <section aria-label="Actual" data-tone="bad">
        <h3>Actual</h3>
        <p class="seen" data-testid="actual">
          <SeenText text={actual} odd={[before, actual.length - behind]} />
        </p>
      </section>
    </div>
  );
}

/** A text is shown as itself, anything else as its JSON. */
function textOf(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "string" ? value : json;
  } catch {
    // What has no JSON, such as `undefined`, is named.
    return json;
  }
}

/** How many characters both have in common at the start, and at the end of the rest. */
function agreement(one: string, other: string): readonly [number, number] {
  const most = Math.min(one.length, other.length);
  let before = 0;
  while (before < most && one[before] === other[before]) before += 1;
  let behind = 0;
  while (behind < most - before && one[one.length - 1 - behind] === other[other.length - 1 - behind]) behind += 1;
  return [before, behind];
}
