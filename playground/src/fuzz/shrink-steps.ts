import { asyncProperty, check } from "fast-check";
import type { Property } from "../../../test/property/property.ts";
import { formatKey, parseKey } from "../../../test/property/replay-key.ts";
import type { ShrinkStep } from "./messages.ts";

/** Each part of a path names a smaller value than the one before: walks from the first failing value to the smallest. */
export async function shrinkSteps(property: Property<unknown>, key: string): Promise<ShrinkStep[]> {
  const parsed = parseKey(key);
  if (parsed === null) return [];
  const parts = parsed.path.split(":");
  const steps: ShrinkStep[] = [];
  for (let length = 1; length <= parts.length; length += 1) {
    const path = parts.slice(0, length).join(":");
    const found: unknown[] = [];
    const look = asyncProperty(property.arbitrary, async (value) => {
      found.push(value);
    });
    await check(look, { seed: parsed.seed, path, numRuns: 1, endOnFailure: true });
    if (found.length > 0) steps.push({ key: formatKey({ ...parsed, path }), value: found[0] });
  }
  return steps;
}
