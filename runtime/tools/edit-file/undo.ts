import {
  type FileHistory,
  type HistoryStep,
  MAX_UNDO_DEPTH,
  MOVE_TOOL,
  nextStep,
  REDO_TOOL,
  stepsLeft,
  UNDO_TOOL,
} from "../../checkpoints/mod.ts";
import { decodeText } from "../../text/mod.ts";
import { changedMeanwhile, type FileChange } from "../apply-changes.ts";
import { checkResult } from "../check-candidate.ts";
import type { ToolContext } from "../context.ts";
import { diffFields } from "../diff-fields.ts";
import { dryRunField, guardedWrites, type PlannedWrite, success } from "../guarded-write.ts";
import type { LockedFile } from "../locked-file.ts";
import { failure, type ToolFailure } from "../types.ts";
import type { EditFileArguments } from "./arguments.ts";
import { TOOL } from "./candidate.ts";

/**
 * Takes back the session's last write of a file, or with `redo` the last undo. Backed by the checkpoints. A move is one
 * step of two files, whichever of them is named.
 */
export async function undoEdit(ctx: ToolContext, path: string, args: EditFileArguments) {
  const first = await step(ctx, path, null, args);
  return "otherPath" in first ? asResult(await step(ctx, path, first.otherPath, args)) : first;
}

/** The rows of a move were read with their locks held, so a second path turns up only when the history changed. */
function asResult(done: Awaited<ReturnType<typeof step>>) {
  return "otherPath" in done ? changedMeanwhile(TOOL, done.otherPath) : done;
}

/** @param other The other path of the move that is undone; found out by a first try without it. */
async function step(ctx: ToolContext, path: string, other: string | null, args: EditFileArguments) {
  const { redo = false, revision, dry_run } = args;
  const target = { path, staleness: false, revision: revision === "" ? undefined : revision };
  const targets = other === null ? [target] : [target, { path: other, staleness: false }];
  let otherPath: string | null = null;
  const plan = async (files: readonly LockedFile[]): Promise<PlannedWrite<UndoExtra> | ToolFailure> => {
    const planned = await planSteps(ctx, files, args);
    if (!("otherPath" in planned)) return planned;
    otherPath = planned.otherPath;
    return changedMeanwhile(TOOL, path);
  };
  const options = { dryRun: dry_run, recordedAs: redo ? REDO_TOOL : UNDO_TOOL };
  const done = await guardedWrites(ctx, TOOL, targets, plan, options);
  if (otherPath !== null && other === null) return { otherPath: String(otherPath) };
  if (!("kind" in done)) return done;
  const [report] = done.files;
  if (report === undefined) throw new TypeError("an undo without a report");
  const { texts, ...extra } = done.extra;
  const files = other === null ? {} : { files: [...done.files] };
  const checked = texts === null ? {} : await checkResult(ctx, { path: report.path, ...texts });
  return success({ ...report, ...extra, ...files, ...dryRunField(options), ...checked }, done.warning);
}

interface UndoExtra {
  readonly command: "undo_edit";
  readonly undone: { readonly checkpoint_id: string; readonly turn_id: string; readonly tool_name: string };
  readonly undo_left: number;
  readonly redo_left: number;
  /** For the checks of the result; not told. */
  readonly texts: { readonly before: string | null; readonly after: string } | null;
}

async function planSteps(
  ctx: ToolContext,
  files: readonly LockedFile[],
  { redo = false, force = false, dry_run = false }: EditFileArguments,
): Promise<PlannedWrite<UndoExtra> | ToolFailure | { readonly otherPath: string }> {
  const verb = redo ? "redo" : "undo";
  const [file, partner] = files;
  if (file === undefined) throw new TypeError("an undo without a file");
  const { path } = file;
  const own = await stepOf(ctx, file, verb);
  if (own === null) return noHistory(ctx, file, verb, await redoLeftOf(ctx, file));
  const half = await ctx.checkpoints.otherHalfOf(own.row);
  const isMove = own.row.toolName === MOVE_TOOL;
  if (half !== null && half.relativePath !== partner?.resolved.relative) return { otherPath: half.relativePath };
  if (half === null && isMove && own.target === null) return halfOnly(path, verb);
  const steps: HistoryStep[] = [own];
  if (half !== null && partner !== undefined) {
    const other = await stepOf(ctx, partner, verb);
    if (other?.row.checkpointId !== half.checkpointId) return writtenSince(path, partner.path, verb);
    steps.push(other);
  }
  const drift = steps.find(({ isDrifted }) => isDrifted);
  if (drift !== undefined && !force) return drifted(ctx, files[steps.indexOf(drift)] ?? file, verb, drift);
  const changes: FileChange[] = [];
  for (const [at, each] of steps.entries()) {
    const target = files[at];
    if (target === undefined) throw new TypeError("a step without a file");
    if (ctx.turnId === "" && !dry_run && target.current !== null) return unkept(target.path, verb);
    const change = await changeOf(ctx, target.path, target, each);
    if ("success" in change) return change;
    changes.push(change);
  }
  const [change] = changes;
  if (change === undefined) throw new TypeError("an undo without a change");
  const extra = {
    command: "undo_edit" as const,
    undone: { checkpoint_id: own.row.checkpointId, turn_id: own.row.turnId, tool_name: own.row.toolName },
    undo_left: own.undoLeft,
    redo_left: own.redoLeft,
    texts: textsOf(file, change),
    ...diffOf(file, change),
  };
  const warning = drift === undefined ? undefined : "the newer content of the file was overwritten, as force asks";
  return { kind: "change", changes, extra, warning };
}

async function stepOf(ctx: ToolContext, file: LockedFile, verb: "undo" | "redo"): Promise<HistoryStep | null> {
  return nextStep(await historyOf(ctx, file), file.current?.sha256 ?? null, verb);
}

/** How many undone steps of a file can be taken back. */
async function redoLeftOf(ctx: ToolContext, file: LockedFile): Promise<number> {
  return stepsLeft(await historyOf(ctx, file), file.current?.sha256 ?? null).redo;
}

function historyOf({ root, sessionId, checkpoints }: ToolContext, { resolved }: LockedFile): Promise<FileHistory> {
  return checkpoints.historyOf({ root, relativePath: resolved.relative, sessionId });
}

/** null when there is no text afterwards. */
function textsOf({ current }: LockedFile, change: FileChange) {
  const after = change.kind === "delete" ? null : textOrNull(change.bytes);
  return after === null ? null : { before: current === null ? null : textOrNull(current.bytes), after };
}

async function changeOf(
  ctx: ToolContext,
  path: string,
  { current }: LockedFile,
  { target, mode }: HistoryStep,
): Promise<FileChange | ToolFailure> {
  if (target === (current?.sha256 ?? null)) {
    return failure("no_change", `${TOOL}: "${path}" already is what it would become; nothing was written`, { path });
  }
  if (target === null) return { kind: "delete" };
  const stored = target === undefined ? null : await ctx.checkpoints.contentOf(target);
  if (stored?.state === "good") return { kind: "write", bytes: stored.bytes, ...(mode !== null && { mode }) };
  const why = stored === null ? "was too large to be kept" : `is ${stored.state} in the store`;
  const message = `${TOOL}: the content that "${path}" would get ${why}; nothing was changed. Write it anew`;
  return failure("unrecoverable", message, { path });
}

/** @param undone How many recorded edits are undone already. */
function noHistory(ctx: ToolContext, { path, resolved }: LockedFile, verb: string, undone: number): ToolFailure {
  const isUnrecorded = ctx.fileState.marks.unrecordedHash(ctx.sessionId, resolved.absolute) !== null;
  const unturned = ctx.turnId === "" ? "; this call names none either" : "";
  const why =
    verb === "redo"
      ? "no undo of it is left to take back, and a new edit clears what was undone"
      : undone > 0
        ? `all ${undone} recorded edits of it that can be undone are undone already, at most ${MAX_UNDO_DEPTH} of a file; redo: true takes one back`
        : isUnrecorded
          ? `this session edited it without a turn_id: without one nothing was stored${unturned}`
          : "this session has no recorded edit of it. Edits are recorded when the call names a turn_id: without one nothing " +
            `was stored${unturned}`;
  const message = `${TOOL}: there is nothing to ${verb} for "${path}" in this session: ${why}. Nothing was changed; view the file`;
  return failure("no_history", message, { path });
}

/** Without a turn nothing is recorded, so what stands there now could not be brought back. */
function unkept(path: string, verb: string): ToolFailure {
  const message =
    `${TOOL}: to ${verb} "${path}" without a turn_id would lose what it holds now, for nothing is stored then; nothing ` +
    `was changed. Pass turn_id to ${verb} it`;
  return failure("bad_argument", message, { path, argument: "turn_id" });
}

/** The file is all that is left of one that was moved here. */
function halfOnly(path: string, verb: string): ToolFailure {
  const message =
    `${TOOL}: "${path}" was moved, and where from or to is no longer recorded; to ${verb} that would delete its only copy. ` +
    "Nothing was changed. Move it back with a patch";
  return failure("unrecoverable", message, { path });
}

function writtenSince(path: string, other: string, verb: string): ToolFailure {
  const message =
    `${TOOL}: "${path}" is one half of a move, and "${other}", the other, was written since; nothing was changed. ` +
    `First ${verb} "${other}", or move the file back with a patch`;
  return failure("drifted", message, { path, other_path: other });
}

function drifted(
  ctx: ToolContext,
  { path, resolved, current }: LockedFile,
  verb: string,
  { row }: HistoryStep,
): ToolFailure {
  const own = ctx.fileState.marks.unrecordedHash(ctx.sessionId, resolved.absolute);
  const who =
    own !== null && own === current?.sha256
      ? "since this session edited it again without a turn_id, which stored nothing"
      : "so somebody else changed it";
  const message =
    `${TOOL}: "${path}" is not what the recorded edit left, ${who}; to ${verb} would lose that. ` +
    "Nothing was changed. View the file; force overwrites the newer content";
  return failure("drifted", message, { path, checkpoint_id: row.checkpointId, turn_id: row.turnId });
}

function diffOf({ current, resolved }: LockedFile, change: FileChange): Partial<ReturnType<typeof diffFields>> {
  const before = current === null ? "" : textOrNull(current.bytes);
  const after = change.kind === "delete" ? "" : textOrNull(change.bytes);
  if (before === null || after === null) return {};
  return diffFields(before, after, resolved.relative);
}

function textOrNull(bytes: Uint8Array): string | null {
  const decoded = decodeText(bytes);
  return decoded.kind === "text" ? decoded.text : null;
}
