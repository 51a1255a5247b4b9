import { StoreError } from "../errors.ts";
import type { KeyedLocks } from "../locks.ts";
import type { Checkpoint, CheckpointIndex } from "../ports/mod.ts";
import { type BlobState, type CurrentState, planRevert } from "./plan.ts";
import { driftMessage, isStuck, noCheckpoints, partialMessage, revertReport } from "./report.ts";
import { type RestoreDeps, readBlob, restore } from "./restore.ts";
import { inspect, mapTargets, type Target } from "./targets.ts";
import type { PlanEntry, RevertReport, RevertRequest } from "./types.ts";

export interface RevertDeps extends RestoreDeps {
  readonly index: CheckpointIndex;
  readonly locks: KeyedLocks;
}

/**
 * Puts the files of a turn back to what they were before it. Every door ends here.
 *
 * Nothing at all is changed when a file drifted and `force` is not set. A path whose content cannot be brought back
 * stops no other path, but the report is then a failure that names it.
 *
 * @throws StoreError when the index cannot be read.
 */
export async function revertTurn(request: RevertRequest, deps: RevertDeps): Promise<RevertReport> {
  const turnId = await chooseTurn(request, deps.index);
  if (turnId === null) return noCheckpoints(request);
  let rows: Checkpoint[];
  try {
    rows = await rowsOfTurn(turnId, request.sessionId, deps.index);
  } catch (error) {
    if (!(error instanceof StoreError) || error.errorCode !== "unrecoverable") throw error;
    const refusal = { code: "unrecoverable", message: `revert: nothing was changed: ${error.message}` } as const;
    return revertReport({ turnId, request, files: [], refusal });
  }
  if (rows.length === 0) return noCheckpoints(request);

  const mapping = await mapTargets(rows, request.root, deps.fs);
  if (mapping.kind === "unmapped") {
    const files = unmappedEntries(mapping.paths);
    const refusal = { code: "root_unmapped", message: `revert: nothing was changed: ${mapping.message}` } as const;
    return revertReport({ turnId, request, files, refusal });
  }
  const locked = mapping.targets.map((target) => target.absolute);
  return await deps.locks.withLock(locked, () => decide(turnId, request, mapping.targets, deps));
}

/** The turn asked for, else the newest one (of the session when given); `null` when there is none. */
export async function chooseTurn(
  request: Pick<RevertRequest, "turnId" | "sessionId">,
  index: CheckpointIndex,
): Promise<string | null> {
  if (request.turnId !== undefined) return request.turnId;
  const session = request.sessionId === undefined ? {} : { sessionId: request.sessionId };
  const [newest] = await index.turns({ ...session, limit: 1 });
  return newest?.turnId ?? null;
}

/** A plan, with what it was made from, for `restore` to compare again. Nothing is locked or changed. */
export async function planFor(
  targets: readonly Target[],
  deps: RestoreDeps,
): Promise<{ files: PlanEntry[]; current: ReadonlyMap<string, CurrentState> }> {
  const current = new Map<string, CurrentState>();
  const stored = new Map<string, BlobState>();
  for (const target of targets) {
    current.set(target.label, await inspect(target, deps));
    const sha256 = target.rows[0]?.beforeHash ?? null;
    if (sha256 !== null && !stored.has(sha256)) stored.set(sha256, (await readBlob(sha256, deps)).state);
  }
  return { files: planRevert(targets, current, stored), current };
}

export function unmappedEntries(paths: readonly string[]): PlanEntry[] {
  const detail = "the root it was written under is not a folder here; pass root";
  return paths.map((path) => ({ path, status: "failed", action: "skip", detail }));
}

async function rowsOfTurn(
  turnId: string,
  sessionId: string | undefined,
  index: CheckpointIndex,
): Promise<Checkpoint[]> {
  const rows = await index.byTurn(turnId);
  return sessionId === undefined ? rows : rows.filter((row) => row.sessionId === sessionId);
}

async function decide(
  turnId: string,
  request: RevertRequest,
  targets: readonly Target[],
  deps: RevertDeps,
): Promise<RevertReport> {
  const { files, current } = await planFor(targets, deps);
  // A preview is a question, so drift is part of its answer and not a refusal.
  if (request.dryRun) return revertReport({ turnId, request, files });
  if (!request.force && files.some((file) => file.status === "drifted")) {
    return revertReport({ turnId, request, files, refusal: { code: "drifted", message: driftMessage(files) } });
  }
  return await carryOut(turnId, request, targets, files, current, deps);
}

async function carryOut(
  turnId: string,
  request: RevertRequest,
  targets: readonly Target[],
  plan: readonly PlanEntry[],
  current: ReadonlyMap<string, CurrentState>,
  deps: RevertDeps,
): Promise<RevertReport> {
  const byLabel = new Map(targets.map((target) => [target.label, target]));
  const files: PlanEntry[] = [];
  const reverted: string[] = [];
  for (const entry of plan) {
    const target = byLabel.get(entry.path);
    const seen = current.get(entry.path);
    if (!target || !seen) continue;
    const done = await restore(entry, target, seen, deps);
    files.push(done.entry);
    if (done.reverted) reverted.push(entry.path);
  }
  if (!files.some(isStuck)) return revertReport({ turnId, request, files, reverted });
  const refusal = { code: "unrecoverable", message: partialMessage(files, reverted.length) } as const;
  return revertReport({ turnId, request, files, reverted, refusal });
}
