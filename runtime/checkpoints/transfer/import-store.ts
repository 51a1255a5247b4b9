import type { BlobStore, CheckpointIndex, FileSystem, Hash } from "../../ports/mod.ts";
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
 * Reads the export once to check all of it, then again to store its contents, each durable before the rows that name it,
 * which go in one step. A process that dies before that leaves contents without rows, and the next import goes on from there.
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
  const added = await deps.index.merge(rows, reverts);
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

async function store(sha256: string, bytes: Uint8Array, blobs: BlobStore): Promise<"added" | "there"> {
  const isThere = await blobs.has(sha256);
  // Also one that is there: it is hashed, and replaced when it is damaged.
  await blobs.put(sha256, bytes);
  return isThere ? "there" : "added";
}
