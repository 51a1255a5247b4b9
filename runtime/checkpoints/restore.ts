import { isFileSystemError, StoreError } from "../errors.ts";
import { joinPath, parentOf, resolveInRoot } from "../paths.ts";
import type { BlobStore } from "../ports/mod.ts";
import { messageOf } from "./capture.ts";
import type { OptionNames } from "./note.ts";
import type { PathState } from "./path-state.ts";
import { inspect, locate, type Target, type TargetDeps } from "./targets.ts";
import type { StoredContent } from "./types.ts";

export interface RestoreDeps extends TargetDeps {
  /** What refusals advise to pass; left out: the arguments of tools and routes. */
  readonly optionNames?: OptionNames;
  readonly blobs: BlobStore;
}

/** A path on its way from what was seen there to what shall stand there. */
export interface Step {
  readonly target: Target;
  readonly seen: PathState;
  readonly wanted: PathState;
  /** The wanted content, verified, when it is held already. */
  readonly content?: Uint8Array | undefined;
}

export type StepOutcome =
  | { readonly kind: "done" }
  /** `touched`: what stands there now is not what was seen. */
  | {
      readonly kind: "stuck";
      readonly status: "failed" | "unrecoverable";
      readonly why: string;
      readonly touched: boolean;
    };

/** The second half of a step: what changes the path. */
export type Finish = () => Promise<StepOutcome>;

/**
 * Makes one step ready; what it answers brings the path to the wanted state. The caller holds the path's lock, and syncs
 * its folder afterwards.
 *
 * P4: what was seen is compared again at the last moment: the path is resolved anew, a file is replaced only while it still
 * hashes to what was seen, a missing one is created exclusively, and a file is deleted right after it was hashed. Between
 * that last hash and the rename or unlink another process can still slip in; no portable call closes that gap.
 */
export async function prepareStep(step: Step, deps: RestoreDeps): Promise<Finish> {
  try {
    const finish = await prepare(step, deps);
    return () => finish().catch((error: unknown) => failed(step, error, deps));
  } catch (error) {
    const outcome = await failed(step, error, deps);
    return async () => outcome;
  }
}

async function failed(step: Step, error: unknown, deps: RestoreDeps): Promise<StepOutcome> {
  if (!isFileSystemError(error) && !(error instanceof StoreError)) throw error;
  // A replace may fail after its rename.
  const touched = !isSame((await inspect(step.target, deps)).state, step.seen);
  return { kind: "stuck", status: "failed", why: messageOf(error), touched };
}

/** Reads a stored content and hashes it: a name alone proves nothing. */
export async function readBlob(sha256: string, deps: Pick<RestoreDeps, "blobs" | "hash">): Promise<StoredContent> {
  const bytes = await bytesOf(sha256, deps.blobs);
  if (typeof bytes === "string") return { state: bytes };
  return deps.hash.sha256(bytes) === sha256 ? { state: "good", bytes } : { state: "damaged" };
}

async function bytesOf(sha256: string, blobs: BlobStore): Promise<Uint8Array | "missing" | "damaged"> {
  try {
    return (await blobs.get(sha256)) ?? "missing";
  } catch (error) {
    if (error instanceof StoreError && error.errorCode === "unrecoverable") return "damaged";
    throw error;
  }
}

/** Whether a state is still the one that was seen; mode bits aside. */
export function isSame(now: { readonly kind: string; readonly sha256?: string }, seen: PathState): boolean {
  return now.kind === seen.kind && (seen.kind === "missing" || now.sha256 === seen.sha256);
}

/**
 * Removes the folders that were made for these paths and stand empty now, the deepest first. Each is resolved anew: below a
 * link that somebody put there lies another folder.
 *
 * @param made The path, and how many of the folders above it were made for it.
 */
export async function removeMadeFolders(
  made: readonly { readonly target: Target; readonly folders: number }[],
  { fs }: Pick<RestoreDeps, "fs">,
): Promise<void> {
  const candidates = new Map<string, { readonly root: string; readonly relative: string }>();
  for (const { target, folders } of made) {
    const { root } = target;
    const names = target.relativePath.split("/").slice(0, -1);
    for (let left = 0; left < folders && names.length > 0; left++) {
      candidates.set(joinPath(root, ...names), { root, relative: names.join("/") });
      names.pop();
    }
  }
  for (const [folder, { root, relative }] of [...candidates].sort(([a], [b]) => b.length - a.length)) {
    try {
      const resolved = await resolveInRoot(root, relative, fs);
      if (resolved.kind === "resolved" && resolved.absolute === folder) await fs.rmdir(folder);
    } catch (error) {
      // Not empty, or gone, or no folder any more: it is somebody else's then.
      if (!isFileSystemError(error)) throw error;
    }
  }
}

const CHANGED: StepOutcome = {
  kind: "stuck",
  status: "failed",
  why: "it changed while the revert ran and was left as it is",
  touched: false,
};

const DONE: StepOutcome = { kind: "done" };

async function prepare({ target, seen, wanted, content }: Step, deps: RestoreDeps): Promise<Finish> {
  const located = await locate(target, deps);
  if (located.kind !== seen.kind) return async () => CHANGED;
  if (wanted.kind === "missing") return () => remove(target, seen, deps);
  const blob: StoredContent = content ? { state: "good", bytes: content } : await readBlob(wanted.sha256, deps);
  if (blob.state !== "good") {
    const why = `the stored content ${wanted.sha256} is ${blob.state}`;
    return async () => ({ kind: "stuck", status: "unrecoverable", why, touched: false });
  }
  if (seen.kind === "missing") await deps.fs.mkdir(parentOf(target.absolute), { recursive: true });
  if (wanted.kind === "link") return () => putLink(target, seen, blob.bytes, deps);
  return await putFile(target, seen, blob.bytes, wanted.mode, deps);
}

async function putFile(
  target: Target,
  seen: PathState,
  bytes: Uint8Array,
  bits: number | null,
  deps: RestoreDeps,
): Promise<Finish> {
  const mode = bits === null ? {} : { mode: bits };
  const guard =
    seen.kind === "file" ? { expectSha256: seen.sha256 } : seen.kind === "missing" ? { exclusive: true } : {};
  const staged = await deps.fs.stageFile(target.absolute, bytes, { durable: "file", ...mode, ...guard });
  return async () => {
    const stands =
      seen.kind === "link" ? await stillHolds(target, seen, deps) : (await locate(target, deps)).kind === seen.kind;
    if (stands) return (await staged.publish()) === "changed" ? CHANGED : DONE;
    await staged.discard();
    return CHANGED;
  };
}

async function putLink(target: Target, seen: PathState, held: Uint8Array, deps: RestoreDeps): Promise<StepOutcome> {
  const path = linkPathOf(held);
  if (path === null) {
    const why = "its row in the index is damaged: what it calls the path of a link is none";
    return { kind: "stuck", status: "unrecoverable", why, touched: false };
  }
  if (!(await stillHolds(target, seen, deps))) return CHANGED;
  await deps.fs.symlink(path, target.absolute, { replace: seen.kind !== "missing" });
  return DONE;
}

function linkPathOf(held: Uint8Array): string | null {
  try {
    const path = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(held);
    return path === "" || path.includes("\0") ? null : path;
  } catch {
    return null;
  }
}

async function remove(target: Target, seen: PathState, deps: RestoreDeps): Promise<StepOutcome> {
  if (!(await stillHolds(target, seen, deps))) return CHANGED;
  // Absent: somebody else was faster, and the path is as it shall be.
  await deps.fs.rm(target.absolute, { force: true });
  return DONE;
}

async function stillHolds(target: Target, seen: PathState, deps: RestoreDeps): Promise<boolean> {
  return isSame((await inspect(target, deps)).state, seen);
}
