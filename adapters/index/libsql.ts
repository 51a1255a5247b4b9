import type { Client, InValue } from "@libsql/client";
import { StoreError } from "../../runtime/errors.ts";
import type { Checkpoint, CheckpointIndex, TurnKind } from "../../runtime/ports/mod.ts";
import { integerOnly, textAsBytes, textOf } from "../libsql/columns.ts";
import { borrowDatabase, type DatabaseOptions } from "../libsql/database.ts";
import { begin, claim, end, recordOf, running } from "./reverts.ts";
import { checkpointOf, insertStatements, SELECT_COLUMNS, turnOf } from "./rows.ts";
import { libsqlUpkeep } from "./upkeep.ts";

/** The index as an SQLite file in WAL mode, shared with other processes of any runtime. Opens on first use. */
export function createLibsqlIndex(options: DatabaseOptions): CheckpointIndex {
  const database = borrowDatabase(options);
  const { run, close } = database;
  const waiting: PendingAppend[] = [];
  let flushing = false;

  /** Appends that are waiting when the connection becomes free share one commit, and so one sync. */
  async function flush(): Promise<void> {
    flushing = true;
    while (waiting.length > 0) {
      const group: PendingAppend[] = [];
      try {
        await run((client) => {
          group.push(...waiting.splice(0));
          return insert(
            client,
            group.flatMap((pending) => pending.rows),
          );
        });
        for (const pending of group) pending.resolve();
      } catch (error) {
        await settleOneByOne(group.length > 0 ? group : waiting.splice(0), error);
      }
    }
    flushing = false;
  }

  /** A row that is refused must not take the rows of other callers with it. */
  async function settleOneByOne(group: readonly PendingAppend[], error: unknown): Promise<void> {
    const mayDiffer = group.length > 1 && error instanceof StoreError && error.errorCode === "io_error";
    for (const pending of group) {
      if (mayDiffer) await run((client) => insert(client, pending.rows)).then(pending.resolve, pending.reject);
      else pending.reject(error);
    }
  }

  return {
    ...libsqlUpkeep(database),
    append(rows) {
      if (rows.length === 0) return Promise.resolve();
      return new Promise((resolve, reject) => {
        waiting.push({ rows, resolve, reject });
        if (!flushing) void flush();
      });
    },
    beginRevert: (revert, rows) => run((client) => begin(client, revert, rows)),
    endRevert: (turnId, state, untouched) => run((client) => end(client, turnId, state, untouched)),
    revertRecord: (turnId) => run((client) => recordOf(client, turnId)),
    runningReverts: () => run(running),
    claimRevert: (revert, owner) => run((client) => claim(client, revert, owner)),
    async remove(checkpointIds) {
      const sql = "DELETE FROM checkpoints WHERE checkpoint_id IN (SELECT value FROM json_each(?))";
      await run((client) => client.execute(sql, [JSON.stringify(checkpointIds)]));
    },
    async byTurn(turnId) {
      const sql = `SELECT id, ${SELECT_COLUMNS} FROM checkpoints WHERE turn_id = ? ORDER BY id`;
      return (await run((client) => client.execute(sql, [turnId]))).rows.map(checkpointOf);
    },
    async byFile({ root, relativePath, sessionId, limit }) {
      const session = sessionId === undefined ? "" : "AND session_id = :session";
      const sql = `SELECT id, ${SELECT_COLUMNS} FROM checkpoints
        WHERE root = :root AND relative_path = :path ${session} ORDER BY id DESC LIMIT :limit`;
      const args = {
        root,
        path: relativePath,
        limit: BigInt(limit),
        ...(sessionId === undefined ? {} : { session: sessionId }),
      };
      return (await run((client) => client.execute({ sql, args }))).rows.map(checkpointOf).reverse();
    },
    async turns(filter) {
      const { sql, args } = turnsQuery(filter);
      const { rows } = await run((client) => client.execute({ sql, args }));
      return rows.map(turnOf);
    },
    async expire(createdBefore) {
      const sql = `DELETE FROM checkpoints WHERE created_at < ?
        AND turn_id NOT IN (SELECT turn_id FROM reverts WHERE state = 'running')`;
      const orphans = `DELETE FROM reverts WHERE state <> 'running' AND turn_id NOT IN (SELECT turn_id FROM checkpoints)`;
      const statements = [{ sql, args: [BigInt(Math.ceil(createdBefore))] }, orphans];
      return (await run((client) => client.batch(statements, "write")))[0]?.rowsAffected ?? 0;
    },
    async referencedBlobs() {
      const sql = `SELECT DISTINCT ${textAsBytes("before_hash")} AS hash FROM checkpoints WHERE before_hash IS NOT NULL`;
      // A damaged hash names no blob.
      return new Set((await run((client) => client.execute(sql))).rows.flatMap(({ hash }) => textOf(hash) ?? []));
    },
    async claimPrune(now, intervalMs) {
      const sql = `INSERT INTO store_state (key, value) VALUES ('pruned_at', ?)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE abs(excluded.value - value) >= ?`;
      const args = [BigInt(Math.trunc(now)), BigInt(Math.trunc(intervalMs))];
      return (await run((client) => client.execute(sql, args))).rowsAffected === 1;
    },
    close,
  };
}

interface PendingAppend {
  readonly rows: readonly Checkpoint[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** All rows or none; up to a thousand rows are one statement, which commits by itself. */
async function insert(client: Client, rows: readonly Checkpoint[]): Promise<void> {
  const statements = insertStatements(rows);
  const [only, ...more] = statements;
  if (only && more.length === 0) await client.execute(only);
  else await client.batch(statements, "write");
}

interface TurnFilter {
  readonly sessionId?: string;
  readonly root?: string;
  readonly kind?: TurnKind;
  readonly limit: number;
}

/** Newest by order of appending: clocks jump, and processes disagree about the time. */
function turnsQuery({ sessionId, root, kind, limit }: TurnFilter): { sql: string; args: Record<string, InValue> } {
  const session = sessionId === undefined ? "" : "AND session_id = :session";
  const where = `WHERE true ${session} ${root === undefined ? "" : "AND root = :root"}
      ${kind === undefined ? "" : "AND kind = :kind"}`;
  const sql = `
    WITH newest AS (
      SELECT turn_id, min(id) AS first_id, max(id) AS last_id FROM checkpoints
      ${where} GROUP BY turn_id ORDER BY last_id DESC LIMIT :limit
    )
    SELECT ${textAsBytes("newest.turn_id")} AS turn_id,
      (SELECT ${textAsBytes("session_id")} FROM checkpoints WHERE id = newest.first_id) AS first_session,
      (SELECT ${textAsBytes("kind")} FROM checkpoints WHERE id = newest.first_id) AS first_kind,
      (SELECT ${textAsBytes("reverts")} FROM checkpoints WHERE id = newest.first_id) AS first_reverts,
      (SELECT ${textAsBytes("state")} FROM reverts WHERE reverts.turn_id = newest.turn_id) AS state,
      count(*) AS writes, count(DISTINCT path) AS files,
      min(${integerOnly("created_at")}) AS started_at, max(${integerOnly("created_at")}) AS ended_at
    FROM newest JOIN checkpoints USING (turn_id)
    ${where} GROUP BY newest.turn_id ORDER BY newest.last_id DESC`;
  const args = {
    limit: BigInt(limit),
    ...(sessionId === undefined ? {} : { session: sessionId }),
    ...(root === undefined ? {} : { root }),
    ...(kind === undefined ? {} : { kind }),
  };
  return { sql, args };
}
