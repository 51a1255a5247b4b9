import { inParallel } from "./in-parallel.ts";
import { blobOf, stateBefore } from "./path-state.ts";
import { type BlobState, type CurrentState, planRevert } from "./plan.ts";
import { type RestoreDeps, readBlob } from "./restore.ts";
import { inspect, type Target } from "./targets.ts";
import type { PlanEntry } from "./types.ts";

export interface Planned {
  readonly files: readonly PlanEntry[];
  /** What was found at each path, by label. */
  readonly current: ReadonlyMap<string, CurrentState>;
  /** The bytes found there, by label, as far as they may be held. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/** What is not held after looking is read again when it is needed. */
const MAX_HELD_BYTES = 128 * 1024 * 1024;

/** A plan, with what it was made from. Nothing is locked or changed. */
export async function planFor(targets: readonly Target[], deps: RestoreDeps): Promise<Planned> {
  const current = new Map<string, CurrentState>();
  const bytes = new Map<string, Uint8Array>();
  let held = 0;
  await inParallel(targets, async (target) => {
    const found = await inspect(target, deps);
    current.set(target.label, found.state);
    if (found.bytes === null || held + found.bytes.length > MAX_HELD_BYTES) return;
    held += found.bytes.length;
    bytes.set(target.label, found.bytes);
  });
  const stored = await blobStates(targets, deps);
  return { files: planRevert(targets, current, stored), current, bytes };
}

async function blobStates(targets: readonly Target[], deps: RestoreDeps): Promise<ReadonlyMap<string, BlobState>> {
  const wanted = new Set(targets.flatMap(({ rows }) => (rows[0] && blobOf(stateBefore(rows[0]))) ?? []));
  const states = await inParallel([...wanted], async (sha256): Promise<[string, BlobState]> => {
    return [sha256, (await readBlob(sha256, deps)).state];
  });
  return new Map(states);
}
