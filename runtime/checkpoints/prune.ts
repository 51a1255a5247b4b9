import type { BlobStore, CheckpointIndex, Clock } from "../ports/mod.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A capture stores its blob before its row; a blob younger than this may belong to a row that is on its way. */
const GRACE_MS = HOUR_MS;

export interface PruneDeps {
  readonly index: CheckpointIndex;
  readonly blobs: BlobStore;
  readonly retentionDays: number;
  /** Milliseconds since the epoch, as far as they can be believed; see `trustedNow`. */
  readonly now: () => number;
}

/**
 * Deletes expired rows, then the blobs that no row names any more, at most hourly over all processes of the store.
 *
 * @returns What it deleted; `null` when it was not due.
 */
export async function pruneIfDue(deps: PruneDeps): Promise<{ rows: number; blobs: number } | null> {
  const now = deps.now();
  if (!(await deps.index.claimPrune(now, HOUR_MS))) return null;
  const rows = await deps.index.expire(now - deps.retentionDays * DAY_MS);
  // Listed before the rows are asked: a blob stored after this line is not in the list, so it cannot be deleted.
  const stored = await deps.blobs.list();
  const referenced = await deps.index.referencedBlobs();
  const storedBefore = now - GRACE_MS;
  let blobs = 0;
  for (const blob of stored) {
    if (referenced.has(blob.sha256) || blob.storedAt >= storedBefore) continue;
    if (await deps.blobs.delete(blob.sha256, { storedBefore })) blobs += 1;
  }
  return { rows, blobs };
}

/**
 * Wall-clock time that runs ahead only as fast as the monotonic clock: when the system's clock jumps forward while the
 * process runs, rows do not all expire at once. A clock set back is followed, which only keeps rows longer.
 */
export function trustedNow(clock: Clock): () => number {
  const startedAt = clock.now();
  const startedAtMonotonic = clock.monotonicMs();
  return () => Math.min(clock.now(), startedAt + (clock.monotonicMs() - startedAtMonotonic) + GRACE_MS);
}
