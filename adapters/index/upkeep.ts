import { existsSync } from "node:fs";
import type { Client, Row } from "@libsql/client";
import { StoreError } from "../../runtime/errors.ts";
import {
  type IndexUpkeep,
  previousIndexFile,
  type RevertRecord,
  type ScannedRow,
  type TurnHolding,
} from "../../runtime/ports/mod.ts";
import { integerOnly, textAsBytes, textOf, timeOrZero } from "../libsql/columns.ts";
import type { Database } from "../libsql/database.ts";
import { MADE_AT, ROWS_LOST } from "../libsql/schema.ts";
import { allRecords, damagedLines } from "./reverts.ts";
import { checkpointOf, insertStatements, SELECT_COLUMNS } from "./rows.ts";

/** The part of the index in the database file that looks after the store. */
export function libsqlUpkeep(database: Database): IndexUpkeep {
  const { run } = database;
  return {
    async scan(position, limit) {
      const sql = `SELECT id, ${SELECT_COLUMNS} FROM checkpoints WHERE id > ? ORDER BY id LIMIT ?`;
      return (await run((client) => client.execute(sql, [BigInt(position), BigInt(limit)]))).rows.map(scanned);
    },
    revertRecords: () => run(allRecords),
    damagedReverts: () => run(damagedLines),
    async merge(rows, reverts) {
      const statements = [
        ...insertStatements(rows, "INSERT OR IGNORE"),
        ...reverts.map((line) => ({ sql: MERGE_REVERT, args: argsOf(line) })),
      ];
      if (statements.length === 0) return 0;
      const results = await run((client) => client.batch(statements, "write"));
      const ofRows = results.slice(0, results.length - reverts.length);
      return ofRows.reduce((sum, { rowsAffected }) => sum + rowsAffected, 0);
    },
    async problems(depth) {
      try {
        const { rows } = await run((client) =>
          client.execute(`PRAGMA ${depth === "quick" ? "quick_check" : "integrity_check"}(${MOST_PROBLEMS})`),
        );
        const said = rows.map((row) => String(row[0]));
        const lost = await rowsLost(database);
        return [...(lost === null ? [] : [lost]), ...(said.length === 1 && said[0] === "ok" ? [] : said)];
      } catch (error) {
        if (error instanceof StoreError && error.errorCode === "unrecoverable") return [error.message];
        throw error;
      }
    },
    usedBytes: () =>
      run(async (client) => {
        const [pages, free, size] = [
          await pragma(client, "page_count"),
          await pragma(client, "freelist_count"),
          await pragma(client, "page_size"),
        ];
        return (pages - free) * size;
      }),
    async holdings() {
      const sql = `SELECT ${textAsBytes("turn_id")} AS turn_id, ${textAsBytes("before_hash")} AS before_hash,
        count(*) AS rows, max(id) AS position, max(${integerOnly("created_at")}) AS newest
        FROM checkpoints GROUP BY checkpoints.turn_id, checkpoints.before_hash ORDER BY position`;
      return holdingsOf((await run((client) => client.execute(sql))).rows);
    },
    async dropTurns(turnIds, position) {
      const rows = `DELETE FROM checkpoints WHERE turn_id IN (SELECT value FROM json_each(?1))
        AND turn_id NOT IN (SELECT turn_id FROM checkpoints WHERE id > ?2)
        AND turn_id NOT IN (SELECT turn_id FROM reverts WHERE state = 'running')`;
      const lines = `DELETE FROM reverts WHERE state <> 'running' AND turn_id NOT IN (SELECT turn_id FROM checkpoints)`;
      const args = [JSON.stringify(turnIds), BigInt(position)];
      return (await run((client) => client.batch([{ sql: rows, args }, lines], "write")))[0]?.rowsAffected ?? 0;
    },
    dropUnreferenced: (sha256s, remove) => run((client) => dropUnreferenced(client, sha256s, remove)),
    madeAt: () => run((client) => timeIn(client, MADE_AT)),
    prunedAt: () => run((client) => timeIn(client, "pruned_at")),
  };
}

const MOST_PROBLEMS = 20;

const MERGE_REVERT = "INSERT OR IGNORE INTO reverts (turn_id, state, owner) VALUES (?, ?, ?)";

function argsOf({ turnId, state, owner }: RevertRecord): string[] {
  return [turnId, state, owner];
}

/** Said for as long as the damaged file is kept, unless none of its rows was lost; and always by one who only looks at it. */
async function rowsLost(database: Database): Promise<string | null> {
  const sql = `SELECT 1 FROM store_state WHERE key = '${ROWS_LOST}'`;
  const isMarked = (await database.run((client) => client.execute(sql))).rows.length > 0;
  if (database.isLook && database.damage() !== null) return database.damage();
  const before = previousIndexFile(database.file());
  if (!isMarked || before === null || !existsSync(before)) return null;
  return (
    `"${before}" was damaged, and what could be read of it was carried over into "${database.file()}"; rows of some turns may ` +
    `be missing. The damaged file is kept for whoever can read more of it; once it is moved elsewhere this is not said any more`
  );
}

async function timeIn(client: Client, key: string): Promise<number | null> {
  const sql = `SELECT ${integerOnly("value")} AS value FROM store_state WHERE key = ?`;
  const [row] = (await client.execute(sql, [key])).rows;
  return row === undefined ? null : timeOrZero(row.value);
}

function scanned(row: Row): ScannedRow {
  const position = Number(row.id);
  try {
    return { kind: "row", position, row: checkpointOf(row) };
  } catch (error) {
    if (error instanceof StoreError) return { kind: "damaged", position, problem: error.message };
    throw error;
  }
}

async function pragma(client: Client, name: string): Promise<number> {
  return Number((await client.execute(`PRAGMA ${name}`)).rows[0]?.[0] ?? 0);
}

function holdingsOf(rows: readonly Row[]): TurnHolding[] {
  const turns = new Map<string, TurnHolding>();
  for (const row of rows) {
    const turnId = textOf(row.turn_id);
    const sha256 = row.before_hash === null ? null : textOf(row.before_hash);
    const name = turnId ?? "(damaged)";
    const known = turns.get(name);
    // Put back at the end: the map is then in the order of each turn's newest row.
    turns.delete(name);
    turns.set(name, {
      turnId: name,
      rows: (known?.rows ?? 0) + Number(row.rows),
      position: Number(row.position),
      newestAt: Math.max(known?.newestAt ?? 0, timeOrZero(row.newest)),
      sha256s: [...(known?.sha256s ?? []), ...(sha256 !== null && SHA256.test(sha256) ? [sha256] : [])],
      isDamaged:
        known?.isDamaged === true || turnId === null || (row.before_hash !== null && !SHA256.test(sha256 ?? "")),
    });
  }
  return [...turns.values()];
}

const SHA256 = /^[0-9a-f]{64}$/;

/** The write lock of the database is the lease: a row that is appended later waits for the commit. */
async function dropUnreferenced(
  client: Client,
  sha256s: readonly string[],
  remove: (sha256: string) => Promise<boolean>,
): Promise<number> {
  const transaction = await client.transaction("write");
  try {
    const sql = `SELECT DISTINCT ${textAsBytes("before_hash")} AS hash FROM checkpoints
      WHERE before_hash IN (SELECT value FROM json_each(?))`;
    const { rows } = await transaction.execute({ sql, args: [JSON.stringify(sha256s)] });
    const named = new Set(rows.map((row) => textOf(row.hash)));
    let removed = 0;
    for (const sha256 of sha256s) if (!named.has(sha256) && (await remove(sha256))) removed += 1;
    await transaction.commit();
    return removed;
  } finally {
    transaction.close();
  }
}
