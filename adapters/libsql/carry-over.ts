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

const LOOKS = 3;

/** What is seen at once to be wrong with the database at `path`, or `null`; the rest shows when SQLite reads it. */
export async function damageOf(path: string): Promise<string | null> {
  return damageOfVersion(path) ?? (await damageOfLog(path));
}

/** SQLite takes a file of a version it does not know for one that it may only read. */
function damageOfVersion(path: string): string | null {
  const header = firstBytes(path, 20);
  if (header.length < 20) return null;
  const odd = [18, 19].find((at) => header[at] !== 1 && header[at] !== 2);
  return odd === undefined ? null : `"${path}" is damaged at byte ${odd}`;
}

/** Looks again, for somebody may be writing to it now. */
async function damageOfLog(path: string): Promise<string | null> {
  const log = `${path}-wal`;
  let at: number | null = null;
  for (let look = 0; look < LOOKS; look += 1) {
    at = readLog(readIfThere(log))?.damagedAt ?? null;
    if (at === null) return null;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return `"${log}" is damaged at byte ${at}`;
}

/** Into a private folder, which is the caller's to remove: `dirname` of the path. */
export async function carryOverToCopy(from: string): Promise<CarriedOver> {
  const path = join(mkdtempSync(join(tmpdir(), "mortise-index-")), "index.db");
  try {
    return { path, ...(await rebuild(from, path)) };
  } catch (error) {
    rmSync(dirname(path), { recursive: true, force: true });
    throw error;
  }
}

/** Into `to`, which appears whole or not at all; where another process was faster its file stays. */
export async function carryOver(from: string, to: string): Promise<CarriedOver> {
  const built = await carryOverToCopy(from);
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

async function rebuild(from: string, to: string): Promise<Omit<CarriedOver, "path">> {
  const { rows, isIncomplete } = salvage(readIfThere(from), readIfThere(`${from}-wal`));
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
