import { Buffer } from "node:buffer";
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { type Client, createClient } from "@libsql/client";
import { fileUrl } from "./file-url.ts";
import { readLog } from "./log-file.ts";
import { type SalvagedRow, salvage } from "./salvage.ts";
import { prepareDatabase, ROWS_LOST } from "./schema.ts";

/** A database that took over what could be read of a damaged one. */
export interface CarriedOver {
  readonly path: string;
  readonly rows: number;
  readonly isIncomplete: boolean;
}

/** The two files that only mean something together. */
export interface DatabaseFiles {
  /** Of the database; the log lies beside it. */
  readonly path: string;
  readonly file: Uint8Array;
  readonly log: Uint8Array;
}

const LOOKS = 3;

/** Both as they stood at one moment; `null` while somebody writes to them without a pause. */
export async function filesAt(path: string): Promise<DatabaseFiles | null> {
  for (let look = 0; look < LOOKS; look += 1) {
    const log = readIfThere(`${path}-wal`);
    const file = readIfThere(path);
    // What is merged into the file stays in the log until the log is begun anew, so an equal log tells that both fit. An
    // empty one tells nothing of what was merged just now.
    const isStill = isEqual(log, readIfThere(`${path}-wal`)) && (log.length > 0 || isEqual(file, readIfThere(path)));
    if (isStill) return { path, file, log };
    await pause();
  }
  return null;
}

/** What is seen at once to be wrong with a database that is about to be opened, or `null`; the rest shows when SQLite reads it. */
export async function damageAt(path: string): Promise<string | null> {
  for (let look = 0; look < LOOKS; look += 1) {
    const log = readIfThere(`${path}-wal`);
    const damage = damageOf({ path, file: firstBytes(path, HEADER_BYTES), log });
    if (damage === null || look === LOOKS - 1) return damage;
    // Somebody may be writing to it now.
    await pause();
  }
  return null;
}

const HEADER_BYTES = 100;

/** @param files Of the database at least its header. */
export function damageOf({ path, file, log }: DatabaseFiles): string | null {
  const read = readLog(log);
  // SQLite would take it for a new database, and delete the log.
  if (file.length === 0 && read !== null)
    return `"${path}" ${existsSync(path) ? "is empty" : "is missing"}, its log is not`;
  // SQLite takes a file of a version it does not know for one that it may only read.
  const odd = file.length < 20 ? undefined : [18, 19].find((at) => file[at] !== 1 && file[at] !== 2);
  if (odd !== undefined) return `"${path}" is damaged at byte ${odd}`;
  return typeof read?.damagedAt === "number" ? `"${path}-wal" is damaged at byte ${read.damagedAt}` : null;
}

/** The files as they are, in a private folder, which is the caller's to remove: `dirname` of the path. */
export function copyOf({ file, log }: DatabaseFiles): string {
  const path = join(privateFolder(), "index.db");
  writeFileSync(path, file, { mode: 0o600 });
  if (log.length > 0) writeFileSync(`${path}-wal`, log, { mode: 0o600 });
  return path;
}

function privateFolder(): string {
  return mkdtempSync(join(tmpdir(), "mortise-index-"));
}

/** Into a private folder, which is the caller's to remove: `dirname` of the path. */
export async function carryOverToCopy(files: DatabaseFiles): Promise<CarriedOver> {
  const path = join(privateFolder(), "index.db");
  try {
    return { path, ...(await rebuild(files, path)) };
  } catch (error) {
    rmSync(dirname(path), { recursive: true, force: true });
    throw error;
  }
}

/** Into `to`, which appears whole or not at all; where another process was faster its file stays. */
export async function carryOver(path: string, to: string): Promise<CarriedOver> {
  const files = { path, file: readIfThere(path), log: readIfThere(`${path}-wal`) };
  const built = await carryOverToCopy(files);
  // A new file: the driver holds on to the one it has opened until the next garbage collection.
  const whole = `${to}.${process.pid}.new`;
  try {
    copyFileSync(built.path, whole);
    flush(whole);
    if (!existsSync(to)) link(whole, to);
    flush(dirname(to));
  } finally {
    rmSync(whole, { force: true });
    rmSync(dirname(built.path), { recursive: true, force: true });
  }
  return { ...built, path: to };
}

function link(whole: string, to: string): void {
  try {
    linkSync(whole, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

async function rebuild({ file, log }: DatabaseFiles, to: string): Promise<Omit<CarriedOver, "path">> {
  const { rows, isIncomplete } = salvage(file, log);
  const client = createClient({ url: fileUrl(to), intMode: "bigint" });
  try {
    await prepareDatabase(client, { sync: false });
    await client.batch(
      [
        ...rows.map(insertion),
        ...(isIncomplete ? [`INSERT INTO store_state (key, value) VALUES ('${ROWS_LOST}', 1)`] : []),
      ],
      "write",
    );
    await mergeLog(client);
  } finally {
    client.close();
  }
  return { rows: rows.length, isIncomplete };
}

function insertion({ table, rowid, values }: SalvagedRow): { sql: string; args: SalvagedRow["values"][number][] } {
  const columns = ["rowid", ...table.columns.slice(0, values.length).map(({ name }) => name)];
  const sql = `INSERT OR IGNORE INTO ${table.name} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
  return { sql, args: [rowid, ...values] };
}

/** Brings all that was committed into the database file itself and empties its log, unless somebody else reads or writes just now. */
export async function mergeLog(client: Client): Promise<void> {
  await client.execute("PRAGMA busy_timeout = 0");
  await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

function readIfThere(path: string): Uint8Array {
  return existsSync(path) ? readFileSync(path) : new Uint8Array();
}

function firstBytes(path: string, count: number): Uint8Array {
  if (!existsSync(path)) return new Uint8Array();
  const handle = openSync(path, "r");
  try {
    const bytes = new Uint8Array(count);
    return bytes.subarray(0, readSync(handle, bytes, 0, count, 0));
  } finally {
    closeSync(handle);
  }
}

function flush(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
