import { parentOf } from "../paths.ts";
import type { Checkpoint, Clock, FileSystem, Ids } from "../ports/mod.ts";
import { inParallel } from "./in-parallel.ts";
import { blobOf, type PathState } from "./path-state.ts";
import { isSame, type RestoreDeps, type Step } from "./restore.ts";
import { inspect } from "./targets.ts";
import type { RevertRequest } from "./types.ts";

export interface RowDeps extends RestoreDeps {
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface RevertStep extends Step {
  readonly label: string;
  /** What was found there, when it could be held. */
  readonly bytes: Uint8Array | undefined;
}

/** A step, and the row that brings back what it overwrites. */
export interface Recorded {
  readonly step: RevertStep;
  readonly row: Checkpoint;
}

/**
 * Keeps what a revert is about to overwrite: every blob durable when this resolves. A content over the limit of ordinary
 * writes is kept too, for a revert destroys nothing that it cannot bring back.
 *
 * @returns For each step its row, or `null` where the path changed since it was seen.
 * @throws FileSystemError or StoreError when a content cannot be kept.
 */
export async function keepOverwritten(
  steps: readonly RevertStep[],
  turn: { readonly turnId: string; readonly reverts: string; readonly request: RevertRequest },
  deps: RowDeps,
): Promise<readonly (Recorded | null)[]> {
  const stored: string[] = [];
  const recorded = await inParallel(steps, async (step): Promise<Recorded | null> => {
    const { seen } = step;
    if (seen.kind !== "missing") {
      const bytes = step.bytes ?? (await readAgain(step, deps));
      if (bytes === null) return null;
      await deps.blobs.putUnsynced(seen.sha256, bytes);
      stored.push(seen.sha256);
      return { step, row: { ...rowOf(step, turn, deps), beforeSize: bytes.length } };
    }
    return { step, row: { ...rowOf(step, turn, deps), createdFolders: await missingFolders(step, deps.fs) } };
  });
  await deps.blobs.sync(stored);
  return recorded;
}

/**
 * A process that slept between blobs and rows may have outlasted a prune's grace. Now that the rows are there, no prune
 * deletes the blobs any more. A path that changed meanwhile has no bytes to keep, and is not overwritten either.
 */
export async function keepAgainIfPruned(recorded: readonly Recorded[], deps: RestoreDeps): Promise<void> {
  await inParallel(recorded, async ({ step, row }) => {
    if (row.beforeHash === null || (await deps.blobs.has(row.beforeHash))) return;
    const bytes = step.bytes ?? (await readAgain(step, deps));
    if (bytes !== null) await deps.blobs.put(row.beforeHash, bytes);
  });
}

async function readAgain({ target, seen }: Step, deps: RestoreDeps): Promise<Uint8Array | null> {
  const { state, bytes } = await inspect(target, deps);
  return isSame(state, seen) ? bytes : null;
}

/** How many of the folders above the path are to be made. */
async function missingFolders({ target }: Step, fs: FileSystem): Promise<number> {
  let missing = 0;
  for (let folder = parentOf(target.absolute); folder !== target.root; folder = parentOf(folder)) {
    if ((await fs.lstat(folder)) !== null) break;
    missing += 1;
  }
  return missing;
}

function rowOf(
  { target, seen, wanted }: RevertStep,
  { turnId, reverts, request }: { turnId: string; reverts: string; request: RevertRequest },
  deps: RowDeps,
): Checkpoint {
  const [first] = target.rows;
  if (first === undefined) throw new TypeError("a target without rows");
  return {
    checkpointId: `cp_${deps.ids.hex(8)}`,
    turnId,
    sessionId: first.sessionId,
    surface: request.surface ?? "cli",
    toolName: "revert_turn",
    callId: request.callId ?? "",
    workspaceId: target.workspaceId,
    root: target.root,
    relativePath: target.relativePath,
    createdAt: deps.clock.now(),
    existed: seen.kind !== "missing",
    beforeHash: blobOf(seen),
    beforeSize: 0,
    beforeMode: modeOf(seen),
    beforeIsLink: seen.kind === "link",
    afterHash: blobOf(wanted),
    afterSize: wanted.kind === "missing" || !first.existed ? 0 : first.beforeSize,
    afterMode: modeOf(wanted),
    afterIsLink: wanted.kind === "link",
    deleted: wanted.kind === "missing",
    createdFolders: 0,
    namedPath: null,
    kind: "revert",
    reverts,
    seenHash: null,
  };
}

function modeOf(state: PathState): number | null {
  return state.kind === "file" ? state.mode : null;
}
