import { isFileSystemError, StoreError } from "../errors.ts";
import type { KeyedLocks } from "../locks.ts";
import { isInside } from "../paths.ts";
import type { Checkpoint, CheckpointIndex } from "../ports/mod.ts";
import { carryOut } from "./carry-out.ts";
import { chooseTurn } from "./choose-turn.ts";
import { ARGUMENT_NAMES, type OptionNames } from "./note.ts";
import { modeToGive, stateBefore } from "./path-state.ts";
import { type Planned, planFor } from "./planning.ts";
import { type Owner, recoverReverts } from "./recover.ts";
import {
  driftMessage,
  isStuck,
  noCheckpoints,
  partialMessage,
  type ReportCode,
  type ReportInput,
  revertReport,
} from "./report.ts";
import { removeMadeFolders, type StepOutcome } from "./restore.ts";
import { keepAgainIfPruned, keepOverwritten, type Recorded, type RevertStep, type RowDeps } from "./revert-rows.ts";
import { mapTargets, type Target } from "./targets.ts";
import type { PlanEntry, RevertReport, RevertRequest } from "./types.ts";

export interface RevertDeps extends RowDeps {
  readonly index: CheckpointIndex;
  /** Who writes in the journal. */
  readonly owner: Owner;
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
  // What a revert that died left half done must not be taken for somebody's change.
  if (!request.dryRun) await recoverReverts(deps);
  const turnId = await chooseTurn(request, deps.index);
  if (turnId === null) return noCheckpoints(request);
  const { rows, leftOut, damage } = await rowsOfTurn(turnId, request, deps.index);
  const refuse = (code: ReportCode, why: string, files: readonly PlanEntry[] = []) =>
    revertReport({ turnId, request, files, leftOut, refusal: { code, message: `nothing was changed: ${why}` } });
  if (damage !== undefined) return refuse("unrecoverable", damage);
  if (rows.length === 0) return noCheckpoints(request);

  const mapping = await mapTargets(rows, request.root, deps.fs, deps.hash, deps.optionNames);
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
  const planned = await planFor(targets, deps, { isQuestion: reported.request.dryRun });
  const { files } = planned;
  // A preview is a question, so drift is part of its answer and not a refusal.
  if (reported.request.dryRun) return revertReport({ ...reported, files });
  if (!reported.request.force && files.some((file) => file.status === "drifted")) {
    return revertReport({
      ...reported,
      files,
      refusal: { code: "drifted", message: driftMessage(files, deps.optionNames ?? ARGUMENT_NAMES) },
    });
  }
  return await apply(reported, targets, planned, deps);
}

/**
 * P1, P5: what is overwritten is kept first, as a turn of its own: blobs durable, then its rows and its line in the journal
 * durable, and only then is the first file replaced.
 */
async function apply(
  reported: Reported,
  targets: readonly Target[],
  planned: Planned,
  deps: RevertDeps,
): Promise<RevertReport> {
  const steps = stepsOf(targets, planned);
  const revert = { turnId: `revert_${deps.ids.hex(8)}`, reverts: reported.turnId, request: reported.request };
  const recorded: Recorded[] = [];
  const results = new Map<string, StepOutcome>(steps.map(({ label }) => [label, CHANGED]));
  try {
    for (const kept of await keepOverwritten(steps, revert, deps)) if (kept) recorded.push(kept);
    const rows = recorded.map(({ row }) => row);
    if (rows.length > 0) await deps.index.beginRevert({ turnId: revert.turnId, owner: deps.owner.name }, rows);
    await keepAgainIfPruned(recorded, deps);
  } catch (error) {
    // Whatever of it was recorded after all stands for nothing.
    await endRevert(revert.turnId, "partial", idsOf(recorded), deps);
    return notKept(reported, planned.files, error);
  }
  const outcomes = await carryOut(
    recorded.map(({ step }) => step),
    deps,
  );
  for (const [at, { step }] of recorded.entries()) results.set(step.label, outcomes[at] ?? CHANGED);
  const removed = recorded.filter(({ step }, at) => outcomes[at]?.kind === "done" && step.wanted.kind === "missing");
  const gone = [...removed.map(({ step }) => step.target), ...deletedByTurn(targets, planned)];
  await removeMadeFolders(
    gone.map((target) => ({ target, folders: foldersMade(target.rows) })),
    deps,
  );
  const untouched = idsOf(recorded.filter((_, at) => !isTouched(outcomes[at])));
  const files = planned.files.map((entry) => entryAfter(entry, results.get(entry.path)));
  const reverted = files.filter((file) => results.get(file.path)?.kind === "done").map((file) => file.path);
  if (recorded.length > 0) await endRevert(revert.turnId, files.some(isStuck) ? "partial" : "done", untouched, deps);
  const revertTurnId = untouched.length < recorded.length ? revert.turnId : null;
  if (!files.some(isStuck)) return revertReport({ ...reported, files, reverted, revertTurnId });
  const refusal = { code: "unrecoverable", message: partialMessage(files, reverted.length) } as const;
  return revertReport({ ...reported, files, reverted, revertTurnId, refusal });
}

function stepsOf(targets: readonly Target[], { files, current, bytes, contents }: Planned): RevertStep[] {
  return targets.flatMap((target, at): RevertStep[] => {
    const entry = files[at];
    const seen = current.get(target.label);
    const before = target.rows[0] && stateBefore(target.rows[0]);
    if (!entry || entry.action === "skip" || !seen || !before || before.kind === "unknown") return [];
    if (seen.kind === "in_the_way" || seen.kind === "unusable") return [];
    const wanted = before.kind === "file" ? { ...before, mode: modeToGive(target.rows, seen) } : before;
    const content = wanted.kind === "missing" ? undefined : contents.get(wanted.sha256);
    return [{ label: target.label, target, seen, wanted, content, bytes: bytes.get(target.label) }];
  });
}

/** Paths that the turn made and deleted again itself: of these its folders alone may be left. */
function deletedByTurn(targets: readonly Target[], { files, current }: Planned): readonly Target[] {
  return targets.filter(({ label, rows }, at) => {
    const isMissing = current.get(label)?.kind === "missing";
    return isMissing && files[at]?.status === "already_reverted" && rows.at(-1)?.deleted === true;
  });
}

/** The folders that the turn made for a path; its last maker counts when it came and went more than once. */
function foldersMade(rows: readonly Checkpoint[]): number {
  return Math.max(...rows.map((row) => row.createdFolders));
}

const CHANGED: StepOutcome = {
  kind: "stuck",
  status: "failed",
  why: "it changed while the revert ran and was left as it is",
  touched: false,
};

function idsOf(recorded: readonly Recorded[]): string[] {
  return recorded.map(({ row }) => row.checkpointId);
}

function isTouched(outcome: StepOutcome | undefined): boolean {
  return outcome?.kind === "done" || outcome?.touched === true;
}

/** With `force` the plan goes on although a path drifted; what no revert can do is then a failure by name. */
function entryAfter(entry: PlanEntry, outcome: StepOutcome | undefined): PlanEntry {
  if (entry.action === "skip") return entry.status === "drifted" ? { ...entry, status: "failed" } : entry;
  if (outcome?.kind === "stuck") return { ...entry, status: outcome.status, action: "skip", detail: outcome.why };
  if (entry.status !== "drifted") return entry;
  return {
    ...entry,
    detail: `${entry.detail}; forced: the newer content was overwritten, and is kept in the checkpoints`,
  };
}

/** The revert is done and its rows are durable; a line that still says "running" is corrected by the next start. */
async function endRevert(
  turnId: string,
  state: "done" | "partial",
  untouched: readonly string[],
  { index }: RevertDeps,
): Promise<void> {
  try {
    await index.endRevert(turnId, state, untouched);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}

function notKept(reported: Reported, files: readonly PlanEntry[], error: unknown): RevertReport {
  if (!isFileSystemError(error) && !(error instanceof StoreError)) throw error;
  const isReadOnly = isFileSystemError(error, "EROFS");
  const code = isReadOnly ? "store_read_only" : error instanceof StoreError ? error.errorCode : "io_error";
  const remedy = isReadOnly ? "; copy the store to where it can be written, and name the copy with --store" : "";
  const message = `nothing was changed, because what the revert would overwrite could not be kept first: ${error.message}${remedy}`;
  return revertReport({ ...reported, files, refusal: { code, message } });
}
