import { type ReadBeforeEdit, revisionOf } from "../file-state/mod.ts";
import {
  type AppliedChanges,
  applyChanges,
  changedMeanwhile,
  type FileChange,
  type FileReport,
  type PlannedChange,
} from "./apply-changes.ts";
import type { ToolContext } from "./context.ts";
import { type LockedFile, lookAt } from "./locked-file.ts";
import { failure, type ToolFailure, type ToolResult } from "./types.ts";
import { resolvePath } from "./workspace-path.ts";
import { judge, refuseBadRevision, type WriteGuards, withGuard } from "./write-guards.ts";

/** A file that a call may change. */
export interface WriteTarget extends WriteGuards {
  /** As the caller wrote it. */
  readonly path: string;
}

/** What a tool wants done with its targets, or why not. All reading and writing of the targets is done here. */
export type Transform<Extra extends object> = (
  files: readonly LockedFile[],
) => Promise<PlannedWrite<Extra> | ToolFailure> | PlannedWrite<Extra> | ToolFailure;

export interface PlannedWrite<Extra extends object> {
  readonly kind: "change";
  /** One for each target, in the order of the targets. */
  readonly changes: readonly FileChange[];
  readonly extra: Extra;
  readonly warning?: string | undefined;
}

export interface WriteOptions {
  /** Everything but the writing: nothing is captured, replaced or observed. */
  readonly dryRun?: boolean | undefined;
  /** Tool name in the checkpoints; default: the tool's. */
  readonly recordedAs?: string;
}

/** What was done, or in a dry run would be done. */
export type Written<Extra extends object> = {
  readonly kind: "done";
  readonly extra: Extra;
  readonly files: readonly FileReport[];
  readonly warning?: string;
};

/**
 * The only way a tool changes files: all of its targets or none. Under the locks of their real paths, taken in sorted
 * order: read each once, ask the guards of each, transform, checkpoint all (blob durable, then row durable), replace
 * each if it still has the hash that was judged, read back, observe.
 */
export async function guardedWrites<Extra extends object>(
  ctx: ToolContext,
  tool: string,
  targets: readonly WriteTarget[],
  transform: Transform<Extra>,
  options: WriteOptions = {},
): Promise<Written<Extra> | ToolFailure> {
  for (const { revision } of targets) {
    const bad = refuseBadRevision(tool, revision);
    if (bad) return bad;
  }
  const keys: string[] = [];
  for (const { path } of targets) {
    const resolved = await resolvePath(ctx, tool, path, "write");
    if ("success" in resolved) return resolved;
    if (keys.includes(resolved.absolute)) {
      return failure("bad_argument", `${tool}: "${path}" is named twice; nothing was changed, name each file once`, {
        path,
      });
    }
    keys.push(resolved.absolute);
  }
  const task = () => writeLocked(ctx, tool, targets, keys, transform, options);
  return ctx.locks.withFiles(keys, task, ctx.signal);
}

/** One target; the report's fields stand in `data` beside the tool's own. */
export async function guardedWrite<Extra extends object>(
  ctx: ToolContext,
  tool: string,
  target: WriteTarget,
  transform: (file: LockedFile) => Promise<SingleWrite<Extra> | ToolFailure> | SingleWrite<Extra> | ToolFailure,
  options: WriteOptions = {},
): Promise<ToolResult<Extra & SingleReport>> {
  const planned = async (files: readonly LockedFile[]): Promise<PlannedWrite<Extra> | ToolFailure> => {
    const [file] = files;
    if (file === undefined) throw new TypeError("a write without a target");
    const outcome = await transform(file);
    if (!("kind" in outcome)) return outcome;
    return { kind: "change", changes: [outcome.change], extra: outcome.extra, warning: outcome.warning };
  };
  const done = await guardedWrites(ctx, tool, [target], planned, options);
  if (!("kind" in done)) return done;
  const [report] = done.files;
  if (report === undefined) throw new TypeError("a write without a report");
  return success({ ...report, ...done.extra, ...dryRunField(options) }, done.warning);
}

export type SingleReport = FileReport & { dry_run?: true; warning?: string };

export interface SingleWrite<Extra extends object> {
  readonly kind: "write";
  readonly change: FileChange;
  readonly extra: Extra;
  readonly warning?: string | undefined;
}

/** A warning stands beside the data and in it, for clients that hand only the data to the model. */
export function success<Data extends object>(
  data: Data,
  warning: string | undefined,
): ToolResult<Data & { warning?: string }> {
  return warning ? { success: true, data: { ...data, warning }, warning } : { success: true, data };
}

export function dryRunField({ dryRun }: WriteOptions): { dry_run?: true } {
  return dryRun ? { dry_run: true } : {};
}

async function writeLocked<Extra extends object>(
  ctx: ToolContext,
  tool: string,
  targets: readonly WriteTarget[],
  keys: readonly string[],
  transform: Transform<Extra>,
  options: WriteOptions,
): Promise<Written<Extra> | ToolFailure> {
  const files: LockedFile[] = [];
  for (const [at, target] of targets.entries()) {
    const file = await openTarget(ctx, tool, target, keys[at]);
    if ("success" in file) return file;
    files.push(file);
  }
  const blocks = files.flatMap(({ block }) => (block === null ? [] : [block]));
  const outcome = await transform(files);
  if (!("kind" in outcome)) return withGuard(outcome, blocks[0] ?? null);
  const planned = files.flatMap((file, at): PlannedChange[] => {
    const change = outcome.changes[at];
    return change === undefined ? [] : [{ file, change }];
  });
  const done = options.dryRun
    ? dryRun(ctx, planned)
    : await applyChanges(ctx, tool, options.recordedAs ?? tool, planned);
  if (!("kind" in done)) return withGuard(done, blocks[0] ?? null);
  const warning = joinWarnings([...blocks.map(({ message }) => message), outcome.warning, ...done.warnings]);
  return { kind: "done", extra: outcome.extra, files: done.files, ...(warning && { warning }) };
}

/** A link may have been turned while this call waited; the lock must be the one of the file that is written. */
async function openTarget(
  ctx: ToolContext,
  tool: string,
  target: WriteTarget,
  key: string | undefined,
): Promise<LockedFile | ToolFailure> {
  const resolved = await resolvePath(ctx, tool, target.path, "write");
  if ("success" in resolved) return resolved;
  if (resolved.absolute !== key) return changedMeanwhile(tool, target.path);
  const file = await lookAt(ctx, tool, target.path, resolved);
  if ("success" in file) return file;
  const judged = judge(ctx, tool, file, target);
  return "success" in judged ? judged : { ...file, ...judged };
}

function dryRun(ctx: ToolContext, planned: readonly PlannedChange[]): AppliedChanges {
  const files = planned.map(({ file: { resolved, current, block }, change }): FileReport => {
    const sha256 = change.kind === "write" ? ctx.hash.sha256(change.bytes) : null;
    return {
      path: resolved.relative,
      action: change.kind === "delete" ? "delete" : current === null ? "add" : "update",
      revision: sha256 === null ? null : revisionOf(sha256),
      sha256_before: current?.sha256 ?? null,
      sha256_after: sha256,
      ...blockField(block),
    };
  });
  return { kind: "applied", files, warnings: [] };
}

function blockField(block: ReadBeforeEdit | null): { read_before_edit?: ReadBeforeEdit } {
  return block ? { read_before_edit: block } : {};
}

function joinWarnings(warnings: readonly (string | undefined)[]): string {
  return warnings.filter(Boolean).join(". ");
}
