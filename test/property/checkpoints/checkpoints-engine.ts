import { createFileSystemBlobs } from "../../../adapters/blobs/filesystem.ts";
import { createMemoryFileSystem } from "../../../adapters/fs/memfs.ts";
import { nobleHash } from "../../../adapters/hash/noble.ts";
import { createMemoryIndex } from "../../../adapters/index/memory.ts";
import { createMemoryMemory } from "../../../adapters/memory/memory.ts";
import { type Checkpoints, createCheckpoints } from "../../../runtime/checkpoints/mod.ts";
import { KeyedLocks } from "../../../runtime/locks.ts";
import { joinPath, parentOf } from "../../../runtime/paths.ts";
import type { BlobStore, CheckpointIndex, FileSystem, Hash } from "../../../runtime/ports/mod.ts";
import { createRuntime } from "../../../runtime/runtime.ts";
import { loadSettings } from "../../../runtime/settings/mod.ts";
import type { ToolResult } from "../../../runtime/tools/mod.ts";
import type { Property } from "../property.ts";

/** The ports that the product runs on; faults and mutants come in here. */
export interface StorePorts {
  readonly fs: FileSystem;
  readonly index: CheckpointIndex;
  readonly blobs: BlobStore;
  readonly hash: Hash;
}

/** What the laws of checkpoints are stated of. A mutant is another one of these. */
export interface CheckpointsEngine {
  open(options?: BenchOptions): Promise<CheckpointBench>;
}

export interface BenchOptions {
  /** Texts of files, by path below the root. */
  readonly files?: Readonly<Record<string, string>>;
  readonly maxBlobBytes?: number;
  /** What each process sees instead of the plain parts. */
  readonly wrap?: (ports: StorePorts) => StorePorts;
}

/** A project and a store in memory, and the process that runs over them now. */
export interface CheckpointBench {
  readonly plain: StorePorts;
  readonly clock: { advance(ms: number): void };
  checkpoints(): Checkpoints;
  call(tool: string, args: object, who?: { turnId?: string; sessionId?: string }): Promise<ToolResult>;
  /** The process dies and another one starts over the same disk, without the faults of the one before. */
  restart(): Promise<void>;
  /** Writes past the product; `null` deletes. */
  put(path: string, text: string | null, mode?: number): Promise<void>;
  text(path: string): Promise<string | null>;
  /** Every entry below a folder, the project when none is named: bits and content of files, and that a folder is one. */
  tree(folder?: string): Promise<Record<string, string>>;
}

export const ROOT = "/work/project";
export const STORE = "/work/store";

/** The product. */
export const CHECKPOINTS: CheckpointsEngine = { open: openBench };

/** A law of checkpoints, stated of an engine. */
export type CheckpointsProperty<Value> = (engine: CheckpointsEngine) => Property<Value>;

async function openBench({
  files = {},
  maxBlobBytes = 1_000_000,
  wrap = same,
}: BenchOptions = {}): Promise<CheckpointBench> {
  const fs = createMemoryFileSystem({ hash: nobleHash });
  await fs.mkdir(ROOT, { recursive: true });
  await fs.mkdir(`${STORE}/tmp`, { recursive: true });
  const clock = new TestClock();
  const plain: StorePorts = {
    fs,
    index: createMemoryIndex(),
    blobs: createFileSystemBlobs(fs, { folder: `${STORE}/blobs`, tempFolder: `${STORE}/tmp`, hash: nobleHash, clock }),
    hash: nobleHash,
  };
  let count = 0;
  const { settings } = loadSettings({ home: STORE, cwd: ROOT, env: () => undefined, envNames: [], file: null });
  const start = async (seen: StorePorts) => {
    const own = `${++count}.process`;
    const ports = {
      ...seen,
      clock,
      locks: new KeyedLocks(),
      ids: { hex: (bytes: number) => (++count).toString(16).padStart(2 * bytes, "0") },
    };
    const checkpoints = createCheckpoints({
      ...ports,
      protectedFolders: [STORE],
      owner: { name: own, isGone: (name) => name !== own },
      maxBlobBytes,
      retentionDays: 14,
      maxStoreBytes: 0,
    });
    const options = { root: ROOT, protectedFolders: [STORE], settings };
    return await createRuntime({ ...ports, checkpoints, memory: createMemoryMemory() }, options);
  };
  const put = async (path: string, text: string | null, mode?: number) => {
    const absolute = joinPath(ROOT, path);
    if (text === null) return fs.rm(absolute, { force: true });
    await fs.mkdir(parentOf(absolute), { recursive: true });
    await fs.writeFile(absolute, new TextEncoder().encode(text));
    if (mode !== undefined) await fs.chmod(absolute, mode);
  };
  for (const [path, text] of Object.entries(files)) await put(path, text);
  let runtime = await start(wrap(plain));
  return {
    plain,
    clock,
    checkpoints: () => runtime.checkpoints,
    call: (tool, args, who = {}) =>
      runtime.callTool(tool, args, runtime.contextFor({ surface: "http", sessionId: "s", turnId: "t", ...who })),
    async restart() {
      runtime = await start(plain);
      await runtime.checkpoints.recover();
    },
    put,
    async text(path) {
      const absolute = joinPath(ROOT, path);
      if ((await fs.lstat(absolute))?.kind !== "file") return null;
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await fs.readFile(absolute));
    },
    tree: (folder = ROOT) => entriesBelow(fs, folder, ""),
  };
}

function same(ports: StorePorts): StorePorts {
  return ports;
}

async function entriesBelow(fs: FileSystem, root: string, below: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, kind } of await fs.readdir(joinPath(root, below))) {
    const path = joinPath(below, name);
    const absolute = joinPath(root, path);
    if (kind === "directory") Object.assign(found, { [path]: "folder" }, await entriesBelow(fs, root, path));
    else {
      const bytes = await fs.readFile(absolute);
      found[path] = `${(await fs.lstat(absolute))?.mode.toString(8)} ${nobleHash.sha256(bytes).slice(0, 16)}`;
    }
  }
  return found;
}

/** Starts with the system's time, which is what the files of a tree in memory have. */
class TestClock {
  #ahead = 0;
  now = (): number => Date.now() + this.#ahead;
  monotonicMs = (): number => this.#ahead;
  advance(ms: number): void {
    this.#ahead += ms;
  }
}
