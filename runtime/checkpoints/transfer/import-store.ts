import type { BlobStore, Checkpoint, CheckpointIndex, FileSystem, Hash } from "../../ports/mod.ts";
import { SHELL_NOT_COVERED } from "../note.ts";
import type { ImportReport, Progress, RootMapping } from "../types.ts";
import { checkExport } from "./check-export.ts";
import { Contents } from "./contents.ts";
import { readExport } from "./read-export.ts";

export interface ImportDeps {
  readonly fs: FileSystem;
  readonly index: CheckpointIndex;
  readonly blobs: BlobStore;
  readonly hash: Hash;
}

/**
 * Reads the export once to check all of it, then again to store its contents, each durable before the rows that name it. The
 * rows go in a few steps of whole turns. A process that dies in between leaves contents without rows, or the newer turns
 * without the older ones, and the next import goes on from there.
 */
export async function importStore(
  open: () => AsyncIterable<Uint8Array>,
  mappings: readonly RootMapping[],
  deps: ImportDeps,
  onProgress: Progress = () => {},
): Promise<ImportReport> {
  const { rows, reverts, roots, leftOut, lines } = await checkExport(open(), mappings, deps);
  const contents = new Contents(deps.hash);
  const blobs = { added: 0, there: 0 };
  let done = 0;
  for await (const line of readExport(open(), deps.hash)) {
    done += 1;
    const bytes = contents.add(line, done + 1);
    if (bytes !== null && "blob" in line) blobs[await store(line.blob, bytes, deps.blobs)] += 1;
    onProgress(done, lines);
  }
  let added = 0;
  // Each goes below what is there, so the newest is first.
  for (const part of wholeTurns(rows).reverse()) {
    const turns = new Set(part.map((row) => row.turnId));
    added += await deps.index.merge(
      part,
      reverts.filter(({ turnId }) => turns.has(turnId)),
    );
  }
  return {
    success: true,
    turns: new Set(rows.map((row) => row.turnId)).size,
    rows_added: added,
    rows_there: rows.length - added,
    blobs_added: blobs.added,
    blobs_there: blobs.there,
    roots,
    left_out: leftOut,
    ...SHELL_NOT_COVERED,
  };
}

/** Other processes wait for one step at a time; so many rows took half a second on two busy cores. */
const ROWS_AT_ONCE = 10_000;

/** In their order, cut where no turn goes on: half a turn would be reverted to a state in the middle of it. */
export function wholeTurns(rows: readonly Checkpoint[], atOnce = ROWS_AT_ONCE): Checkpoint[][] {
  const last = new Map(rows.map((row, at) => [row.turnId, at]));
  const parts: Checkpoint[][] = [];
  let open: Checkpoint[] = [];
  let end = 0;
  for (const [at, row] of rows.entries()) {
    open.push(row);
    end = Math.max(end, last.get(row.turnId) ?? at);
    if (at < end || open.length < atOnce) continue;
    parts.push(open);
    open = [];
  }
  return open.length > 0 ? [...parts, open] : parts;
}

async function store(sha256: string, bytes: Uint8Array, blobs: BlobStore): Promise<"added" | "there"> {
  const isThere = await blobs.has(sha256);
  // Also one that is there: it is hashed, and replaced when it is damaged.
  await blobs.put(sha256, bytes);
  return isThere ? "there" : "added";
}
