import type { Capture, CheckpointAnswer } from "../checkpoints/mod.ts";
import { fingerprintOf, type ReadBeforeEdit, revisionOf } from "../file-state/mod.ts";
import { joinPath, parentOf } from "../paths.ts";
import type { StagedFile } from "../ports/mod.ts";
import type { ToolContext } from "./context.ts";
import type { CurrentFile, LockedFile } from "./locked-file.ts";
import { putBack } from "./put-back.ts";
import { removedFile, wroteFile } from "./seen.ts";
import { failure, type ToolFailure } from "./types.ts";

/** What shall become of a file. */
export type FileChange = {
  /** Tool name in the checkpoint, when it is not the call's. */
  readonly recordedAs?: string;
} & (
  | {
      readonly kind: "write";
      readonly bytes: Uint8Array;
      /** Mode bits of a file that is created; default: those of a new file. */
      readonly mode?: number | undefined;
    }
  | { readonly kind: "delete" }
);

export interface PlannedChange {
  readonly file: LockedFile;
  readonly change: FileChange;
}

/** What every change of a file reports, also one that a dry run only would make. */
export interface FileReport {
  path: string;
  action: "add" | "update" | "delete";
  revision: string | null;
  sha256_before: string | null;
  sha256_after: string | null;
  /** Not in a dry run. */
  md5_before?: string | null;
  /** Of the bytes read back from disk; not in a dry run. */
  md5_after?: string | null;
  /** Not in a dry run. */
  checkpoint?: CheckpointAnswer;
  read_before_edit?: ReadBeforeEdit;
}

export interface AppliedChanges {
  readonly kind: "applied";
  readonly files: readonly FileReport[];
  readonly warnings: readonly string[];
}

/**
 * Carries out changes whose locks are held: all of them, or none. Every checkpoint is durable before the first file is
 * touched; when a change cannot be made, those before it are put back.
 *
 * @param tool     For messages.
 * @param recorded Tool name in the checkpoint.
 */
export async function applyChanges(
  ctx: ToolContext,
  tool: string,
  recorded: string,
  planned: readonly PlannedChange[],
): Promise<AppliedChanges | ToolFailure> {
  ctx.signal.throwIfAborted();
  const captures: Capture[] = [];
  const staged: (StagedFile | null)[] = [];
  try {
    for (const plan of planned) await prepare(ctx, recorded, plan, captures, staged);
  } catch (error) {
    await dropStaged(staged, 0);
    await undo(ctx, planned, captures, 0);
    throw error;
  }
  for (const [at, plan] of planned.entries()) {
    try {
      if ((await carryOut(ctx, plan, staged[at] ?? null)) === "written") continue;
    } catch (error) {
      await dropStaged(staged, at);
      // A replace may fail after the rename. A single file then stays as it is, and its checkpoint with it: that is all
      // that can bring the old bytes back.
      if (planned.length === 1 && !(await holds(ctx, plan.file))) throw error;
      const stuck = await undo(ctx, planned, captures, at + 1);
      if (stuck.length === 0) throw error;
      return halfDone(tool, stuck);
    }
    await dropStaged(staged, at + 1);
    const stuck = await undo(ctx, planned, captures, at);
    return stuck.length > 0 ? halfDone(tool, stuck) : changedMeanwhile(tool, plan.file.resolved.relative);
  }
  try {
    // What was written is read back while the disk is busy with the folders.
    const [, found] = await Promise.all([syncFolders(ctx, planned), readAllBack(ctx, planned)]);
    return report(ctx, planned, captures, found);
  } catch (error) {
    if (planned.length === 1) throw error;
    const stuck = await undo(ctx, planned, captures, planned.length);
    if (stuck.length === 0) throw error;
    return halfDone(tool, stuck);
  }
}

/** Makes the new names last, those of folders too that were made for a new file. */
async function syncFolders(ctx: ToolContext, planned: readonly PlannedChange[]): Promise<void> {
  const folders = new Set<string>();
  for (const { file } of planned) {
    let folder = parentOf(file.resolved.absolute);
    folders.add(folder);
    while (file.current === null && folder !== ctx.root) {
      folder = parentOf(folder);
      folders.add(folder);
    }
  }
  await Promise.all([...folders].map((folder) => ctx.fs.syncFolder(folder)));
}

function readAllBack(ctx: ToolContext, planned: readonly PlannedChange[]): Promise<(Found | null)[]> {
  return Promise.all(planned.map(({ file }) => readBack(ctx, file.resolved.absolute)));
}

/** Puts the first `count` changes back and drops the rows of all that did not last; answers the paths that stay changed. */
async function undo(
  ctx: ToolContext,
  planned: readonly PlannedChange[],
  captures: readonly Capture[],
  count: number,
): Promise<string[]> {
  const back = await putBack(ctx, planned.slice(0, count));
  for (const [at, { checkpointId }] of captures.entries()) {
    if (checkpointId !== null && (at >= count || back[at])) await ctx.checkpoints.discard(checkpointId);
  }
  return planned.flatMap(({ file }, at) => (at < count && !back[at] ? [file.resolved.relative] : []));
}

export function changedMeanwhile(tool: string, path: string): ToolFailure {
  const message = `${tool}: "${path}" changed while the write was prepared; nothing was written. Read it again and retry`;
  return failure("changed_during_write", message, { path });
}

/**
 * Keeps the old bytes and lays the new ones ready beside their file, at the same time: each is synced, and neither needs the
 * other. So a full disk is met before the first file is touched.
 */
async function prepare(
  ctx: ToolContext,
  recorded: string,
  plan: PlannedChange,
  captures: Capture[],
  staged: (StagedFile | null)[],
): Promise<void> {
  const [kept, laid] = await Promise.allSettled([capture(ctx, recorded, plan), stage(ctx, plan)]);
  staged.push(laid.status === "fulfilled" ? laid.value : null);
  if (kept.status === "rejected") throw kept.reason;
  captures.push(kept.value);
  if (laid.status === "rejected") throw laid.reason;
}

/** A new file is not laid ready: its folders are made when its checkpoint is there. */
async function stage(ctx: ToolContext, { file, change }: PlannedChange): Promise<StagedFile | null> {
  if (change.kind === "delete" || file.current === null) return null;
  const options = { durable: "file", expectSha256: file.current.sha256 } as const;
  return ctx.fs.stageFile(file.resolved.absolute, change.bytes, options);
}

async function dropStaged(staged: readonly (StagedFile | null)[], from: number): Promise<void> {
  for (const file of staged.slice(from)) await file?.discard();
}

async function capture(ctx: ToolContext, recorded: string, { file, change }: PlannedChange): Promise<Capture> {
  const { bytes, mode } = change.kind === "write" ? change : { bytes: null };
  return ctx.checkpoints.capture({
    sessionId: ctx.sessionId,
    turnId: ctx.turnId,
    surface: ctx.surface,
    toolName: change.recordedAs ?? recorded,
    callId: ctx.callId,
    root: ctx.root,
    relativePath: file.resolved.relative,
    before: file.current,
    after:
      bytes === null
        ? null
        : { sha256: ctx.hash.sha256(bytes), size: bytes.length, mode: file.current ? undefined : mode },
    createdFolders: file.current === null ? await missingFolders(ctx, file.resolved.absolute) : 0,
    namedPath: namedPathOf(ctx.root, file),
  });
}

/** How many of the folders above a path are to be made. */
async function missingFolders(ctx: ToolContext, absolute: string): Promise<number> {
  let missing = 0;
  for (let folder = parentOf(absolute); folder !== ctx.root; folder = parentOf(folder)) {
    if ((await ctx.fs.lstat(folder)) !== null) break;
    missing += 1;
  }
  return missing;
}

/** The path as it was named, below the root; `null` when it led through no link. */
function namedPathOf(root: string, { path, resolved }: LockedFile): string | null {
  const named = joinPath("/", path);
  const relative = joinPath(path.startsWith("/") ? named.slice(root === "/" ? 1 : root.length + 1) : path);
  return relative === resolved.relative ? null : relative;
}

async function carryOut(
  ctx: ToolContext,
  { file, change }: PlannedChange,
  staged: StagedFile | null,
): Promise<"written" | "changed"> {
  if (staged !== null) return staged.publish();
  const { absolute } = file.resolved;
  if (change.kind === "delete") {
    if (file.current === null || !(await holds(ctx, file))) return "changed";
    await ctx.fs.rm(absolute);
    return "written";
  }
  await ctx.fs.mkdir(parentOf(absolute), { recursive: true });
  const mode = change.mode === undefined ? {} : { mode: change.mode };
  return ctx.fs.writeFile(absolute, change.bytes, { durable: "file", exclusive: true, ...mode });
}

/** Whether the file still is what was found under the lock. In doubt it is not. */
async function holds(ctx: ToolContext, { resolved, current }: LockedFile): Promise<boolean> {
  try {
    const stat = await ctx.fs.lstat(resolved.absolute);
    if (stat === null || current === null) return stat === null && current === null;
    return stat.kind === "file" && ctx.hash.sha256(await ctx.fs.readFile(resolved.absolute)) === current.sha256;
  } catch {
    return false;
  }
}

function report(
  ctx: ToolContext,
  planned: readonly PlannedChange[],
  captures: readonly Capture[],
  readBack: readonly (Found | null)[],
): AppliedChanges {
  const files: FileReport[] = [];
  const warnings: string[] = [];
  for (const [at, { file, change }] of planned.entries()) {
    const { resolved, current, block } = file;
    const answer: CheckpointAnswer = captures[at]?.answer ?? { status: "none", reason: "capture_failed" };
    const sha256 = change.kind === "write" ? ctx.hash.sha256(change.bytes) : null;
    const found = readBack[at] ?? null;
    if (change.kind === "delete") removedFile(ctx, resolved.absolute);
    else if (found !== null && sha256 !== null) {
      wroteFile(ctx, resolved.absolute, fingerprintOf(found, change.bytes, ctx.hash), sha256);
    }
    files.push({
      path: resolved.relative,
      action: change.kind === "delete" ? "delete" : current === null ? "add" : "update",
      revision: sha256 === null ? null : revisionOf(sha256),
      sha256_before: current?.sha256 ?? null,
      sha256_after: sha256,
      md5_before: md5Of(ctx, current),
      md5_after: found?.md5 ?? null,
      checkpoint: answer,
      ...(block ? { read_before_edit: block } : {}),
    });
    if ((found?.sha256 ?? null) !== sha256) {
      warnings.push(`"${resolved.relative}" did not hold what was written when it was read back; read it again`);
    }
    warnings.push(...captureWarnings(answer));
  }
  return { kind: "applied", files, warnings };
}

type Found = CurrentFile & { readonly mtimeNs: bigint; readonly md5: string };

/** `null` also when it cannot be read: the write is done, and only the proof of it is missing. */
async function readBack(ctx: ToolContext, absolute: string): Promise<Found | null> {
  try {
    const stat = await ctx.fs.lstat(absolute);
    if (stat?.kind !== "file") return null;
    const bytes = await ctx.fs.readFile(absolute);
    const { mode, mtimeNs } = stat;
    return { bytes, sha256: ctx.hash.sha256(bytes), md5: ctx.hash.md5(bytes), mode, mtimeNs };
  } catch {
    return null;
  }
}

function md5Of(ctx: ToolContext, file: Pick<CurrentFile, "bytes"> | null): string | null {
  return file === null ? null : ctx.hash.md5(file.bytes);
}

function captureWarnings(answer: CheckpointAnswer): string[] {
  if (answer.status === "stored" || answer.reason === "no_turn") return [];
  if (answer.reason === "too_large")
    return ["the previous content is over the checkpoint limit and cannot be reverted"];
  return [`no checkpoint was stored, so this write cannot be reverted${answer.detail ? `: ${answer.detail}` : ""}`];
}

function halfDone(tool: string, stuck: readonly string[]): ToolFailure {
  const named = stuck.map((path) => `"${path}"`).join(", ");
  const message =
    `${tool}: a change failed, and ${named} could not be put back as it was; read it, and call revert_turn to bring back ` +
    "what is recorded. All other files are as they were";
  return failure("io_error", message, { not_put_back: [...stuck] });
}
