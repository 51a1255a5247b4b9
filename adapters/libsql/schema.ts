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
];

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
