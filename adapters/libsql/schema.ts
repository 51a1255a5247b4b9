import type { Client } from "@libsql/client";
import { StoreError } from "../../runtime/errors.ts";

/** One entry a version, each applied once and never changed afterwards. */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE checkpoints (
      id INTEGER PRIMARY KEY,
      checkpoint_id TEXT NOT NULL UNIQUE,
      turn_id TEXT NOT NULL,
      session_id TEXT NOT NULL,
      surface TEXT NOT NULL,
      tool_name TEXT NOT NULL,
      call_id TEXT NOT NULL,
      workspace_id TEXT NOT NULL,
      root TEXT NOT NULL,
      relative_path TEXT NOT NULL,
      path TEXT GENERATED ALWAYS AS (root || '/' || relative_path) VIRTUAL,
      created_at INTEGER NOT NULL,
      existed INTEGER NOT NULL,
      before_hash TEXT,
      before_size INTEGER NOT NULL,
      after_hash TEXT,
      after_size INTEGER NOT NULL,
      before_mode INTEGER
    ) STRICT`,
    "CREATE INDEX checkpoints_by_turn ON checkpoints (turn_id, id)",
    "CREATE INDEX checkpoints_by_session ON checkpoints (session_id, created_at)",
    "CREATE TABLE store_state (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID",
  ],
  [
    "ALTER TABLE checkpoints ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX checkpoints_by_file ON checkpoints (root, relative_path, id)",
  ],
  [
    `CREATE TABLE memory (
      id INTEGER PRIMARY KEY,
      workspace_id TEXT NOT NULL,
      session_id TEXT NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      saved_at INTEGER NOT NULL,
      UNIQUE (workspace_id, session_id, key)
    ) STRICT`,
  ],
  [
    "ALTER TABLE checkpoints ADD COLUMN after_mode INTEGER",
    "ALTER TABLE checkpoints ADD COLUMN before_is_link INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE checkpoints ADD COLUMN after_is_link INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE checkpoints ADD COLUMN created_folders INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE checkpoints ADD COLUMN named_path TEXT",
    "ALTER TABLE checkpoints ADD COLUMN kind TEXT NOT NULL DEFAULT 'write'",
    "ALTER TABLE checkpoints ADD COLUMN reverts TEXT",
    "CREATE TABLE reverts (turn_id TEXT PRIMARY KEY, state TEXT NOT NULL, owner TEXT NOT NULL) STRICT",
    "CREATE INDEX reverts_by_state ON reverts (state)",
  ],
  ["ALTER TABLE checkpoints ADD COLUMN seen_hash TEXT"],
];

/** A table as its rows are stored, for reading them where SQLite cannot. */
export interface Table {
  readonly name: "checkpoints" | "memory" | "reverts";
  /** In the stored order, without `id`. */
  readonly columns: readonly Column[];
  /** The first column is `id`, an alias of the rowid, which a stored row leaves empty. */
  readonly hasId: boolean;
  /** So many columns the table had at first; rows of then are not longer. */
  readonly least: number;
  /** The columns that tell rows apart, as positions in a stored row. */
  readonly key: readonly number[];
}

interface Column {
  readonly name: string;
  readonly type: "integer" | "text";
  readonly isNullable?: true;
}

const text = (name: string): Column => ({ name, type: "text" });
const integer = (name: string): Column => ({ name, type: "integer" });
const orNull = (column: Column): Column => ({ ...column, isNullable: true });

/** `path` is computed, and not stored. `store_state` holds nothing that cannot be found out again. */
export const TABLES: readonly Table[] = [
  {
    name: "checkpoints",
    hasId: true,
    least: 16,
    key: [0],
    columns: [
      ...["checkpoint_id", "turn_id", "session_id", "surface", "tool_name", "call_id"].map(text),
      ...["workspace_id", "root", "relative_path"].map(text),
      ...["created_at", "existed"].map(integer),
      orNull(text("before_hash")),
      integer("before_size"),
      orNull(text("after_hash")),
      integer("after_size"),
      orNull(integer("before_mode")),
      integer("deleted"),
      orNull(integer("after_mode")),
      ...["before_is_link", "after_is_link", "created_folders"].map(integer),
      orNull(text("named_path")),
      text("kind"),
      orNull(text("reverts")),
      orNull(text("seen_hash")),
    ],
  },
  {
    name: "memory",
    hasId: true,
    least: 5,
    key: [0, 1, 2],
    columns: [...["workspace_id", "session_id", "key", "value"].map(text), integer("saved_at")],
  },
  { name: "reverts", hasId: false, least: 3, key: [0], columns: ["turn_id", "state", "owner"].map(text) },
];

/** In `store_state`: when the file was made, ms since the epoch. */
export const MADE_AT = "made_at";

/** In `store_state`: this file took over what could be read of a damaged one, and rows may be missing. */
export const ROWS_LOST = "rows_lost";

/** Settings of a fresh connection, and the tables when the file is new or of an earlier version. */
export async function prepareDatabase(client: Client, { sync }: { sync: boolean }): Promise<void> {
  await client.execute("PRAGMA journal_mode = WAL");
  // A row is promised to survive a power cut once appended; WAL alone syncs only at its checkpoints.
  await client.execute(`PRAGMA synchronous = ${sync ? "FULL" : "NORMAL"}`);
  if ((await versionOf(client)) !== MIGRATIONS.length) await migrate(client);
}

async function migrate(client: Client): Promise<void> {
  const transaction = await client.transaction("write");
  try {
    // Asked again under the lock: another process may have been faster.
    const version = await versionOf(transaction);
    if (version > MIGRATIONS.length) {
      const known = `this one knows up to ${MIGRATIONS.length}`;
      throw new StoreError("unavailable", `the store database has version ${version}, ${known}; use a newer mortise`);
    }
    for (const statement of MIGRATIONS.slice(version).flat()) await transaction.execute(statement);
    if (version === 0) {
      const sql = "INSERT OR IGNORE INTO store_state (key, value) VALUES (?, ?)";
      await transaction.execute({ sql, args: [MADE_AT, BigInt(Date.now())] });
    }
    await transaction.execute(`PRAGMA user_version = ${MIGRATIONS.length}`);
    await transaction.commit();
  } finally {
    transaction.close();
  }
}

async function versionOf(database: Pick<Client, "execute">): Promise<number> {
  const { rows } = await database.execute("PRAGMA user_version");
  return Number(rows[0]?.[0] ?? 0);
}
