import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { beforeAll, describe, expect, test } from "vitest";
import { createLibsqlIndex } from "../../adapters/index/libsql.ts";
import { checkpointRow } from "../conformance/checkpoint-rows.ts";
import { ensureBuilt } from "./built.ts";
import { REPOSITORY, RUNTIMES, type RuntimeName } from "./runtimes.ts";

const ROWS = 1000;
const LIMIT_MS = 120_000;

describe("one index file under several processes", () => {
  beforeAll(ensureBuilt, LIMIT_MS);

  test(`three processes, one per runtime, append ${ROWS} rows each and none is lost`, { timeout: LIMIT_MS }, () =>
    withDatabase(async (path) => {
      const writers = await Promise.all(RUNTIMES.map((runtime) => startWriter(runtime, path, runtime, ROWS)));
      for (const writer of writers) writer.go();
      const exits = await Promise.all(writers.map((writer) => writer.exited));
      expect(exits).toEqual(RUNTIMES.map(() => ({ code: 0, signal: null, complaints: "" })));
      for (const [at, runtime] of RUNTIMES.entries()) {
        const ids = Array.from({ length: ROWS }, (_, row) => `${runtime}-${row}`);
        expect(writers[at]?.acknowledged().sort()).toEqual(ids.sort());
      }
      const stored = await idsIn(path);
      expect(stored).toHaveLength(RUNTIMES.length * ROWS);
      expect(new Set(stored).size).toBe(RUNTIMES.length * ROWS);
      expect(await integrityOf(path)).toBe("ok");
      const index = createLibsqlIndex({ path });
      expect((await index.byTurn("deno")).map((row) => row.createdAt).sort((a, b) => a - b)).toEqual([
        ...Array(ROWS).keys(),
      ]);
      await index.close();
    }),
  );

  for (const runtime of RUNTIMES) {
    test(`after kill -9 of a writer under ${runtime} every acknowledged row is there`, { timeout: LIMIT_MS }, () =>
      withDatabase(async (path) => {
        for (const after of [1, 40, 200]) {
          const name = `${runtime}-${after}`;
          const writer = await startWriter(runtime, path, name, 1_000_000);
          writer.go();
          await writer.acknowledgedAtLeast(after);
          writer.kill();
          expect(await writer.exited).toMatchObject({ code: null, signal: "SIGKILL" });

          const acknowledged = writer.acknowledged();
          expect(acknowledged.length).toBeGreaterThanOrEqual(after);
          const stored = new Set(await idsIn(path));
          expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
          expect(await integrityOf(path)).toBe("ok");

          // Nothing of the dead process stands in the way of the next one.
          const index = createLibsqlIndex({ path });
          await index.append([checkpointRow(after)]);
          expect(await index.byTurn("t")).toContainEqual(checkpointRow(after));
          await index.close();
        }
      }),
    );
  }
});

interface Writer {
  go(): void;
  kill(): void;
  /** Ids whose append was reported done so far. */
  acknowledged(): string[];
  acknowledgedAtLeast(count: number): Promise<void>;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null; complaints: string }>;
}

/** Resolves once the process is up and waits for `go`. */
async function startWriter(runtime: RuntimeName, path: string, name: string, rows: number): Promise<Writer> {
  const [program, args, module] = programOf(runtime);
  const script = join(REPOSITORY, "test/smoke/index-writer.mjs");
  const address = pathToFileURL(join(REPOSITORY, module)).href;
  const child = spawn(program, [...args, script, address, path, name, String(rows)], { cwd: REPOSITORY });
  let output = "";
  let complaints = "";
  const watchers = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    for (const look of watchers) look();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints += text;
  });
  // A line counts once it is whole.
  const lines = () => output.split("\n").slice(0, -1);
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!condition()) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      child.once("close", () => reject(new Error(`the writer under ${runtime} ended early: ${complaints}`)));
      look();
    });
  const exited = exitOf(child).then((exit) => ({ ...exit, complaints }));
  await until(() => lines().includes("ready"));
  const acknowledged = () => lines().filter((line) => line.startsWith(`${name}-`));
  return {
    go: () => void child.stdin.write("go\n"),
    kill: () => void child.kill("SIGKILL"),
    acknowledged,
    acknowledgedAtLeast: (count) => until(() => acknowledged().length >= count),
    exited,
  };
}

/** Program, its arguments before the script, and the module that runs under it. */
function programOf(runtime: RuntimeName): [string, string[], string] {
  const program = join(REPOSITORY, "node_modules/.bin", runtime);
  switch (runtime) {
    case "bun":
      return [program, [], "adapters/index/libsql.ts"];
    case "deno":
      return [program, ["run", "-A", "--no-check"], "adapters/index/libsql.ts"];
    case "node":
      return [process.execPath, [], "dist/adapters/index/libsql.js"];
  }
}

function exitOf(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal })));
}

async function withDatabase(task: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "mortise-index-"));
  try {
    await task(join(folder, "index.db"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function idsIn(path: string): Promise<string[]> {
  return (await query(path, "SELECT checkpoint_id FROM checkpoints")).map(String);
}

async function integrityOf(path: string): Promise<unknown> {
  return (await query(path, "PRAGMA integrity_check"))[0];
}

/** First column of every row, as another program would read it. */
async function query(path: string, sql: string): Promise<unknown[]> {
  const client = createClient({ url: pathToFileURL(path).href, timeout: 5000 });
  try {
    return (await client.execute(sql)).rows.map((row) => row[0]);
  } finally {
    client.close();
  }
}
