import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { describe, expect, test } from "vitest";
import { createLibsqlIndex } from "../../adapters/index/libsql.ts";
import { fileUrl } from "../../adapters/libsql/file-url.ts";
import { createLibsqlMemory } from "../../adapters/memory/libsql.ts";
import { createMemoryMemory } from "../../adapters/memory/memory.ts";
import { StoreError } from "../../runtime/errors.ts";
import { checkpointRow } from "../conformance/checkpoint-rows.ts";
import { memoryStoreCases } from "../conformance/memory-store.ts";

/** The disk may be busy; not every runner gives a test more than five seconds. */
const LIMIT_MS = 60_000;
const SHARED = { workspaceId: "w", sessionId: "" };
const NOTE = { key: "k", value: "v", savedAt: 5 };

async function withDatabase(task: (path: string) => Promise<void>): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "mortise-memory-")));
  try {
    await task(join(folder, "index.db"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function execute(path: string, ...statements: readonly string[]): Promise<void> {
  const client = createClient({ url: fileUrl(path), timeout: 5000 });
  try {
    for (const sql of statements) await client.execute(sql);
  } finally {
    client.close();
  }
}

/** Undoes what a version added, newest first. */
const BEFORE_SEEN = ["ALTER TABLE checkpoints DROP COLUMN seen_hash"];
const BEFORE_REVERTS = [
  ...BEFORE_SEEN,
  "DROP TABLE reverts",
  ...["after_mode", "before_is_link", "after_is_link", "created_folders", "named_path", "kind", "reverts"].map(
    (column) => `ALTER TABLE checkpoints DROP COLUMN ${column}`,
  ),
];
const BEFORE_MEMORY = [...BEFORE_REVERTS, "DROP TABLE memory"];
const BEFORE_DELETED = ["DROP INDEX checkpoints_by_file", "ALTER TABLE checkpoints DROP COLUMN deleted"];

/** The version, and every column and index by name. */
async function schemaOf(path: string): Promise<unknown> {
  const client = createClient({ url: fileUrl(path), timeout: 5000 });
  try {
    const version = await client.execute("PRAGMA user_version");
    const columns = await client.execute(
      "SELECT m.type, m.name, c.name FROM sqlite_schema m LEFT JOIN pragma_table_xinfo(m.name) c ORDER BY 1, 2, 3",
    );
    return [version.rows, columns.rows].map((rows) => rows.map((row) => Object.values(row)));
  } finally {
    client.close();
  }
}

describe("memory store in memory", () => {
  for (const { name, run } of memoryStoreCases) {
    test(name, async () => {
      const store = createMemoryMemory();
      await run(store, () => ({ ...store, close: async () => {} }));
    });
  }
});

describe("memory store in a libsql file", () => {
  for (const { name, run } of memoryStoreCases) {
    test(
      name,
      () =>
        withDatabase(async (path) => {
          const store = createLibsqlMemory({ path });
          await run(store, () => createLibsqlMemory({ path }));
          await store.close();
        }),
      LIMIT_MS,
    );
  }

  test("index and memory share one file and one connection; closing one leaves the other open", async () => {
    await withDatabase(async (path) => {
      const index = createLibsqlIndex({ path });
      const store = createLibsqlMemory({ path });
      await Promise.all(
        Array.from({ length: 20 }, async (_, at) => {
          await index.append([checkpointRow(at)]);
          await store.save(SHARED, { ...NOTE, key: `${at}` }, 100);
        }),
      );
      await index.close();
      expect(await store.list(SHARED)).toHaveLength(20);
      await store.close();
      await expect(store.get(SHARED, "1")).rejects.toThrow(StoreError);

      const again = createLibsqlIndex({ path });
      expect(await again.byTurn("t")).toHaveLength(20);
      await again.close();
    });
  }, 60_000);

  for (const [version, downgrade] of [
    [4, BEFORE_SEEN],
    [3, BEFORE_REVERTS],
    [2, BEFORE_MEMORY],
    [1, [...BEFORE_MEMORY, ...BEFORE_DELETED]],
  ] as const) {
    test(`a store of version ${version} gets what later ones added and keeps its rows`, async () => {
      await withDatabase(async (path) => {
        const index = createLibsqlIndex({ path });
        await index.append([checkpointRow(1)]);
        const current = await schemaOf(path);
        await index.close();
        await execute(path, ...downgrade, `PRAGMA user_version = ${version}`);
        expect(await schemaOf(path)).not.toEqual(current);

        const store = createLibsqlMemory({ path });
        expect(await store.save(SHARED, NOTE, 10)).toBe("created");
        const again = createLibsqlIndex({ path });
        await again.append([checkpointRow(2, { deleted: true })]);
        expect(await again.byTurn("t")).toEqual([checkpointRow(1), checkpointRow(2, { deleted: true })]);
        expect(await schemaOf(path)).toEqual(current);
        await Promise.all([store.close(), again.close()]);
      });
    });
  }

  test("an entry that was damaged does not hide the others", async () => {
    await withDatabase(async (path) => {
      const store = createLibsqlMemory({ path });
      await store.save(SHARED, NOTE, 10);
      await store.save(SHARED, { ...NOTE, key: "bad" }, 10);
      await execute(path, "UPDATE memory SET value = CAST(x'ff00fe' AS TEXT), saved_at = -7 WHERE key = 'bad'");
      expect(await store.list(SHARED)).toEqual([{ key: "bad", value: "(damaged)", savedAt: 0 }, NOTE]);
      await store.close();
    });
  });
});
