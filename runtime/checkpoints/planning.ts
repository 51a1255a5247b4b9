import { inParallel } from "./in-parallel.ts";
import { blobOf, stateBefore } from "./path-state.ts";
import { type BlobState, type CurrentState, planRevert } from "./plan.ts";
import { type RestoreDeps, readBlob } from "./restore.ts";
import { FolderCache, inspect, type Target } from "./targets.ts";
import type { PlanEntry } from "./types.ts";

export interface Planned {
  readonly files: readonly PlanEntry[];
  /** What was found at each path, by label. */
  readonly current: ReadonlyMap<string, CurrentState>;
  /** The bytes found there, by label, as far as they may be held. */
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  /** Stored contents by sha256, verified, as far as they may be held. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/** What is not held after looking is read again, and hashed again, when it is needed. */
const MAX_HELD_BYTES = 128 * 1024 * 1024;

/**
 * A plan, with what it was made from. Nothing is locked or changed.
 *
 * @param isQuestion It is not carried out, so a file that cannot be any known content by its size is not read.
 */
export async function planFor(
  targets: readonly Target[],
  deps: RestoreDeps,
  { isQuestion = false }: { isQuestion?: boolean | undefined } = {},
): Promise<Planned> {
  const current = new Map<string, CurrentState>();
  const bytes = new HeldBytes();
  const folders = new FolderCache();
  await inParallel(targets, async (target) => {
    const found = await inspect(target, deps, folders, isQuestion);
    current.set(target.label, found.state);
    if (found.bytes !== null) bytes.keep(target.label, found.bytes);
  });
  const stored = new Map<string, BlobState>();
  const contents = new HeldBytes();
  await inParallel(blobsBefore(targets), async (sha256) => {
    const content = await readBlob(sha256, deps);
    stored.set(sha256, content.state);
    if (content.state === "good") contents.keep(sha256, content.bytes);
  });
  const files = planRevert(targets, current, stored);
  return { files, current, bytes: bytes.kept, contents: contents.kept };
}

function blobsBefore(targets: readonly Target[]): readonly string[] {
  return [...new Set(targets.flatMap(({ rows }) => (rows[0] && blobOf(stateBefore(rows[0]))) ?? []))];
}

class HeldBytes {
  readonly kept = new Map<string, Uint8Array>();
  #total = 0;

  keep(name: string, bytes: Uint8Array): void {
    if (this.#total + bytes.length > MAX_HELD_BYTES) return;
    this.#total += bytes.length;
    this.kept.set(name, bytes);
  }
}
