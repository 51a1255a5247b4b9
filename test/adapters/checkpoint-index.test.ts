import { mkdir, mkdtemp, realpath, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { describe, expect, test } from "vitest";
import { createLibsqlIndex } from "../../adapters/index/libsql.ts";
import { createMemoryIndex } from "../../adapters/index/memory.ts";
import { fileUrl } from "../../adapters/libsql/file-url.ts";
import { StoreError } from "../../runtime/errors.ts";
import { type CheckpointIndex, nextIndexFile } from "../../runtime/ports/mod.ts";
import { checkpointIndexCases } from "../conformance/checkpoint-index.ts";
import { checkpointRow } from "../conformance/checkpoint-rows.ts";

/** The disk may be busy; not every runner gives a test more than five seconds. */
const LIMIT_MS = 60_000;

describe("checkpoint index in memory", () => {
  for (const { name, run } of checkpointIndexCases) {
    test(name, async () => {
      const index = createMemoryIndex();
      await run(index, () => ({ ...index, close: async () => {} }));
    });
  }
});

/** Runs `task` with the path of a database that does not exist yet. */
async function withDatabase(task: (path: string) => Promise<void>, name = "index.db"): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "mortise-index-")));
  try {
    await task(join(folder, name));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function withIndex(task: (index: CheckpointIndex, path: string) => Promise<void>, name?: string): Promise<void> {
  await withDatabase(async (path) => {
    const index = createLibsqlIndex({ path });
    try {
      await task(index, path);
    } finally {
      await index.close();
    }
  }, name);
}

/** Changes the file as somebody else with an SQL client could. */
async function tamper(path: string, sql: string): Promise<void> {
  const client = createClient({ url: fileUrl(path), timeout: 5000 });
  try {
    await client.execute(sql);
  } finally {
    client.close();
  }
}

/** What somebody finds who opens the file anew. */
async function storedIds(path: string): Promise<unknown[]> {
  const client = createClient({ url: fileUrl(path), timeout: 5000 });
  try {
    return (await client.execute("SELECT checkpoint_id FROM checkpoints ORDER BY id")).rows.map(
      (row) => row.checkpoint_id,
    );
  } finally {
    client.close();
  }
}

describe("checkpoint index in a libsql file", () => {
  for (const { name, run } of checkpointIndexCases) {
    test(name, () => withIndex((index, path) => run(index, () => createLibsqlIndex({ path }))), LIMIT_MS);
  }

  test("rows survive closing and opening again", async () => {
    await withDatabase(async (path) => {
      const first = createLibsqlIndex({ path });
      await first.append([checkpointRow(1)]);
      await first.close();
      await expect(first.byTurn("t")).rejects.toThrow(StoreError);
      await expect(first.append([checkpointRow(2)])).rejects.toThrow(StoreError);
      const second = createLibsqlIndex({ path });
      expect(await second.byTurn("t")).toEqual([checkpointRow(1)]);
      await second.close();
    });
  });

  test("a row goes into the file at the path, also when the one that was open is deleted or replaced", async () => {
    await withIndex(async (index, path) => {
      await index.append([checkpointRow(1)]);
      for (const suffix of ["", "-wal", "-shm"]) await rm(`${path}${suffix}`);
      await index.append([checkpointRow(2)]);
      expect(await index.byTurn("t")).toEqual([checkpointRow(2)]);
      expect(await storedIds(path)).toEqual([checkpointRow(2).checkpointId]);

      for (const suffix of ["", "-wal", "-shm"]) await rm(`${path}${suffix}`, { force: true });
      await index.append([checkpointRow(3)]);
      expect(await storedIds(path)).toEqual([checkpointRow(3).checkpointId]);

      const other = createLibsqlIndex({ path: `${path}.other` });
      await other.append([checkpointRow(4)]);
      await other.close();
      await rm(`${path}-shm`);
      for (const suffix of ["-wal", ""]) await rename(`${path}.other${suffix}`, `${path}${suffix}`);
      await index.append([checkpointRow(5)]);
      expect(await storedIds(path)).toEqual([checkpointRow(4).checkpointId, checkpointRow(5).checkpointId]);
    });
  });

  test("a damaged line of the journal is named and hides no other", async () => {
    await withIndex(async (index, path) => {
      const [row, other] = [checkpointRow(1, { turnId: "r", kind: "revert" }), checkpointRow(2)];
      await index.beginRevert({ turnId: "r", owner: "1.one" }, [row]);
      await index.append([other]);
      const values = [
        "('owner', 'running', CAST(x'ff' AS TEXT))",
        "('state', 'zzz', '1.one')",
        "(CAST(x'ff' AS TEXT), 'running', '1.one')",
        "('ended', 'done', CAST(x'ff' AS TEXT))",
      ];
      await tamper(path, `INSERT INTO reverts (turn_id, state, owner) VALUES ${values.join(", ")}`);
      const good = [{ turnId: "r", state: "running", owner: "1.one" }];
      expect(await index.runningReverts()).toEqual(good);
      expect(await index.revertRecords()).toEqual(good);
      const named = (what: string, why: string) => `the journal's line ${what} is damaged: ${why}`;
      expect(await index.damagedReverts()).toEqual([
        { turnId: "owner", state: "running", problem: named('of revert "owner"', "owner is not text") },
        { turnId: "state", state: null, problem: named('of revert "state"', 'state "zzz" is unknown') },
        { turnId: null, state: "running", problem: named("number 4", "turn_id is not text") },
        { turnId: "ended", state: "done", problem: named('of revert "ended"', "owner is not text") },
      ]);
      await expect(index.revertRecord("owner")).rejects.toThrow(named('of revert "owner"', "owner is not text"));
    });
  });

  test("where the store's folder is gone, appending fails and says so", async () => {
    await withDatabase(async (path) => {
      const folder = `${path}.d`;
      await mkdir(folder);
      const index = createLibsqlIndex({ path: join(folder, "index.db") });
      await index.append([checkpointRow(1)]);
      await rm(folder, { recursive: true });
      await expect(index.append([checkpointRow(2)])).rejects.toThrow(StoreError);
      await index.close();
    });
  });

  test("a path with spaces, percent, question and number signs names that very file", async () => {
    await withIndex(async (index, path) => {
      await index.append([checkpointRow(1)]);
      await tamper(path, "UPDATE checkpoints SET turn_id = 'seen'");
      expect(await index.byTurn("seen")).toHaveLength(1);
    }, "odd 100% #1?mode=ro&x \u{1F600}.db");
  });

  test("an idle index gives up its connection, and opens the file anew when asked", async () => {
    await withDatabase(async (path) => {
      const index = createLibsqlIndex({ path, idleMs: 20 });
      await index.append([checkpointRow(1)]);
      await sleep(200);
      // A connection that was still held would go on answering from the file that has lost its name.
      for (const name of [path, `${path}-wal`, `${path}-shm`]) await rm(name, { force: true });
      expect(await index.byTurn("t")).toEqual([]);
      await index.append([checkpointRow(2)]);
      expect(await index.byTurn("t")).toEqual([checkpointRow(2)]);
      await index.close();
    });
  });

  const DAMAGED = [
    ["existed", "2"],
    ["created_at", "-1"],
    ["created_at", "9223372036854775807"],
    ["before_hash", "'../../etc/passwd'"],
    ["after_hash", "''"],
    ["before_size", "-5"],
    ["before_mode", "65536"],
    ["root", "CAST(x'ff00fe' AS TEXT)"],
    ["relative_path", "CAST(x'c3' AS TEXT)"],
  ] as const;

  for (const [column, value] of DAMAGED) {
    test(`a row whose ${column} was changed to ${value} is named, and other turns go on`, async () => {
      await withIndex(async (index, path) => {
        await index.append([checkpointRow(1, { turnId: "good" }), checkpointRow(2, { turnId: "bad" })]);
        await tamper(path, `UPDATE checkpoints SET ${column} = ${value} WHERE turn_id = 'bad'`);

        const error: unknown = await index.byTurn("bad").then(
          () => null,
          (thrown: unknown) => thrown,
        );
        expect(error).toBeInstanceOf(StoreError);
        expect(error instanceof StoreError && error.errorCode).toBe("unrecoverable");
        expect(String(error)).toContain(`"cp_0000000000000002" is damaged: ${column}`);

        expect(await index.byTurn("good")).toEqual([checkpointRow(1, { turnId: "good" })]);
        expect((await index.turns({ limit: 5 })).map((turn) => turn.turnId)).toEqual(["bad", "good"]);
        expect((await index.referencedBlobs()).has(checkpointRow(1).beforeHash ?? "")).toBe(true);
        await index.append([checkpointRow(3, { turnId: "good" })]);
      });
    });
  }

  test("a file that is no database is left as it is, named, and rows go into the next one", async () => {
    const { readFile, writeFile } = await import("node:fs/promises");
    await withDatabase(async (path) => {
      await writeFile(
        path,
        "not a database, but long enough to hold a header of one hundred bytes, as SQLite asks for".repeat(3),
      );
      const before = await readFile(path);
      const told: string[] = [];
      const index = createLibsqlIndex({ path, tell: (damage) => told.push(damage) });
      await index.append([checkpointRow(1)]);
      expect(await index.byTurn("t")).toEqual([checkpointRow(1)]);
      await index.close();
      expect(told).toHaveLength(1);
      expect(told[0]).toContain(path);
      expect(await readFile(path)).toEqual(before);
      expect(await storedIds(nextIndexFile(path))).toEqual([checkpointRow(1).checkpointId]);
    });
  });

  test("an index of a later version is refused, not rewritten", async () => {
    await withIndex(async (index, path) => {
      await index.append([checkpointRow(1)]);
      await tamper(path, "PRAGMA user_version = 99");
      const later = createLibsqlIndex({ path: path.replace("/index.db", "/./index.db") });
      const error: unknown = await later.append([checkpointRow(2)]).catch((thrown: unknown) => thrown);
      expect(error instanceof StoreError && error.errorCode).toBe("unavailable");
      expect(String(error)).toContain("version 99");
      await later.close();
      expect(await index.byTurn("t")).toEqual([checkpointRow(1)]);
    });
  });

  test("a missing folder is an error by name, and the index works once the folder is there", async () => {
    const { mkdir } = await import("node:fs/promises");
    await withDatabase(async (path) => {
      const inside = join(path, "index.db");
      const index = createLibsqlIndex({ path: inside });
      const error: unknown = await index.append([checkpointRow(1)]).catch((thrown: unknown) => thrown);
      expect(error instanceof StoreError && error.errorCode).toBe("unavailable");
      expect(String(error)).toContain(inside);
      await mkdir(path);
      await index.append([checkpointRow(1)]);
      expect(await index.byTurn("t")).toEqual([checkpointRow(1)]);
      await index.close();
    });
  });
});

describe("a libsql index beside a writer that holds the lock", () => {
  /** Found in the driver: after SQLITE_BUSY a connection reports writes as done that are never committed. */
  test(
    "rows acknowledged after SQLITE_BUSY are really there",
    async () => {
      await withDatabase(async (path) => {
        const index = createLibsqlIndex({ path, busyTimeoutMs: 1 });
        await index.append([checkpointRow(0)]);
        const rival = createClient({ url: fileUrl(path), timeout: 5000 });
        const acknowledged: string[] = [checkpointRow(0).checkpointId];
        for (let round = 1; round <= 10; round++) {
          const lock = await rival.transaction("write");
          const blocked = index.append([checkpointRow(round)]).then(
            () => acknowledged.push(checkpointRow(round).checkpointId),
            (error: unknown) => expect(error instanceof StoreError && error.errorCode).toBe("unavailable"),
          );
          // In half of the rounds the lock outlives all attempts, in the others only the first ones.
          await sleep(round % 2 === 0 ? 400 : 30);
          await lock.rollback();
          await blocked;
          await index.append([checkpointRow(1000 + round)]);
          acknowledged.push(checkpointRow(1000 + round).checkpointId);
          // The rival can write at once: nobody holds a transaction that never ends.
          await rival.execute(
            "INSERT INTO store_state VALUES ('rival', 1) ON CONFLICT (key) DO UPDATE SET value = value + 1",
          );
        }
        await index.close();
        const stored = (await rival.execute("SELECT checkpoint_id FROM checkpoints")).rows.map((row) => String(row[0]));
        rival.close();
        expect(acknowledged.length).toBeGreaterThan(11);
        expect(stored.sort()).toEqual(acknowledged.sort());
      });
    },
    LIMIT_MS,
  );

  test(
    "200 appends, reads and listings at once neither block one another nor fail",
    async () => {
      await withIndex(async (index) => {
        const work = Array.from({ length: 200 }, async (_, at) => {
          await index.append([checkpointRow(at, { turnId: `t${at % 7}` })]);
          await index.byTurn(`t${at % 7}`);
          return await index.turns({ limit: 3 });
        });
        expect(await Promise.all(work)).toHaveLength(200);
        const counts = (await index.turns({ limit: 20 })).map((turn) => turn.writes);
        expect(counts.reduce((a, b) => a + b)).toBe(200);
      });
    },
    LIMIT_MS,
  );
});

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
