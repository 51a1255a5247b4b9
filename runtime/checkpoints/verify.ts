import { isFileSystemError, StoreError } from "../errors.ts";
import type { BlobStore, CheckpointIndex, Hash, StoredBlob } from "../ports/mod.ts";
import { messageOf } from "./capture.ts";
import { SHELL_NOT_COVERED } from "./note.ts";
import { isOlderThanIndex } from "./prune-plan.ts";
import { damageOf } from "./row-damage.ts";
import { scanRows } from "./scan-rows.ts";
import type { DamagedBlob, MissingBlob, Progress, VerifyReport } from "./types.ts";

export interface VerifyDeps {
  readonly index: CheckpointIndex;
  readonly blobs: BlobStore;
  readonly hash: Hash;
}

/**
 * Reads every row, and every stored content to the last byte, and names what is not as it should be. Changes nothing. The
 * contents are checked also when the index is too damaged to be read at all.
 *
 * @throws StoreError "unavailable" when the index is busy, or of a newer version.
 */
export async function verifyStore(deps: VerifyDeps, onProgress: Progress = () => {}): Promise<VerifyReport> {
  const [stored, whyNot] = await contentsOf(deps.blobs);
  const index = await verifyIndex(deps);
  const damaged: DamagedBlob[] = [];
  let bytes = 0;
  for (const [at, { sha256, size }] of stored.entries()) {
    const problem = await problemOf(sha256, deps);
    if (problem !== null) damaged.push({ file: blobFile(sha256), problem, turns: index.turnsOf(sha256) });
    bytes += size;
    onProgress(at + 1, stored.length);
  }
  const there = new Set(stored.map((blob) => blob.sha256));
  const missing: string[] = [];
  for (const sha256 of index.named) {
    if (there.has(sha256)) continue;
    // What is no file is not in the list.
    const problem = await problemOf(sha256, deps);
    if (problem === null) missing.push(sha256);
    else damaged.push({ file: blobFile(sha256), problem, turns: index.turnsOf(sha256) });
  }
  const orphans = stored.filter((blob) => index.turnsOf(blob.sha256).length === 0);
  const ofLostIndex = orphans.filter((blob) => isOlderThanIndex(blob, index.madeAt));
  const found: Found = {
    index_problems: [
      ...index.problems,
      ...(whyNot === null ? [] : [whyNot]),
      ...(ofLostIndex.length > 0 ? [lostIndex(ofLostIndex.length)] : []),
    ],
    damaged_rows: index.damagedRows,
    damaged_reverts: index.damagedReverts,
    damaged_blobs: damaged,
    missing_blobs: missing.map((sha256): MissingBlob => ({ file: blobFile(sha256), turns: index.turnsOf(sha256) })),
  };
  const trouble = troubleOf(found);
  return {
    success: trouble === null,
    ...(trouble === null ? {} : { error: trouble, error_code: "unrecoverable" }),
    ...found,
    rows_checked: index.rows,
    blobs_checked: stored.length,
    bytes_checked: bytes,
    unreferenced_blobs: orphans.length,
    ...SHELL_NOT_COVERED,
  };
}

/** What is stored, and, where that cannot be listed at all, why not. */
async function contentsOf(blobs: BlobStore): Promise<[readonly StoredBlob[], string | null]> {
  try {
    return [await blobs.list(), null];
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
    return [[], `the contents cannot be read: ${messageOf(error)}`];
  }
}

function lostIndex(contents: number): string {
  return (
    `the index is younger than ${contents} contents in "blobs" that no row names: an earlier one was emptied or taken away, and ` +
    `its turns are not listed; prune keeps these contents as long as turns are kept`
  );
}

/** Below the store's folder. */
export function blobFile(sha256: string): string {
  return `blobs/${sha256.slice(0, 2)}/${sha256}`;
}

interface IndexFindings {
  readonly problems: readonly string[];
  readonly damagedRows: readonly string[];
  readonly damagedReverts: readonly string[];
  readonly rows: number;
  readonly madeAt: number | null;
  /** Contents that rows name. */
  readonly named: readonly string[];
  turnsOf(sha256: string): readonly string[];
}

async function verifyIndex({ index, hash }: VerifyDeps): Promise<IndexFindings> {
  const problems: string[] = [];
  const damagedRows: string[] = [];
  const damagedReverts: string[] = [];
  const written = new Set<string>();
  const turns = new Map<string, Set<string>>();
  let rows = 0;
  let madeAt: number | null = null;
  try {
    madeAt = await index.madeAt();
    for await (const scanned of scanRows(index)) {
      rows += 1;
      if (scanned.kind === "damaged") {
        damagedRows.push(scanned.problem);
        continue;
      }
      const { row } = scanned;
      const damage = damageOf(row, hash);
      if (damage !== null) {
        damagedRows.push(`checkpoint row ${JSON.stringify(row.checkpointId)} is damaged: ${damage}`);
      }
      if (row.kind === "write") written.add(row.turnId);
      if (row.beforeHash !== null) turns.set(row.beforeHash, (turns.get(row.beforeHash) ?? new Set()).add(row.turnId));
    }
    damagedReverts.push(...(await index.damagedReverts()).map(({ problem }) => problem));
    for (const { turnId } of await index.revertRecords()) {
      if (!written.has(turnId)) continue;
      damagedReverts.push(
        `the journal's line of revert ${JSON.stringify(turnId)} is damaged: that is a turn of writes`,
      );
    }
    problems.push(...(await index.problems("full")));
  } catch (error) {
    // Busy, or of a newer version: that says nothing about damage.
    if (!(error instanceof StoreError) || error.errorCode === "unavailable") throw error;
    problems.push(error.message);
  }
  return {
    problems,
    damagedRows,
    damagedReverts,
    rows,
    madeAt,
    named: [...turns.keys()],
    turnsOf: (sha256) => [...(turns.get(sha256) ?? [])],
  };
}

/** `null` for a content that is what its name says, and for one that was pruned since it was listed. */
async function problemOf(sha256: string, { blobs, hash }: VerifyDeps): Promise<string | null> {
  try {
    const bytes = await blobs.get(sha256);
    if (bytes === null || hash.sha256(bytes) === sha256) return null;
    if (bytes.length === 0) return "it is empty";
    if (bytes.every((byte) => byte === 0)) return "it is filled with zeros";
    return "its bytes do not hash to its name";
  } catch (error) {
    return `it cannot be read: ${messageOf(error)}`;
  }
}

type Found = Pick<
  VerifyReport,
  "index_problems" | "damaged_rows" | "damaged_reverts" | "damaged_blobs" | "missing_blobs"
>;

function troubleOf(found: Found): string | null {
  const parts = [
    ...found.index_problems,
    ...found.damaged_rows,
    ...found.damaged_reverts,
    ...found.damaged_blobs.map(({ file, problem }) => `"${file}": ${problem}`),
    ...found.missing_blobs.map(({ file, turns }) => `"${file}" is missing, needed by turn ${turns.join(", ")}`),
  ];
  if (parts.length === 0) return null;
  const more = parts.length > MOST_NAMED ? `; and ${parts.length - MOST_NAMED} more` : "";
  return `the store is damaged: ${parts.slice(0, MOST_NAMED).join("; ")}${more}`;
}

/** In the sentence; the lists have all. */
const MOST_NAMED = 5;
