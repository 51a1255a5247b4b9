import { type HistoryStep, MAX_UNDO_DEPTH, nextStep, REDO_TOOL, stepsLeft, UNDO_TOOL } from "../../checkpoints/mod.ts";
import { decodeText } from "../../text/mod.ts";
import type { FileChange } from "../apply-changes.ts";
import { checkResult } from "../check-candidate.ts";
import type { ToolContext } from "../context.ts";
import { diffFields } from "../diff-fields.ts";
import { guardedWrite } from "../guarded-write.ts";
import type { LockedFile } from "../locked-file.ts";
import { failure, type ToolFailure } from "../types.ts";
import type { EditFileArguments } from "./arguments.ts";
import { TOOL } from "./candidate.ts";

/** Takes back the session's last write of a file, or with `redo` the last undo. Backed by the checkpoints. */
export async function undoEdit(ctx: ToolContext, path: string, args: EditFileArguments) {
  const { redo = false, force = false, revision, dry_run } = args;
  const verb = redo ? "redo" : "undo";
  const target = { path, staleness: false, revision };
  let texts: ReturnType<typeof textsOf>[] = [];
  const result = await guardedWrite(
    ctx,
    TOOL,
    target,
    async (file) => {
      const { root, sessionId } = ctx;
      const history = await ctx.checkpoints.historyOf({ root, relativePath: file.resolved.relative, sessionId });
      const step = nextStep(history, file.current?.sha256 ?? null, verb);
      if (step === null) return noHistory(ctx, file, verb, stepsLeft(history, file.current?.sha256 ?? null).redo);
      if (step.isDrifted && !force) return drifted(ctx, file, verb, step);
      const change = await changeOf(ctx, path, file, step);
      if ("success" in change) return change;
      texts = [textsOf(file, change)];
      const extra = {
        command: "undo_edit" as const,
        undone: { checkpoint_id: step.row.checkpointId, turn_id: step.row.turnId, tool_name: step.row.toolName },
        undo_left: step.undoLeft,
        redo_left: step.redoLeft,
        ...diffOf(file, change),
      };
      const warning = step.isDrifted ? "the newer content of the file was overwritten, as force asks" : undefined;
      return { kind: "write", change, extra, warning };
    },
    { dryRun: dry_run, recordedAs: redo ? REDO_TOOL : UNDO_TOOL },
  );
  const [compared = null] = texts;
  if (!result.success || compared === null) return result;
  const checked = await checkResult(ctx, { path: result.data.path, ...compared });
  return { ...result, data: { ...result.data, ...checked } };
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
