import type { InValue, Row } from "@libsql/client";
import type { MemoryEntry, MemoryPlace, MemoryStore } from "../../runtime/ports/mod.ts";
import { integerOnly, textAsBytes, textOf, timeOrZero } from "../libsql/columns.ts";
import { borrowDatabase, type Database, type DatabaseOptions } from "../libsql/database.ts";

/** The memory as a table beside the checkpoint index, in the same file. */
export function createLibsqlMemory(options: DatabaseOptions): MemoryStore {
  const { run, close } = borrowDatabase(options);
  return {
    async save(place, entry, most) {
      const args = { ...argsOf(place), key: entry.key };
      const found = { sql: `SELECT 1 FROM memory WHERE ${IN_PLACE} AND key = :key`, args };
      const stored = insert(place, entry, most);
      const [before, after] = await run((client) => client.batch([found, stored], "write"));
      if (after?.rowsAffected !== 1) return "full";
      return before?.rows.length === 0 ? "created" : "replaced";
    },
    async get(place, key) {
      const sql = `${SELECT_ENTRY} WHERE ${IN_PLACE} AND key = :key`;
      const [row] = (await run((client) => client.execute({ sql, args: { ...argsOf(place), key } }))).rows;
      return row === undefined ? null : entryOf(row);
    },
    async list(place) {
      const sql = `${SELECT_ENTRY} WHERE ${IN_PLACE} ORDER BY id DESC`;
      return (await run((client) => client.execute({ sql, args: argsOf(place) }))).rows.map(entryOf);
    },
    async delete(place, key) {
      const sql = `DELETE FROM memory WHERE ${IN_PLACE} AND key = :key`;
      return (await deleted(run, sql, { ...argsOf(place), key })) > 0;
    },
    async keepNewest(place, prefix, count) {
      return (await run((client) => client.execute(deleteSurplus(place, prefix, count)))).rowsAffected;
    },
    async record(place, entry, prefix, count) {
      const written = [insert(place, entry, Number.MAX_SAFE_INTEGER), deleteSurplus(place, prefix, count)];
      const sql = `${SELECT_ENTRY} WHERE ${IN_PLACE} AND key = :key`;
      const readBack = { sql, args: { ...argsOf(place), key: entry.key } };
      const [row] =
        (await run((client) => client.batch([...written, readBack], "write"), { sync: false })).at(-1)?.rows ?? [];
      return row !== undefined && entryOf(row).value === entry.value;
    },
    expireSessions(savedBefore) {
      const sql = "DELETE FROM memory WHERE session_id <> '' AND saved_at < :before";
      return deleted(run, sql, { before: BigInt(Math.ceil(savedBefore)) });
    },
    close,
  };
}

const IN_PLACE = "workspace_id = :workspace AND session_id = :session";
const SELECT_ENTRY = `SELECT ${textAsBytes("key")} AS key, ${textAsBytes("value")} AS value,
  ${integerOnly("saved_at")} AS saved_at FROM memory`;

interface Statement {
  readonly sql: string;
  readonly args: Record<string, InValue>;
}

/** A replaced row gets a new id, so the order of ids is that of saving. */
function insert(place: MemoryPlace, { key, value, savedAt }: MemoryEntry, most: number): Statement {
  return {
    sql: `INSERT OR REPLACE INTO memory (workspace_id, session_id, key, value, saved_at)
      SELECT :workspace, :session, :key, :value, :saved_at
      WHERE (SELECT count(*) FROM memory WHERE ${IN_PLACE} AND key <> :key) < :most`,
    args: { ...argsOf(place), key, value, saved_at: BigInt(Math.trunc(savedAt)), most: BigInt(most) },
  };
}

function deleteSurplus(place: MemoryPlace, prefix: string, count: number): Statement {
  const those = `${IN_PLACE} AND instr(key, :prefix) = 1`;
  return {
    sql: `DELETE FROM memory WHERE ${those}
      AND id NOT IN (SELECT id FROM memory WHERE ${those} ORDER BY id DESC LIMIT :count)`,
    args: { ...argsOf(place), prefix, count: BigInt(count) },
  };
}

function argsOf({ workspaceId, sessionId }: MemoryPlace): Record<string, InValue> {
  return { workspace: workspaceId, session: sessionId };
}

type Run = Database["run"];

async function deleted(run: Run, sql: string, args: Record<string, InValue>): Promise<number> {
  return (await run((client) => client.execute({ sql, args }))).rowsAffected;
}

/** One row that was damaged must not hide the others. */
function entryOf(row: Row): MemoryEntry {
  return {
    key: textOf(row.key) ?? "(damaged)",
    value: textOf(row.value) ?? "(damaged)",
    savedAt: timeOrZero(row.saved_at),
  };
}
