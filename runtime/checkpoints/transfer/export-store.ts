import { StoreError } from "../../errors.ts";
import type { BlobStore, CheckpointIndex, Clock, Hash, ScannedRow } from "../../ports/mod.ts";
import { encodeBase64 } from "../../text/mod.ts";
import { SHELL_NOT_COVERED } from "../note.ts";
import { readBlob } from "../restore.ts";
import { scanRows } from "../scan-rows.ts";
import type { ExportReport, Progress } from "../types.ts";
import { blobFile } from "../verify.ts";
import { Chain, FORMAT, PART_BYTES, rowFields, VERSION } from "./format.ts";

export interface ExportDeps {
  readonly index: CheckpointIndex;
  readonly blobs: BlobStore;
  readonly hash: Hash;
  readonly clock: Clock;
}

/**
 * The whole store in the format of `format.ts`. Contents go before rows, so that an import can store each before what
 * names it. What is damaged is left out and named.
 */
export async function* exportStore(
  deps: ExportDeps,
  onProgress: Progress = () => {},
): AsyncGenerator<Uint8Array, ExportReport> {
  const { index, blobs, hash, clock } = deps;
  const chain = new Chain(hash);
  const line = (record: object): Uint8Array => {
    const bytes = new TextEncoder().encode(`${JSON.stringify(record)}\n`);
    chain.add(bytes.subarray(0, -1));
    return bytes;
  };
  const leftOut: string[] = [];
  let [count, bytes] = [0, 0];
  yield line({ format: FORMAT, version: VERSION, created_at: new Date(clock.now()).toISOString() });

  const named = await index.referencedBlobs();
  for (const sha256 of named) {
    const blob = await readBlob(sha256, { blobs, hash });
    if (blob.state === "good") {
      for (const part of partsOf(sha256, blob.bytes)) yield line(part);
      count += 1;
      bytes += blob.bytes.length;
    } else {
      leftOut.push(`"${blobFile(sha256)}" is ${blob.state}`);
    }
    onProgress(count + leftOut.length, named.size);
  }

  const turns = new Set<string>();
  let rows = 0;
  try {
    for await (const scanned of scanRows(index)) {
      const record = recordOf(scanned, leftOut);
      if (record === null) continue;
      turns.add(record.row.turn_id);
      rows += 1;
      yield line(record);
    }
    leftOut.push(...(await index.damagedReverts()).map(({ problem }) => problem));
    for (const { turnId, state } of await index.revertRecords()) {
      // What a process elsewhere was about to do is for no other machine to finish.
      yield line({ revert: { turn_id: turnId, state: state === "running" ? "partial" : state } });
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    leftOut.push(error.message);
  }
  for (const what of leftOut) yield line({ left_out: what });
  yield new TextEncoder().encode(`${JSON.stringify({ end: chain.end })}\n`);
  const trouble = `the export is complete but for what is damaged in this store: ${leftOut.slice(0, 5).join("; ")}`;
  return {
    success: leftOut.length === 0,
    ...(leftOut.length === 0 ? {} : { error: trouble, error_code: "unrecoverable" }),
    turns: turns.size,
    rows,
    blobs: count,
    bytes,
    left_out: leftOut,
    ...SHELL_NOT_COVERED,
  };
}

function* partsOf(sha256: string, bytes: Uint8Array): Generator<object> {
  let at = 0;
  do {
    const part = bytes.subarray(at, at + PART_BYTES);
    yield { blob: sha256, size: bytes.length, at, data: encodeBase64(part) };
    at += part.length;
  } while (at < bytes.length);
}

function recordOf(scanned: ScannedRow, leftOut: string[]): { row: ReturnType<typeof rowFields> } | null {
  if (scanned.kind === "row") return { row: rowFields(scanned.row) };
  leftOut.push(scanned.problem);
  return null;
}
