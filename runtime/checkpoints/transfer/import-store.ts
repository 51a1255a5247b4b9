import { isInside } from "../../paths.ts";
import type { BlobStore, Checkpoint, CheckpointIndex, Hash, RevertRecord } from "../../ports/mod.ts";
import { decodeBase64 } from "../../text/mod.ts";
import { workspaceIdOf } from "../capture.ts";
import { SHELL_NOT_COVERED } from "../note.ts";
import type { ImportReport, Progress, RootMapping } from "../types.ts";
import { type BodyLine, checkpointFrom } from "./format.ts";
import { ImportError } from "./import-error.ts";
import { readExport } from "./read-export.ts";

export interface ImportDeps {
  readonly index: CheckpointIndex;
  readonly blobs: BlobStore;
  readonly hash: Hash;
}

/** Appended in one step; a thousand keep memory small. */
const ROWS_AT_ONCE = 1000;

/**
 * Reads the export once to check all of it, then again to store it: each content durable before the rows that name it. A
 * process that dies in between leaves contents without rows, and the next import goes on from there.
 */
export async function importStore(
  open: () => AsyncIterable<Uint8Array>,
  mappings: readonly RootMapping[],
  deps: ImportDeps,
  onProgress: Progress = () => {},
): Promise<ImportReport> {
  const { roots, leftOut, lines } = await checkAll(open, mappings, deps);
  const importer = new Importer(mappings, deps);
  let done = 0;
  for await (const line of readExport(open(), deps.hash)) {
    await importer.take(line);
    done += 1;
    onProgress(done, lines);
  }
  await importer.flush();
  return { success: true, ...importer.counts, roots, left_out: leftOut, ...SHELL_NOT_COVERED };
}

interface Checked {
  readonly roots: readonly string[];
  readonly leftOut: readonly string[];
  readonly lines: number;
}

async function checkAll(
  open: () => AsyncIterable<Uint8Array>,
  mappings: readonly RootMapping[],
  { hash }: ImportDeps,
): Promise<Checked> {
  const contents = new Contents(hash);
  const stored = new Set<string>();
  const needed = new Set<string>();
  const roots = new Set<string>();
  const leftOut: string[] = [];
  let lines = 0;
  for await (const line of readExport(open(), hash)) {
    lines += 1;
    if ("blob" in line) {
      if (contents.add(line) !== null) stored.add(line.blob);
    } else if ("row" in line) {
      roots.add(line.row.root);
      if (line.row.before_hash !== null) needed.add(line.row.before_hash);
    } else if ("left_out" in line) leftOut.push(line.left_out);
  }
  for (const { from } of mappings) {
    if ([...roots].some((root) => isInside(from, root))) continue;
    const named = [...roots].map((root) => JSON.stringify(root)).join(", ");
    throw new ImportError(
      "bad_argument",
      `no row lies in "${from}"; nothing was changed. The roots of this export are ${named}`,
    );
  }
  const lost = [...needed].filter((sha256) => !stored.has(sha256)).length;
  if (lost > leftOut.length) {
    throw new ImportError("unrecoverable", `the export lacks ${lost} contents that its rows name; nothing was changed`);
  }
  return { roots: [...new Set([...roots].map((root) => mapped(root, mappings)))], leftOut, lines };
}

/** The most exact mapping counts. */
function mapped(root: string, mappings: readonly RootMapping[]): string {
  const fitting = mappings.filter(({ from }) => isInside(from, root));
  const [best] = fitting.sort((a, b) => b.from.length - a.from.length);
  if (best === undefined) return root;
  const below = root.slice(best.from === "/" ? 0 : best.from.length);
  return `${best.to === "/" ? "" : best.to}${below}` || "/";
}

/** Puts the parts of contents together and hashes them. */
class Contents {
  readonly #hash: Hash;
  #open: { sha256: string; bytes: Uint8Array; filled: number } | null = null;

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  /** The content once its last part is there. @throws ImportError for one that is not what it is called. */
  add(line: Extract<BodyLine, { blob: string }>): Uint8Array | null {
    const part = decodeBase64(line.data);
    if (line.at === 0)
      this.#open = { sha256: line.blob, bytes: new Uint8Array(part?.length === line.size ? 0 : line.size), filled: 0 };
    const open = this.#open;
    const fits =
      part !== null && open?.sha256 === line.blob && open.filled === line.at && line.at + part.length <= line.size;
    if (!fits) throw wrong(line.blob);
    const whole = line.at === 0 && part.length === line.size ? part : filled(open, part);
    if (whole === null) return null;
    this.#open = null;
    if (this.#hash.sha256(whole) !== line.blob) throw wrong(line.blob);
    return whole;
  }
}

function filled(open: { bytes: Uint8Array; filled: number }, part: Uint8Array): Uint8Array | null {
  open.bytes.set(part, open.filled);
  open.filled += part.length;
  return open.filled === open.bytes.length ? open.bytes : null;
}

function wrong(sha256: string): ImportError {
  return new ImportError("unrecoverable", `the export is damaged: the content ${sha256} is not what it is called`);
}

class Importer {
  readonly #mappings: readonly RootMapping[];
  readonly #deps: ImportDeps;
  readonly #contents: Contents;
  readonly #turns = new Set<string>();
  #rows: Checkpoint[] = [];
  #reverts: RevertRecord[] = [];
  #added = 0;
  #seen = 0;
  #blobsAdded = 0;
  #blobsThere = 0;

  constructor(mappings: readonly RootMapping[], deps: ImportDeps) {
    this.#mappings = mappings;
    this.#deps = deps;
    this.#contents = new Contents(deps.hash);
  }

  async take(line: BodyLine): Promise<void> {
    if ("blob" in line) {
      const bytes = this.#contents.add(line);
      if (bytes !== null) await this.#store(line.blob, bytes);
    } else if ("row" in line) {
      const root = mapped(line.row.root, this.#mappings);
      this.#rows.push(checkpointFrom(line.row, root, workspaceIdOf(root, this.#deps.hash)));
      this.#turns.add(line.row.turn_id);
    } else if ("revert" in line) {
      this.#reverts.push({ turnId: line.revert.turn_id, state: line.revert.state, owner: "imported" });
    }
    if (this.#rows.length >= ROWS_AT_ONCE) await this.flush();
  }

  async flush(): Promise<void> {
    this.#added += await this.#deps.index.merge(this.#rows, this.#reverts);
    this.#seen += this.#rows.length;
    this.#rows = [];
    this.#reverts = [];
  }

  get counts() {
    return {
      turns: this.#turns.size,
      rows_added: this.#added,
      rows_there: this.#seen - this.#added,
      blobs_added: this.#blobsAdded,
      blobs_there: this.#blobsThere,
    };
  }

  async #store(sha256: string, bytes: Uint8Array): Promise<void> {
    const isThere = await this.#deps.blobs.has(sha256);
    // Also one that is there: it is hashed, and replaced when it is damaged.
    await this.#deps.blobs.put(sha256, bytes);
    if (isThere) this.#blobsThere += 1;
    else this.#blobsAdded += 1;
  }
}
