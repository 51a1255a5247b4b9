import { asyncProperty, check, interruptAfterTimeLimit } from "fast-check";
import type { PropertyFailure, PropertyReport, RunOptions } from "../../runtime/ports/mod.ts";
import { shown } from "./claims.ts";
import type { Property } from "./property.ts";
import { formatKey } from "./replay-key.ts";

export const DEFAULT_RUNS = 1000;

/**
 * Tries a property on saved and generated values, one after the other. The same options give the same report on every
 * host.
 */
export async function runProperty(property: Property<unknown>, options: RunOptions): Promise<PropertyReport> {
  const corpus = options.corpus ?? [];
  const { id, version, title, witnesses } = property;
  const head = { id, version, title, seed: options.seed };
  for (const [index, value] of corpus.entries()) {
    const error = await failureOf(property, value);
    if (error === null) continue;
    const failure = { key: null, counterexample: value, shrinks: 0, error };
    return { ...head, runs: 0, saved: index + 1, outcomes: {}, missing: [], failure };
  }
  const { runs, outcomes, failure } = await generate(property, options);
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

async function generate(property: Property<unknown>, { runs, seconds, seed, path }: RunOptions): Promise<Generated> {
  const outcomes = new Map<string, number>();
  // What comes after the first failure is shrinking, and no sample of the arbitrary.
  let shrinking = false;
  const details = await check(
    asyncProperty(property.arbitrary, async (value) => {
      try {
        await property.run(value);
      } catch (error) {
        shrinking = true;
        throw error;
      }
      if (shrinking) return;
      const bucket = property.classify(value);
      outcomes.set(bucket, (outcomes.get(bucket) ?? 0) + 1);
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
      error: messageOf(details.errorInstance),
    },
  };
}

const UNBOUNDED_RUNS = 2 ** 31 - 1;

/** Why the property does not hold for a saved value, or null. */
async function failureOf(property: Property<unknown>, value: unknown): Promise<string | null> {
  if (!property.accepts(value)) return `the saved case no longer has the form of a value: ${shown(value)}`;
  try {
    await property.run(value);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error
    ? error.name === "Refuted"
      ? error.message
      : (error.stack ?? String(error))
    : shown(error);
}
