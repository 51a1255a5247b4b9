import { type Log, readLog } from "./log-file.ts";
import { type PageRecord, type PageSource, type PageValue, recordsOf } from "./page-records.ts";
import { TABLES, type Table } from "./schema.ts";

/** What can be read of a database whose file or log is damaged. */
export interface Salvaged {
  readonly rows: readonly SalvagedRow[];
  /** Some page is known only as it was before, or not at all, so rows may be missing. */
  readonly isIncomplete: boolean;
}

export interface SalvagedRow {
  readonly table: Table;
  readonly rowid: bigint;
  /** In the order of the table's columns; fewer where it was written before the last ones were added. */
  readonly values: readonly PageValue[];
}

/**
 * Reads every page by itself: no header, schema, tree or way to find a row is needed. Where the log is damaged all its whole
 * pages count, not only the newest of each, for the newest may be the damaged one; a row that was deleted in between can then
 * come back, which a later prune deletes again.
 *
 * @param file The database; empty when it is lost.
 * @param log Its write-ahead log; empty when there is none.
 */
export function salvage(file: Uint8Array, log: Uint8Array): Salvaged {
  const read = readLog(log);
  const pageSize = read?.pageSize ?? pageSizeOf(file);
  const pages = new Map<number, Uint8Array[]>();
  for (let at = 0; at + pageSize <= file.length; at += pageSize) {
    pages.set(at / pageSize + 1, [file.subarray(at, at + pageSize)]);
  }
  const isLogDamaged = typeof read?.damagedAt === "number";
  for (const frame of read?.frames ?? []) {
    if (!frame.isWhole || frame.page === 0) continue;
    const bytes = log.subarray(frame.at, frame.at + pageSize);
    pages.set(frame.page, isLogDamaged ? [...(pages.get(frame.page) ?? []), bytes] : [bytes]);
  }
  const newest: PageSource = (page) => pages.get(page)?.at(-1) ?? null;
  const free = isLogDamaged ? new Set<number>() : freePages(newest);
  const rows = new Map<string, SalvagedRow>();
  for (const [number, versions] of pages) {
    if (free.has(number)) continue;
    for (const bytes of versions) for (const row of rowsOf(recordsOf(bytes, number, newest))) keep(rows, row);
  }
  return {
    rows: [...rows.values()].sort((one, other) => Number(one.rowid - other.rowid)),
    isIncomplete: !isLogDamaged || read === null || !isEveryPageWhole(read),
  };
}

function pageSizeOf(file: Uint8Array): number {
  const size = (file[16] ?? 0) * 256 + (file[17] ?? 0);
  return size >= 512 && (size & (size - 1)) === 0 ? size : 4096;
}

/** A later version of the same row wins; versions of one page come in the order they were written. */
function keep(rows: Map<string, SalvagedRow>, row: SalvagedRow): void {
  const key = JSON.stringify([row.table.name, ...row.table.key.map((at) => row.values[at])]);
  const known = rows.get(key);
  if (known === undefined || known.rowid <= row.rowid) rows.set(key, row);
}

function rowsOf(records: readonly PageRecord[]): SalvagedRow[] {
  return records.flatMap(({ rowid, values }) => {
    const table = TABLES.find((known) => isRowOf(known, values));
    if (table === undefined) return [];
    return [{ table, rowid, values: table.hasId ? values.slice(1) : values }];
  });
}

/** By its shape: what a page belongs to is known to the schema alone. */
function isRowOf(table: Table, stored: readonly PageValue[]): boolean {
  const values = table.hasId ? stored.slice(1) : stored;
  if (table.hasId && stored[0] !== null) return false;
  if (values.length < table.least || values.length > table.columns.length) return false;
  return values.every((value, at) => {
    const column = table.columns[at];
    if (column === undefined) return false;
    if (value === null) return column.isNullable === true;
    return column.type === "text" ? typeof value === "string" : typeof value === "bigint";
  });
}

function isEveryPageWhole({ frames }: Log): boolean {
  if (frames.length === 0 || frames.some(({ page }) => page === 0)) return false;
  const newest = new Map(frames.map(({ page, isWhole }) => [page, isWhole]));
  return [...newest.values()].every((isWhole) => isWhole);
}

const FIRST_BYTES = "SQLite format 3\0";

/** Pages given back, which still hold what was deleted with them; none where the header cannot be trusted. */
function freePages(pages: PageSource): Set<number> {
  const free = new Set<number>();
  const header = pages(1);
  if (header === null || !FIRST_BYTES.split("").every((byte, at) => header[at] === byte.charCodeAt(0))) return free;
  for (let trunk = uint32(header, 32); trunk !== 0 && !free.has(trunk); ) {
    const bytes = pages(trunk);
    if (bytes === null) break;
    free.add(trunk);
    const count = Math.min(uint32(bytes, 4), bytes.length / 4 - 2);
    for (let leaf = 0; leaf < count; leaf += 1) free.add(uint32(bytes, 8 + leaf * 4));
    trunk = uint32(bytes, 0);
  }
  return free;
}

function uint32(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
}
