import type { BlobStore, CheckpointIndex, Clock } from "../ports/mod.ts";
import { type PrunePlan, planPrune } from "./prune-plan.ts";
import type { PruneReport } from "./types.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A capture stores its blob before its row; a blob younger than this may belong to a row that is on its way. */
const GRACE_MS = HOUR_MS;

/** So many contents are looked up and deleted in one go, while no process can append a row. */
const BATCH = 64;

export interface PruneDeps {
  readonly index: CheckpointIndex;
  readonly blobs: BlobStore;
  readonly retentionDays: number;
  /** 0: no bound. */
  readonly maxStoreBytes: number;
  /** Milliseconds since the epoch, as far as they can be believed; see `trustedNow`. */
  readonly now: () => number;
}

/** `prune`, at most hourly over all processes of the store; `null` when it was not due. */
export async function pruneIfDue(deps: PruneDeps): Promise<PruneReport | null> {
  const now = deps.now();
  const lastSeen = await lastSeenTime(deps.index, now);
  if (!(await deps.index.claimPrune(now, HOUR_MS))) return null;
  return pruneAt(now, lastSeen, false, deps);
}

/**
 * Deletes the turns that are over their days, the oldest ones while the store is over its bound, and then the contents
 * that no row names any more. It deletes nothing while the index is damaged, for it may name too few contents. Right after the
 * clock has jumped ahead by more than a day it takes the time to be that of the last use.
 *
 * @param dryRun Tell what would be deleted.
 */
export async function prune({ dryRun }: { readonly dryRun: boolean }, deps: PruneDeps): Promise<PruneReport> {
  const now = deps.now();
  const lastSeen = await lastSeenTime(deps.index, now);
  // Called twice in a row, it must not take its own first call for an hour of proof.
  if (!dryRun && now - lastSeen <= DAY_MS) await deps.index.claimPrune(now, 0);
  return pruneAt(now, lastSeen, dryRun, deps);
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

/** The last time this store is known to have been in use; `now` for a new one. */
async function lastSeenTime(index: CheckpointIndex, now: number): Promise<number> {
  const pruned = await index.prunedAt();
  if (pruned !== null) return pruned;
  const [newest] = await index.turns({ limit: 1 });
  return newest?.endedAt ?? now;
}

async function pruneAt(now: number, lastSeen: number, dryRun: boolean, deps: PruneDeps): Promise<PruneReport> {
  const { index, blobs } = deps;
  // A store that lay unused looks the same as a clock that was set wrong, so the time is taken to be that of the last use.
  // An hour later the clock has proven itself.
  const time = now - lastSeen > DAY_MS ? lastSeen : now;
  const problems = await index.problems("quick");
  if (problems.length > 0)
    return postponed(dryRun, `the index is damaged (${problems[0]}); nothing is deleted until it is sound`);

  // Listed before the rows are asked: a blob stored after this line is not in the list, so it cannot be deleted.
  const stored = await blobs.list();
  const holdings = await index.holdings();
  const damaged = holdings.find((turn) => turn.isDamaged);
  if (damaged !== undefined)
    return postponed(dryRun, `rows of turn "${damaged.turnId}" are damaged; nothing is deleted until they are gone`);
  const [storedBefore, expireBefore] = [time - GRACE_MS, time - deps.retentionDays * DAY_MS];
  const plan = planPrune({
    holdings,
    blobs: stored,
    expireBefore,
    storedBefore,
    madeAt: await index.madeAt(),
    indexBytes: await index.usedBytes(),
    maxStoreBytes: deps.maxStoreBytes,
  });
  const deleted = dryRun
    ? planned(plan)
    : await carryOut(plan, { time, expireBefore, storedBefore, position: holdings.at(-1)?.position ?? 0 }, deps);
  const left = (await index.usedBytes()) + sizeOf(stored) - (dryRun ? 0 : deleted.bytes);
  return { ...deleted, oversize_turns: plan.oversizeTurns, store_bytes: left, dry_run: dryRun, postponed: null };
}

interface Deleted {
  readonly rows: number;
  readonly blobs: number;
  readonly bytes: number;
}

function planned(plan: PrunePlan): Deleted {
  return { rows: plan.rows, blobs: plan.blobs.length, bytes: sizeOf(plan.blobs) };
}

interface Moment {
  readonly time: number;
  readonly expireBefore: number;
  readonly storedBefore: number;
  /** Of the newest row that was seen. */
  readonly position: number;
}

async function carryOut(plan: PrunePlan, moment: Moment, deps: PruneDeps): Promise<Deleted> {
  const { time, expireBefore, storedBefore, position } = moment;
  const { index, blobs } = deps;
  const whole = await index.dropTurns([...plan.expiredTurns, ...plan.oversizeTurns], position);
  // A turn id that is used again and again never grows old as a whole; what it meant so long ago is another turn.
  const rows = whole + (await index.expire(expireBefore - (time - expireBefore)));
  let [count, bytes] = [0, 0];
  for (let at = 0; at < plan.blobs.length; at += BATCH) {
    const part = new Map(plan.blobs.slice(at, at + BATCH).map((blob) => [blob.sha256, blob.size]));
    count += await index.dropUnreferenced([...part.keys()], async (sha256) => {
      const removed = await blobs.delete(sha256, { storedBefore });
      if (removed) bytes += part.get(sha256) ?? 0;
      return removed;
    });
  }
  return { rows, blobs: count, bytes };
}

function sizeOf(blobs: readonly { readonly size: number }[]): number {
  return blobs.reduce((sum, blob) => sum + blob.size, 0);
}

function postponed(dryRun: boolean, why: string): PruneReport {
  const nothing = { rows: 0, blobs: 0, bytes: 0, oversize_turns: [], store_bytes: null };
  return { ...nothing, dry_run: dryRun, postponed: why };
}
