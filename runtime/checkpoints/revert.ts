import { StoreError } from "../errors.ts";
import type { KeyedLocks } from "../locks.ts";
import { isInside } from "../paths.ts";
import type { Checkpoint, CheckpointIndex } from "../ports/mod.ts";
import { ARGUMENT_NAMES, type OptionNames } from "./note.ts";
import { type BlobState, type CurrentState, planRevert } from "./plan.ts";
import {
  driftMessage,
  isStuck,
  noCheckpoints,
  partialMessage,
  type ReportCode,
  type ReportInput,
  revertReport,
} from "./report.ts";
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
 * @throws StoreError when the index cannot be read; FileSystemError when the workspace root cannot be looked at. Nothing
 * is changed then.
 */
export async function revertTurn(request: RevertRequest, deps: RevertDeps): Promise<RevertReport> {
  const turnId = await chooseTurn(request, deps.index);
  if (turnId === null) return noCheckpoints(request);
  const { rows, leftOut, damage } = await rowsOfTurn(turnId, request, deps.index);
  const refuse = (code: ReportCode, why: string, files: readonly PlanEntry[] = []) =>
    revertReport({ turnId, request, files, leftOut, refusal: { code, message: `nothing was changed: ${why}` } });
  if (damage !== undefined) return refuse("unrecoverable", damage);
  if (rows.length === 0) return noCheckpoints(request);

  const mapping = await mapTargets(rows, request.root, deps.fs, deps.optionNames);
  if (mapping.kind === "unmapped")
    return refuse("root_unmapped", mapping.message, unmappedEntries(mapping.paths, deps.optionNames));
  const { withinRoot } = request;
  const foreign = mapping.targets.find(({ root }) => withinRoot !== undefined && !isInside(withinRoot, root));
  if (foreign) {
    const why = "the turn wrote under another root than the one served here; revert it with the command line";
    const labels = mapping.targets.map((target) => target.label);
    return refuse("root_unmapped", why, unmappedEntries(labels, deps.optionNames));
  }
  const locked = mapping.targets.map((target) => target.absolute);
  return await deps.locks.withFiles(locked, () => decide({ turnId, request, leftOut }, mapping.targets, deps));
}

/** The turn asked for, else the newest one (of the session and root when given); `null` when there is none. */
export async function chooseTurn(
  { turnId, sessionId, withinRoot }: Pick<RevertRequest, "turnId" | "sessionId" | "withinRoot">,
  index: CheckpointIndex,
): Promise<string | null> {
  if (turnId !== undefined) return turnId;
  const [newest] = await index.turns({ sessionId, root: withinRoot, limit: 1 });
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

export function unmappedEntries(paths: readonly string[], options: OptionNames = ARGUMENT_NAMES): PlanEntry[] {
  const detail = `the root it was written under is not a folder here; pass ${options.root}`;
  return paths.map((path) => ({ path, status: "failed", action: "skip", detail }));
}

/** The rows to revert: of the session when one is named, for turn ids that count from 1 may meet in several. */
async function rowsOfTurn(
  turnId: string,
  { sessionId }: RevertRequest,
  index: CheckpointIndex,
): Promise<{ rows: readonly Checkpoint[]; leftOut?: string; damage?: string }> {
  let all: Checkpoint[];
  try {
    all = await index.byTurn(turnId);
  } catch (error) {
    if (error instanceof StoreError && error.errorCode === "unrecoverable") return { rows: [], damage: error.message };
    throw error;
  }
  const rows = sessionId === undefined ? all : all.filter((row) => row.sessionId === sessionId);
  if (rows.length === all.length) return { rows };
  return { rows, leftOut: `${all.length - rows.length} writes of other sessions in this turn were left alone.` };
}

type Reported = Pick<ReportInput, "turnId" | "request" | "leftOut">;

async function decide(reported: Reported, targets: readonly Target[], deps: RevertDeps): Promise<RevertReport> {
  const { files, current } = await planFor(targets, deps);
  // A preview is a question, so drift is part of its answer and not a refusal.
  if (reported.request.dryRun) return revertReport({ ...reported, files });
  if (!reported.request.force && files.some((file) => file.status === "drifted")) {
    return revertReport({
      ...reported,
      files,
      refusal: { code: "drifted", message: driftMessage(files, deps.optionNames ?? ARGUMENT_NAMES) },
    });
  }
  return await carryOut(reported, targets, files, current, deps);
}

async function carryOut(
  reported: Reported,
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
  if (!files.some(isStuck)) return revertReport({ ...reported, files, reverted });
  const refusal = { code: "unrecoverable", message: partialMessage(files, reverted.length) } as const;
  return revertReport({ ...reported, files, reverted, refusal });
}
