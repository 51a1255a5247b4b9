import { isFileSystemError } from "../errors.ts";
import { parentOf } from "../paths.ts";
import type { BlobStore } from "../ports/mod.ts";
import { messageOf } from "./capture.ts";
import type { OptionNames } from "./note.ts";
import type { CurrentState } from "./plan.ts";
import { inspect, type Target, type TargetDeps } from "./targets.ts";
import type { PlanEntry, StoredContent } from "./types.ts";

export interface RestoreDeps extends TargetDeps {
  /** What refusals advise to pass; left out: the arguments of tools and routes. */
  readonly optionNames?: OptionNames;
  readonly blobs: BlobStore;
}

export interface Restored {
  readonly entry: PlanEntry;
  readonly reverted: boolean;
}

/**
 * Carries out one entry of a plan. The caller holds the target's lock.
 *
 * What the plan saw is compared again at the last moment: the path is resolved anew, the file is replaced only while it
 * still hashes to `seen`, a missing file is created exclusively, and a file is deleted right after it was hashed.
 * Between that last hash and the rename or unlink another process can still slip in; no portable call closes that gap.
 */
export async function restore(
  entry: PlanEntry,
  target: Target,
  seen: CurrentState,
  deps: RestoreDeps,
): Promise<Restored> {
  if (entry.action === "skip") return { entry: asStuckIfDrifted(entry), reverted: false };
  try {
    const now = await inspect(target, deps);
    if (!sameState(now, seen)) return stuck(entry, "failed", "it changed while the revert ran and was left as it is");
    return entry.action === "delete" ? await remove(entry, target, now, deps) : await replace(entry, target, now, deps);
  } catch (error) {
    return stuck(entry, "failed", messageOf(error));
  }
}

/** Reads a stored content and hashes it: a name alone proves nothing. */
export async function readBlob(sha256: string, deps: Pick<RestoreDeps, "blobs" | "hash">): Promise<StoredContent> {
  const bytes = await deps.blobs.get(sha256);
  if (bytes === null) return { state: "missing" };
  return deps.hash.sha256(bytes) === sha256 ? { state: "good", bytes } : { state: "damaged" };
}

async function replace(entry: PlanEntry, target: Target, now: CurrentState, deps: RestoreDeps): Promise<Restored> {
  const first = target.rows[0];
  if (!first || first.beforeHash === null) return stuck(entry, "unrecoverable", "its previous content was not kept");
  const blob = await readBlob(first.beforeHash, deps);
  if (blob.state !== "good") {
    return stuck(entry, "unrecoverable", `the stored content ${first.beforeHash} is ${blob.state}`);
  }
  const mode = first.beforeMode === null ? {} : { mode: first.beforeMode };
  if (now.kind === "missing") await deps.fs.mkdir(parentOf(target.absolute), { recursive: true });
  const guard = now.kind === "file" ? { expectSha256: now.sha256 } : { exclusive: true };
  const outcome = await deps.fs.writeFile(target.absolute, blob.bytes, { durable: true, ...mode, ...guard });
  if (outcome === "changed") return stuck(entry, "failed", "it changed while the revert ran and was left as it is");
  return { entry: asForced(entry), reverted: true };
}

async function remove(entry: PlanEntry, target: Target, now: CurrentState, deps: RestoreDeps): Promise<Restored> {
  if (now.kind !== "file") return stuck(entry, "failed", "it is not there any more");
  try {
    await deps.fs.rm(target.absolute, { durable: true });
  } catch (error) {
    // Somebody else was faster; the path is as it was before the turn.
    if (!isFileSystemError(error, "ENOENT")) throw error;
  }
  return { entry: asForced(entry), reverted: true };
}

function sameState(a: CurrentState, b: CurrentState): boolean {
  if (a.kind === "file" && b.kind === "file") return a.sha256 === b.sha256;
  return a.kind === b.kind;
}

/** With `force` the plan goes on although the path drifted; what no restore can do is then a failure by name. */
function asStuckIfDrifted(entry: PlanEntry): PlanEntry {
  return entry.status === "drifted" ? { ...entry, status: "failed" } : entry;
}

function asForced(entry: PlanEntry): PlanEntry {
  if (entry.status !== "drifted") return entry;
  return { ...entry, detail: `${entry.detail}; forced: the newer content was overwritten and is lost` };
}

function stuck(entry: PlanEntry, status: "failed" | "unrecoverable", detail: string): Restored {
  return { entry: { ...entry, status, action: "skip", detail }, reverted: false };
}
