import { isFileSystemError, StoreError } from "../errors.ts";
import type { KeyedLocks } from "../locks.ts";
import type { Checkpoint, CheckpointIndex, RevertRecord, RevertState } from "../ports/mod.ts";
import { carryOut } from "./carry-out.ts";
import { inParallel } from "./in-parallel.ts";
import { blobOf, type PathState, sameContent, stateAfter, stateBefore } from "./path-state.ts";
import { type RestoreDeps, readBlob, removeMadeFolders, type Step } from "./restore.ts";
import { inspect, mapTargets, type Target } from "./targets.ts";

/** How a process is named in the journal, and how to tell from a name that its process is gone. */
export interface Owner {
  readonly name: string;
  isGone(name: string): boolean;
}

/** What a line of the journal tells: "interrupted" when its process is gone and no start has taken it over yet. */
export function shownState(record: RevertRecord | null | undefined, owner: Owner): RevertState | "interrupted" | null {
  if (record?.state === "running" && owner.isGone(record.owner)) return "interrupted";
  return record?.state ?? null;
}

export interface RecoverDeps extends RestoreDeps {
  readonly index: CheckpointIndex;
  readonly locks: KeyedLocks;
  readonly owner: Owner;
}

/** "interrupted": it could not be ended, for the reason given, and stays what it is. */
export type RecoveredRevert =
  | { readonly turnId: string; readonly state: Exclude<RevertState, "running"> }
  | { readonly turnId: string; readonly state: "interrupted"; readonly problem: string };

/**
 * Brings reverts to an end that died with their process. One whose every path is as it was before or after is finished,
 * and so is one that has nothing left to do; when somebody changed a path meanwhile, or a content is lost, the paths that
 * were done go back instead. Either way no path is touched that holds anything else, and none at all while one cannot be read.
 * One whose record is damaged is left as it is and stops no other.
 *
 * @throws StoreError when the index as a whole cannot be read or written.
 */
export async function recoverReverts(deps: RecoverDeps): Promise<readonly RecoveredRevert[]> {
  const recovered: RecoveredRevert[] = [];
  for (const { turnId, state, problem } of await deps.index.damagedReverts()) {
    // Whether its process is gone cannot be told, nor with an unknown state whether it ever ended.
    if (state === null || state === "running") recovered.push(leftAlone(turnId ?? "(damaged)", problem));
  }
  for (const revert of await deps.index.runningReverts()) {
    const ended = deps.owner.isGone(revert.owner) ? await endIfPossible(revert, deps) : null;
    if (ended !== null) recovered.push(ended);
  }
  return recovered;
}

/** Names the reverts that could not be ended, as a sentence; "" when there is none. */
export function interruptedNote(recovered: readonly RecoveredRevert[]): string {
  const left = recovered.flatMap((revert) => (revert.state === "interrupted" ? [revert] : []));
  if (left.length === 0) return "";
  const names = left.slice(0, MOST_NAMED).map(({ turnId, problem }) => `${JSON.stringify(turnId)} (${problem})`);
  const more = left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : "";
  return `Cut off with its process, and left as it is because it cannot be ended: revert ${names.join(", ")}${more}.`;
}

const MOST_NAMED = 3;

function leftAlone(turnId: string, problem: string): RecoveredRevert {
  return { turnId, state: "interrupted", problem };
}

/** `null`: another process was faster. */
async function endIfPossible(revert: RevertRecord, deps: RecoverDeps): Promise<RecoveredRevert | null> {
  const { turnId } = revert;
  let isClaimed = false;
  try {
    // Read first: rows that cannot be read are nothing to take over.
    const rows = await deps.index.byTurn(turnId);
    if (rows.some((row) => row.kind !== "revert")) return leftAlone(turnId, "its rows are of a turn of writes");
    isClaimed = await deps.index.claimRevert(revert, deps.owner.name);
    if (!isClaimed) return null;
    const state = await recover(rows, deps);
    await deps.index.endRevert(turnId, state, []);
    return { turnId, state };
  } catch (error) {
    // Under this process's name nobody would try again before it ends.
    if (isClaimed) await giveBack(revert, deps);
    const isItsOwn = isFileSystemError(error) || (error instanceof StoreError && error.errorCode === "unrecoverable");
    if (isItsOwn) return leftAlone(turnId, error.message);
    throw error;
  }
}

async function giveBack(revert: RevertRecord, { index, owner }: RecoverDeps): Promise<void> {
  try {
    await index.claimRevert({ ...revert, owner: owner.name }, revert.owner);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}

type Ended = Exclude<RevertState, "running">;

async function recover(rows: readonly Checkpoint[], deps: RecoverDeps): Promise<Ended> {
  const mapping = await mapTargets(rows, undefined, deps.fs, deps.hash);
  // Its folder is not here any more: what was not done cannot be done, and shows as such in the plan.
  if (mapping.kind === "unmapped") return "partial";
  const { targets } = mapping;
  return await deps.locks.withFiles(
    targets.map((target) => target.absolute),
    () => finishOrRollBack(targets, deps),
  );
}

/** One path of the revert that died. */
interface Found {
  readonly target: Target;
  readonly before: PathState;
  readonly after: PathState;
  /** "foreign": neither what the revert found nor what it was to leave. "unseen": it cannot be read. */
  readonly now: "before" | "after" | "foreign" | "unseen";
}

async function finishOrRollBack(targets: readonly Target[], deps: RecoverDeps): Promise<Ended> {
  const found = (await inParallel(targets, (target) => lookAt(target, deps))).filter((path) => path !== null);
  // Neither way would be the whole way. Both stay open: another revert ends it, its undoing goes back.
  if (found.length < targets.length || found.some(({ now }) => now === "unseen")) return "partial";
  const pending = found.filter(({ now }) => now === "before");
  // Nothing pending: only its end was not written down, and may have been told. What is foreign then came after it.
  const canFinish = pending.length === 0 || found.every(({ now }) => now !== "foreign");
  if (canFinish && (await allGood(pending, deps))) {
    const steps = pending.map(({ target, before, after }): Step => ({ target, seen: before, wanted: after }));
    const isDone = await take(steps, deps);
    await removeMadeFolders(await madeByReverted(found, deps), deps);
    return isDone ? "finished" : "partial";
  }
  const done = found.filter(({ now }) => now === "after");
  const isBack = await take(
    done.map(({ target, before, after }): Step => ({ target, seen: after, wanted: before })),
    deps,
  );
  const made = done.map(({ target }) => ({ target, folders: target.rows[0]?.createdFolders ?? 0 }));
  await removeMadeFolders(made, deps);
  return isBack ? "rolled_back" : "partial";
}

async function take(steps: readonly Step[], deps: RecoverDeps): Promise<boolean> {
  return (await carryOut(steps, deps)).every(({ kind }) => kind === "done");
}

async function lookAt(target: Target, deps: RecoverDeps): Promise<Found | null> {
  const [row] = target.rows;
  const [before, after] = row ? [stateBefore(row), stateAfter(row)] : [];
  if (!before || !after || before.kind === "unknown" || after.kind === "unknown") return null;
  const { state } = await inspect(target, deps);
  if (state.kind === "unusable") return { target, before, after, now: "unseen" };
  if (state.kind === "in_the_way") return { target, before, after, now: "foreign" };
  const now = sameContent(state, after) ? "after" : sameContent(state, before) ? "before" : "foreign";
  return { target, before, after, now };
}

async function allGood(pending: readonly Found[], deps: RecoverDeps): Promise<boolean> {
  const blobs = new Set(pending.flatMap(({ after }) => blobOf(after) ?? []));
  const states = await inParallel([...blobs], async (sha256) => (await readBlob(sha256, deps)).state);
  return states.every((state) => state === "good");
}

/** The folders of files that the reverted turn had made, as its own rows tell; they may be gone by now. */
async function madeByReverted(
  found: readonly Found[],
  { index }: RecoverDeps,
): Promise<{ target: Target; folders: number }[]> {
  const reverted = found[0]?.target.rows[0]?.reverts ?? null;
  const rows: readonly Checkpoint[] = reverted === null ? [] : await index.byTurn(reverted);
  return found.flatMap(({ target, after, now }) => {
    if (after.kind !== "missing" || now === "foreign") return [];
    const made = rows.filter((row) => row.relativePath === target.relativePath).map((row) => row.createdFolders);
    return [{ target, folders: Math.max(0, ...made) }];
  });
}
