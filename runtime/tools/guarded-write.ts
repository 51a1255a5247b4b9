import type { CheckpointAnswer } from "../checkpoints/mod.ts";
import {
  applyPolicy,
  type Fingerprint,
  fingerprintOf,
  MAX_HASHED_BYTES,
  type ReadBeforeEdit,
} from "../file-state/mod.ts";
import { parentOf, type ResolvedPath } from "../paths.ts";
import type { ToolContext } from "./context.ts";
import { revisionOf } from "./revision.ts";
import { failure, type ToolFailure, type ToolResult } from "./types.ts";
import { refuseNonFile, resolvePath } from "./workspace-path.ts";

/** The file as it stands under the lock. */
export interface CurrentFile {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** What a tool wants written, or why not. Pure: all reading and writing is done here. */
export type Transform<Extra extends object> = (
  current: CurrentFile | null,
  path: ResolvedPath,
) =>
  | { readonly kind: "write"; readonly bytes: Uint8Array; readonly extra: Extra; readonly warning?: string }
  | ToolFailure;

/** What every write reports beside the tool's own fields. */
export interface WriteReport {
  path: string;
  revision: string;
  sha256_before: string | null;
  sha256_after: string;
  checkpoint: CheckpointAnswer;
  read_before_edit?: ReadBeforeEdit;
  warning?: string;
}

/** A file above this is not taken into memory to be changed. */
const MAX_WRITABLE_BYTES = 256 * 1024 * 1024;

/**
 * The only way a tool changes a file. Under the lock of the real path: read once, judge staleness, transform, checkpoint
 * (blob durable, then row durable), replace atomically if the file still has the hash that was judged, observe.
 */
export async function guardedWrite<Extra extends object>(
  ctx: ToolContext,
  tool: string,
  path: string,
  transform: Transform<Extra>,
): Promise<ToolResult<Extra & WriteReport>> {
  const first = await resolvePath(ctx, tool, path, "write");
  if ("success" in first) return first;
  return ctx.locks.withLock(
    first.absolute,
    async () => {
      // A link may have been turned while this call waited; the lock must be the one of the file that is written.
      const resolved = await resolvePath(ctx, tool, path, "write");
      if ("success" in resolved) return resolved;
      if (resolved.absolute !== first.absolute) return changedMeanwhile(tool, path);
      return writeLocked(ctx, tool, path, resolved, transform);
    },
    ctx.signal,
  );
}

async function writeLocked<Extra extends object>(
  ctx: ToolContext,
  tool: string,
  path: string,
  resolved: ResolvedPath,
  transform: Transform<Extra>,
): Promise<ToolResult<Extra & WriteReport>> {
  const refused = refuseNonFile(tool, path, resolved.target);
  if (refused) return refused;
  const stat = resolved.target === "missing" ? null : await ctx.fs.lstat(resolved.absolute);
  if (stat && stat.size > MAX_WRITABLE_BYTES) {
    const message = `${tool}: "${path}" has ${stat.size} bytes, over the ${MAX_WRITABLE_BYTES} that can be changed`;
    return failure("too_large", message, { path, size: stat.size });
  }
  const bytes = stat === null ? null : await ctx.fs.readFile(resolved.absolute);
  const current = bytes === null ? null : { bytes, sha256: ctx.hash.sha256(bytes) };

  const seen: Fingerprint | null =
    stat === null || current === null
      ? null
      : {
          mtimeNs: stat.mtimeNs,
          size: current.bytes.length,
          contentHash: current.bytes.length > MAX_HASHED_BYTES ? null : current.sha256,
        };
  const judgement = ctx.fileState.judge(ctx.sessionId, resolved.absolute, seen);
  const block = applyPolicy(ctx.settings.coding.read_before_edit, judgement, resolved.relative);
  if (block?.mode === "enforce") {
    const message = `${tool}: ${block.message}; nothing was changed`;
    return failure(block.verdict, message, { path: resolved.relative, read_before_edit: block });
  }

  const outcome = transform(current, resolved);
  if (!("kind" in outcome)) return withGuard(outcome, block);
  return replace(ctx, tool, resolved, current, stat?.mode ?? null, outcome, block);
}

async function replace<Extra extends object>(
  ctx: ToolContext,
  tool: string,
  resolved: ResolvedPath,
  current: CurrentFile | null,
  mode: number | null,
  wanted: { readonly bytes: Uint8Array; readonly extra: Extra; readonly warning?: string },
  block: ReadBeforeEdit | null,
): Promise<ToolResult<Extra & WriteReport>> {
  ctx.signal.throwIfAborted();
  const sha256 = ctx.hash.sha256(wanted.bytes);
  const capture = await ctx.checkpoints.capture({
    sessionId: ctx.sessionId,
    turnId: ctx.turnId,
    surface: ctx.surface,
    toolName: tool,
    callId: ctx.callId,
    root: ctx.root,
    relativePath: resolved.relative,
    before: current && { ...current, mode: mode ?? 0o644 },
    after: { sha256, size: wanted.bytes.length },
  });
  let written: "written" | "changed";
  try {
    if (current === null) await ctx.fs.mkdir(parentOf(resolved.absolute), { recursive: true });
    const expectation = current === null ? { exclusive: true } : { expectSha256: current.sha256 };
    written = await ctx.fs.writeFile(resolved.absolute, wanted.bytes, { durable: true, ...expectation });
  } catch (error) {
    if (capture.checkpointId !== null && (await stillHolds(ctx, resolved, current))) {
      await ctx.checkpoints.discard(capture.checkpointId);
    }
    throw error;
  }
  if (written === "changed") {
    if (capture.checkpointId !== null) await ctx.checkpoints.discard(capture.checkpointId);
    return withGuard(changedMeanwhile(tool, resolved.relative), block);
  }

  const after = await ctx.fs.lstat(resolved.absolute);
  if (after) {
    const fingerprint = fingerprintOf(after, wanted.bytes, ctx.hash);
    ctx.fileState.observe(ctx.sessionId, resolved.absolute, { ...fingerprint, partial: false });
  }
  const warning = [block?.message, wanted.warning, captureWarning(capture.answer)].filter(Boolean).join(". ");
  const report = {
    path: resolved.relative,
    ...wanted.extra,
    revision: revisionOf(sha256),
    sha256_before: current?.sha256 ?? null,
    sha256_after: sha256,
    checkpoint: capture.answer,
    ...(block ? { read_before_edit: block } : {}),
    ...(warning ? { warning } : {}),
  };
  return warning ? { success: true, data: report, warning } : { success: true, data: report };
}

/**
 * Whether a failed write left the file as it was. It may fail after the rename too, at the sync of the folder: the row
 * is then all that can bring the old bytes back. In doubt the row stays.
 */
async function stillHolds(ctx: ToolContext, resolved: ResolvedPath, current: CurrentFile | null): Promise<boolean> {
  try {
    const stat = await ctx.fs.lstat(resolved.absolute);
    if (stat === null || current === null) return stat === null && current === null;
    return stat.kind === "file" && ctx.hash.sha256(await ctx.fs.readFile(resolved.absolute)) === current.sha256;
  } catch {
    return false;
  }
}

function captureWarning(answer: CheckpointAnswer): string | null {
  if (answer.status === "stored" || answer.reason === "no_turn") return null;
  if (answer.reason === "too_large") return "the previous content is over the checkpoint limit and cannot be reverted";
  return `no checkpoint was stored, so this write cannot be reverted${answer.detail ? `: ${answer.detail}` : ""}`;
}

/** The guard's warning rides along on a failure too: "it changed under you" is what a missed match needs to hear. */
function withGuard(refused: ToolFailure, block: ReadBeforeEdit | null): ToolFailure {
  if (block === null) return refused;
  return { ...refused, data: { ...refused.data, read_before_edit: block, warning: block.message } };
}

function changedMeanwhile(tool: string, path: string): ToolFailure {
  const message = `${tool}: "${path}" changed while the write was prepared; nothing was written. Read it again and retry`;
  return failure("changed_during_write", message, { path });
}
