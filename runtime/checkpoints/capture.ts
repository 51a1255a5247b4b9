import type { BlobStore, Checkpoint, CheckpointIndex, Clock, Hash, Ids } from "../ports/mod.ts";
import type { Capture, CaptureRequest } from "./types.ts";

export interface CaptureDeps {
  readonly index: CheckpointIndex;
  readonly blobs: BlobStore;
  readonly hash: Hash;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly maxBlobBytes: number;
}

/**
 * Records what a write is about to replace. The order is the promise: blob durable, then row durable, and only then may
 * the caller touch the file, so that whatever a row names can be brought back.
 */
export async function capture(request: CaptureRequest, deps: CaptureDeps): Promise<Capture> {
  if (request.turnId === "") return { answer: { status: "none", reason: "no_turn" }, checkpointId: null };
  try {
    const { before } = request;
    const tooLarge = before !== null && before.bytes.length > deps.maxBlobBytes;
    const row = rowFor(request, tooLarge, deps);
    if (before !== null && !tooLarge) await deps.blobs.put(before.sha256, before.bytes);
    await deps.index.append([row]);
    if (before !== null && !tooLarge) await storeAgainIfPruned(row.checkpointId, before, deps);
    return {
      answer: tooLarge ? tooLargeAnswer(row, deps.maxBlobBytes) : storedAnswer(row),
      checkpointId: row.checkpointId,
    };
  } catch (error) {
    const detail = `The previous content could not be kept, so this write cannot be reverted: ${messageOf(error)}`;
    return { answer: { status: "none", reason: "capture_failed", detail }, checkpointId: null };
  }
}

/**
 * A process that slept between blob and row may have outlasted a prune's grace. Now that the row is there, no prune
 * deletes the blob any more.
 */
async function storeAgainIfPruned(
  checkpointId: string,
  before: NonNullable<CaptureRequest["before"]>,
  deps: CaptureDeps,
): Promise<void> {
  try {
    if (!(await deps.blobs.has(before.sha256))) await deps.blobs.put(before.sha256, before.bytes);
  } catch (error) {
    await deps.index.remove([checkpointId]);
    throw error;
  }
}

/** First 16 hex digits of the sha256 of a root's real path. */
export function workspaceIdOf(root: string, hash: Hash): string {
  return hash.sha256(new TextEncoder().encode(root)).slice(0, 16);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function rowFor(request: CaptureRequest, tooLarge: boolean, deps: CaptureDeps): Checkpoint {
  const { before, after } = request;
  return {
    checkpointId: `cp_${deps.ids.hex(8)}`,
    turnId: request.turnId,
    sessionId: request.sessionId,
    surface: request.surface,
    toolName: request.toolName,
    callId: request.callId,
    workspaceId: workspaceIdOf(request.root, deps.hash),
    root: request.root,
    relativePath: request.relativePath,
    createdAt: deps.clock.now(),
    existed: before !== null,
    beforeHash: before === null || tooLarge ? null : before.sha256,
    beforeSize: before === null ? 0 : before.bytes.length,
    afterHash: after === null ? null : after.sha256,
    afterSize: after === null ? 0 : after.size,
    beforeMode: before === null ? null : before.mode,
    deleted: after === null,
    afterMode: after?.mode ?? null,
    beforeIsLink: false,
    afterIsLink: false,
    createdFolders: request.createdFolders ?? 0,
    namedPath: request.namedPath ?? null,
    kind: "write",
    reverts: null,
    seenHash: before !== null && tooLarge ? before.sha256 : null,
  };
}

function storedAnswer(row: Checkpoint): Capture["answer"] {
  return { status: "stored", checkpoint_id: row.checkpointId, turn_id: row.turnId };
}

function tooLargeAnswer(row: Checkpoint, maxBlobBytes: number): Capture["answer"] {
  const detail = `The previous content (${row.beforeSize} bytes) is over the limit of ${maxBlobBytes} bytes; it was not kept and this write cannot be reverted`;
  return { status: "none", reason: "too_large", detail };
}
