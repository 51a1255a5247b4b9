import { isFileSystemError, StoreError } from "../errors.ts";
import type { KeyedLocks } from "../locks.ts";
import { isInside } from "../paths.ts";
import type { Checkpoint, CheckpointIndex } from "../ports/mod.ts";
import { carryOut } from "./carry-out.ts";
import { chooseTurn } from "./choose-turn.ts";
import { ARGUMENT_NAMES, type OptionNames } from "./note.ts";
import { modeToGive, stateBefore } from "./path-state.ts";
import { type Planned, planFor } from "./planning.ts";
import { interruptedNote, type Owner, recoverReverts } from "./recover.ts";
import {
  driftMessage,
  isStuck,
  noCheckpoints,
  partialRefusal,
  type ReportCode,
  type ReportInput,
  revertReport,
} from "./report.ts";
import { removeMadeFolders, type StepOutcome } from "./restore.ts";
import { keepAgainIfPruned, keepOverwritten, type Recorded, type RevertStep, type RowDeps } from "./revert-rows.ts";
import { rootsOf, rowsMeant } from "./rows-meant.ts";
import { labelsOf, mapTargets, type Target } from "./targets.ts";
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
  const interrupted = request.dryRun ? "" : interruptedNote(await recoverReverts(deps));
  const report = await revertChosen(request, deps);
  return interrupted === "" ? report : { ...report, note: `${report.note} ${interrupted}` };
}

async function revertChosen(request: RevertRequest, deps: RevertDeps): Promise<RevertReport> {
  const turnId = await chooseTurn(request, deps.index);
  if (turnId === null) return noCheckpoints(request);
  const { rows, leftOut, elsewhere, damage } = await rowsOfTurn(turnId, request, deps);
  const refuse = (code: ReportCode, why: string, files: readonly PlanEntry[] = []) =>
    revertReport({ turnId, request, files, leftOut, refusal: { code, message: `nothing was changed: ${why}` } });
  if (damage !== undefined) return refuse("unrecoverable", damage);
  if (rows.length === 0 && elsewhere.length > 0) return refuse("root_unmapped", FOREIGN, foreignEntries(elsewhere));
  if (rows.length === 0) return noCheckpoints(request);
  const roots = rootsOf(rows);
  if (roots.length > 1) {
    const { root } = deps.optionNames ?? ARGUMENT_NAMES;
    const why = `turn ${JSON.stringify(turnId)} wrote under several folders, ${roots.map((folder) => JSON.stringify(folder)).join(", ")}`;
    const detail = `the turn wrote under several folders; pass ${root} with the one that is meant`;
    return refuse(
      "root_unmapped",
      `${why}; pass ${root} with the one that is meant`,
      failedEntries(labelsOf(rows), detail),
    );
  }

  const mapping = await mapTargets(rows, request.root, deps.fs, deps.hash, deps.optionNames);
  if (mapping.kind === "unmapped")
    return refuse("root_unmapped", mapping.message, unmappedEntries(mapping.paths, deps.optionNames));
  const { withinRoot } = request;
  // A folder that stands in place of one that was moved may lie anywhere.
  if (mapping.targets.some(({ root }) => withinRoot !== undefined && !isInside(withinRoot, root))) {
    return refuse("root_unmapped", FOREIGN, foreignEntries(rows));
  }
  const locked = mapping.targets.map((target) => target.absolute);
  return await deps.locks.withFiles(locked, () => decide({ turnId, request, leftOut }, mapping.targets, deps));
}

export function unmappedEntries(paths: readonly string[], options: OptionNames = ARGUMENT_NAMES): PlanEntry[] {
  return failedEntries(paths, `the root it was written under is not a folder here; pass ${options.root}`);
}

const FOREIGN = "the turn wrote under another root than the one served here; revert it with the command line";

function foreignEntries(rows: readonly Checkpoint[]): PlanEntry[] {
  return failedEntries(labelsOf(rows), "it was written under another root than the one served here");
}

function failedEntries(paths: readonly string[], detail: string): PlanEntry[] {
  return paths.map((path) => ({ path, status: "failed", action: "skip", detail }));
}

interface RowsOfTurn {
  /** Of the session when one is named, and of the root that is meant. */
  readonly rows: readonly Checkpoint[];
  /** Rows of the turn where the caller may not go. */
  readonly elsewhere: readonly Checkpoint[];
  readonly leftOut?: string;
  readonly damage?: string;
}

async function rowsOfTurn(turnId: string, request: RevertRequest, { index, fs }: RevertDeps): Promise<RowsOfTurn> {
  let all: Checkpoint[];
  try {
    all = await index.byTurn(turnId);
  } catch (error) {
    const isDamage = error instanceof StoreError && error.errorCode === "unrecoverable";
    if (isDamage) return { rows: [], elsewhere: [], damage: error.message };
    throw error;
  }
  const { sessionId } = request;
  const ofSession = sessionId === undefined ? all : all.filter((row) => row.sessionId === sessionId);
  const rows = await rowsMeant(ofSession, request, fs);
  const roots = rootsOf(rows);
  const others = all.filter((row) => roots.includes(row.root)).length - rows.length;
  const leftOut = others > 0 ? { leftOut: `${others} writes of other sessions in this turn were left alone.` } : {};
  return { rows, elsewhere: rows.length === 0 ? ofSession : [], ...leftOut };
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
  const refusal = partialRefusal(files, reverted.length);
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

/** With `force` the plan goes on although a path drifted; what no revert takes away then stays. */
function entryAfter(entry: PlanEntry, outcome: StepOutcome | undefined): PlanEntry {
  if (entry.action === "skip") {
    if (entry.status !== "drifted") return entry;
    return { ...entry, detail: `${entry.detail}; left alone, also with force` };
  }
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
