import { asyncProperty, check, interruptAfterTimeLimit } from "fast-check";
import type { PropertyDifference, PropertyFailure, PropertyReport, RunOptions } from "../../runtime/ports/mod.ts";
import { Refuted, shown } from "./claims.ts";
import type { Property } from "./property.ts";
import { formatKey } from "./replay-key.ts";

export const DEFAULT_RUNS = 1000;

/** Hears of a run while it goes on. */
export interface RunWatch {
  /**
   * After each value: its bucket, or null while a failure is made smaller. What it returns is waited for, so that a host
   * with one thread can do something else now and then.
   */
  tried(bucket: string | null): Promise<void> | undefined;
}

/**
 * Tries a property on saved and generated values, one after the other. The same options give the same report on every
 * host, whether somebody watches or not.
 */
export async function runProperty(
  property: Property<unknown>,
  options: RunOptions,
  watch?: RunWatch,
): Promise<PropertyReport> {
  const corpus = options.corpus ?? [];
  const { id, version, title, witnesses } = property;
  const head = { id, version, title, seed: options.seed };
  for (const [index, value] of corpus.entries()) {
    const refutal = await refutalOf(property, value);
    if (refutal === null) continue;
    const failure = { key: null, counterexample: value, shrinks: 0, ...refutal };
    return { ...head, runs: 0, saved: index + 1, outcomes: {}, missing: [], failure };
  }
  const { runs, outcomes, failure } = await generate(property, options, watch);
  return {
    ...head,
    runs,
    saved: corpus.length,
    outcomes: Object.fromEntries([...outcomes].sort(([, a], [, b]) => b - a)),
    missing: witnesses.filter((witness) => !outcomes.has(witness)),
    ...(failure && { failure }),
  };
}

interface Generated {
  readonly runs: number;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly failure?: PropertyFailure;
}

async function generate(
  property: Property<unknown>,
  { runs, seconds, seed, path }: RunOptions,
  watch: RunWatch | undefined,
): Promise<Generated> {
  const outcomes = new Map<string, number>();
  // What comes after the first failure is shrinking, and no sample of the arbitrary.
  let shrinking = false;
  const details = await check(
    asyncProperty(property.arbitrary, async (value) => {
      try {
        await property.run(value);
      } catch (error) {
        shrinking = true;
        await watch?.tried(null);
        throw error;
      }
      const bucket = shrinking ? null : property.classify(value);
      if (bucket !== null) outcomes.set(bucket, (outcomes.get(bucket) ?? 0) + 1);
      // Most values go by without a wait, which would cost more than many a law.
      const pause = watch?.tried(bucket);
      if (pause !== undefined) await pause;
    }),
    {
      seed,
      numRuns: runs ?? (seconds === undefined ? DEFAULT_RUNS : UNBOUNDED_RUNS),
      ...(path !== undefined && path !== "" && { path }),
      ...(seconds !== undefined && { plugins: [interruptAfterTimeLimit(seconds * 1000)] }),
    },
  );
  const found: unknown = details.counterexample;
  const counterexample: unknown = Array.isArray(found) ? found[0] : undefined;
  // A time limit before the first value is reported as a failure without a case; nothing was refuted.
  if (!details.failed || counterexample === undefined) return { runs: details.numRuns, outcomes };
  return {
    runs: details.numRuns,
    outcomes,
    failure: {
      key: formatKey({ id: property.id, version: property.version, seed, path: details.counterexamplePath ?? "" }),
      counterexample,
      shrinks: details.numShrinks,
      ...refutalFrom(details.errorInstance),
    },
  };
}

const UNBOUNDED_RUNS = 2 ** 31 - 1;

type Refutal = Pick<PropertyFailure, "error" | "difference">;

/** Why the property does not hold for a saved value, or null. */
async function refutalOf(property: Property<unknown>, value: unknown): Promise<Refutal | null> {
  if (!property.accepts(value)) return { error: `the saved case no longer has the form of a value: ${shown(value)}` };
  try {
    await property.run(value);
    return null;
  } catch (error) {
    return refutalFrom(error);
  }
}

function refutalFrom(thrown: unknown): Refutal {
  if (!(thrown instanceof Error)) return { error: shown(thrown) };
  if (!(thrown instanceof Refuted)) return { error: thrown.stack ?? String(thrown) };
  return { error: thrown.message, ...differenceOf(thrown) };
}

function differenceOf({ difference }: Refuted): { readonly difference?: PropertyDifference } {
  return difference === undefined ? {} : { difference };
}
