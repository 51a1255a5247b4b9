import { link, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createFileSystemBlobs } from "../../adapters/blobs/filesystem.ts";
import { systemClock } from "../../adapters/clock/system.ts";
import { FILE_SYSTEMS } from "../../adapters/fs/registry.ts";
import { nodeHash } from "../../adapters/hash/node.ts";
import { webCryptoIds } from "../../adapters/ids/web-crypto.ts";
import { createLibsqlIndex } from "../../adapters/index/libsql.ts";
import { createLibsqlMemory } from "../../adapters/memory/libsql.ts";
import { createCheckpoints } from "../../runtime/checkpoints/mod.ts";
import { KeyedLocks } from "../../runtime/locks.ts";
import type { CheckpointIndex } from "../../runtime/ports/mod.ts";
import { createRuntime } from "../../runtime/runtime.ts";
import { loadSettings, type Settings } from "../../runtime/settings/mod.ts";
import { hostName } from "../adapters/host.ts";
import { checkpointRow } from "../conformance/checkpoint-rows.ts";

/** A workspace and a store on the disk, and the parts of the product over them, in this process. */
export interface BenchStore {
  /** One edit of the 40 KB file in a turn of its own; milliseconds from call to result. */
  edit(): Promise<number>;
  /**
   * Captures a 1 MiB file that takes turns between this many contents; milliseconds of each. Throws when the store holds
   * more blobs than contents afterwards.
   */
  captureAgain(captures: number, contents: number): Promise<number[]>;
  /** Rewrites this many 8 KB files in one turn, then reverts it; milliseconds of the revert alone. */
  revertLargeTurn(files: number): Promise<number>;
  close(): Promise<void>;
}

export interface BenchStoreOptions {
  readonly durability: Settings["coding"]["durability"];
  /** Rows and blobs that are there before, each of a file of its own. */
  readonly rows: number;
}

/** A name no parser claims: what a check of syntax costs is not the matter here. */
const FILE = "sample.txt";
const LINE = "export const constant = 1234567890; // pad\n";
const SESSION = "bench";

export async function openBenchStore(folder: string, { durability, rows }: BenchStoreOptions): Promise<BenchStore> {
  const root = join(folder, "project");
  const store = join(folder, "store");
  for (const made of [root, join(store, "tmp"), join(store, "blobs")]) await mkdir(made, { recursive: true });
  const sync = durability === "full";
  const fs = await openFileSystem(sync);
  const path = join(store, "index.db");
  const index = createLibsqlIndex({ path, sync });
  const memory = createLibsqlMemory({ path, sync });
  const locks = new KeyedLocks();
  const settings = benchSettings(folder, durability);
  const parts = { fs, hash: nodeHash, clock: systemClock, ids: webCryptoIds, locks };
  const blobs = createFileSystemBlobs(fs, {
    folder: join(store, "blobs"),
    tempFolder: join(store, "tmp"),
    hash: nodeHash,
  });
  const checkpoints = createCheckpoints({
    ...parts,
    index,
    blobs,
    protectedFolders: [store],
    maxBlobBytes: settings.coding.checkpoint_max_blob_bytes,
    retentionDays: settings.coding.checkpoint_retention_days,
    maxStoreBytes: 0,
    owner: { name: "1.bench", isGone: () => false },
  });
  const runtime = await createRuntime({ ...parts, checkpoints, memory }, { root, protectedFolders: [store], settings });
  await fill(index, store, rows);
  await writeFile(join(root, FILE), `// first\n${LINE.repeat(950)}`);

  let text = "first";
  let edits = 0;
  const call = async (tool: string, args: unknown, turnId: string) => {
    const result = await runtime.callTool(
      tool,
      args,
      runtime.contextFor({ surface: "http", sessionId: SESSION, turnId }),
    );
    if (!result.success) throw new Error(result.error);
    if (!JSON.stringify(result.data).includes('"checkpoint":{"status":"stored"'))
      throw new Error(`${tool}: no checkpoint`);
  };
  return {
    async edit() {
      edits += 1;
      const next = `edit ${edits}`;
      const begun = performance.now();
      await call("edit_file", { path: FILE, old_text: `// ${text}\n`, new_text: `// ${next}\n` }, `turn-${edits}`);
      text = next;
      return performance.now() - begun;
    },
    async captureAgain(captures, contents) {
      const seen = Array.from({ length: contents }, (_, at) => {
        const bytes = new Uint8Array(1_048_576).fill(at + 1);
        return { bytes, sha256: nodeHash.sha256(bytes), mode: 0o644 };
      });
      const known = new Set((await blobs.list()).map(({ sha256 }) => sha256));
      const times: number[] = [];
      for (let at = 0; at < captures; at += 1) {
        const [before, after] = [seen[at % contents], seen[(at + 1) % contents]];
        if (before === undefined || after === undefined) throw new Error("no contents");
        const begun = performance.now();
        const { answer } = await checkpoints.capture({
          sessionId: SESSION,
          turnId: `again-${at}`,
          surface: "http",
          toolName: "write_file",
          callId: "",
          root,
          relativePath: "large.bin",
          before,
          after: { sha256: after.sha256, size: after.bytes.length },
        });
        times.push(performance.now() - begun);
        if (answer.status !== "stored") throw new Error(`capture ${at} was not stored`);
      }
      const stored = (await blobs.list()).filter(({ sha256 }) => !known.has(sha256)).length;
      if (stored !== contents) throw new Error(`${stored} blobs for ${contents} contents`);
      return times;
    },
    async revertLargeTurn(files) {
      const before = (at: number) => `before ${at}\n${LINE.repeat(190)}`;
      for (let at = 0; at < files; at += 1) await writeFile(join(root, `${at}.txt`), before(at));
      for (let at = 0; at < files; at += 1) {
        await call("write_file", { path: `${at}.txt`, content: `after ${at}\n` }, "large");
      }
      const begun = performance.now();
      const report = await checkpoints.revert({ turnId: "large" });
      const ms = performance.now() - begun;
      if (report.reverted_count !== files)
        throw new Error(`reverted ${report.reverted_count} of ${files}: ${report.error}`);
      for (const at of [0, files - 1]) {
        if ((await readFile(join(root, `${at}.txt`), "utf8")) !== before(at))
          throw new Error(`${at}.txt is not as before`);
      }
      return ms;
    },
    async close() {
      await checkpoints.close();
      await memory.close();
    },
  };
}

async function openFileSystem(sync: boolean) {
  const name = hostName === "deno" ? "deno" : "node";
  const adapter = FILE_SYSTEMS.find((known) => known.name === name);
  if (adapter === undefined) throw new Error(`there is no adapter ${name}`);
  return (await adapter.load()).createFileSystem({ hash: nodeHash, tempPrefix: ".mortise-bench-", sync });
}

function benchSettings(home: string, durability: BenchStoreOptions["durability"]): Settings {
  const env = { MORTISE_DURABILITY: durability };
  const sources = { home, cwd: home, envNames: Object.keys(env), file: null, flags: {} };
  return loadSettings({ ...sources, env: (name) => (name === "MORTISE_DURABILITY" ? durability : undefined) }).settings;
}

/** Blobs are names of one file, for what slows a folder down is its entries. */
async function fill(index: CheckpointIndex, store: string, rows: number): Promise<void> {
  const content = join(store, "tmp", "content");
  await writeFile(content, "x");
  for (let at = 0; at < 256; at += 1)
    await mkdir(join(store, "blobs", at.toString(16).padStart(2, "0")), { recursive: true });
  for (let from = 0; from < rows; from += 1000) {
    const part = Array.from({ length: Math.min(1000, rows - from) }, (_, at) => {
      const number = from + at;
      return checkpointRow(number, { turnId: `old-${number >> 3}`, relativePath: `src/${number}.ts` });
    });
    await index.append(part);
    for (const [at, { beforeHash }] of part.entries()) {
      if (beforeHash === null) continue;
      // A file takes 65,000 names at most on some systems.
      if ((from + at) % 20_000 === 0) await writeFile(`${content}-${Math.floor((from + at) / 20_000)}`, "x");
      await link(
        `${content}-${Math.floor((from + at) / 20_000)}`,
        join(store, "blobs", beforeHash.slice(0, 2), beforeHash),
      );
    }
  }
}
