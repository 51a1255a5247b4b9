import { createFileSystemBlobs } from "../../adapters/blobs/filesystem.ts";
import { createFileSystem } from "../../adapters/fs/file-system.ts";
import { createLibsqlIndex } from "../../adapters/index/libsql.ts";
import { createMemoryIndex } from "../../adapters/index/memory.ts";
import { type Capture, type Checkpoints, createCheckpoints } from "../../runtime/checkpoints/mod.ts";
import { KeyedLocks } from "../../runtime/locks.ts";
import { joinPath, parentOf } from "../../runtime/paths.ts";
import type { BlobStore, CheckpointIndex, FileSystem } from "../../runtime/ports/mod.ts";
import { adaptersHere, type Tree, withTree } from "../adapters/trees.ts";
import { text, utf8 } from "../conformance/bytes.ts";
import { Faults } from "../faults/fault-file-system.ts";

/** The checkpoint parts over one tree: a workspace at `root`, the store beside it. */
export interface Bench {
  readonly tree: Tree;
  readonly fs: FileSystem;
  readonly root: string;
  readonly store: string;
  readonly index: CheckpointIndex;
  readonly blobs: BlobStore;
  readonly checkpoints: Checkpoints;
  readonly locks: KeyedLocks;
  readonly clock: FakeClock;
  /** Writes as a tool does: read, capture, replace. */
  write(path: string, content: string | Uint8Array, who?: Partial<Who>): Promise<Capture>;
  /** Writes as somebody else does. */
  put(path: string, content: string | Uint8Array, mode?: number): Promise<void>;
  text(path: string): Promise<string>;
  /** Permission bits; `undefined` when nothing is there. */
  readonly mode: (path: string) => Promise<number | undefined>;
  /** Every entry of the whole tree but the store's own: kind, mode, time and content. */
  snapshot(): Promise<Record<string, string>>;
  /** The same store through a filesystem that meets no faults. */
  plainBlobs(): BlobStore;
  /** The same parts with some replaced, on the same store. */
  rebuilt(parts: Partial<Parameters<typeof createCheckpoints>[0]>): Checkpoints;
}

export interface Who {
  readonly turnId: string;
  readonly sessionId: string;
  readonly root: string;
}

export interface BenchOptions {
  /** Default: no bound. */
  readonly maxStoreBytes?: number;
  readonly faults?: Faults;
  readonly maxBlobBytes?: number;
}

export class FakeClock {
  #now = Date.now();
  #monotonic = 0;

  now = (): number => this.#now;
  monotonicMs = (): number => this.#monotonic;

  /** Time passes. */
  advance(ms: number): void {
    this.#now += ms;
    this.#monotonic += ms;
  }

  /** Somebody sets the system's clock. */
  set(ms: number): void {
    this.#now = ms;
  }
}

/** Runs the task on every filesystem of this runtime: in memory with the index in memory, on disk with libsql. */
export const BENCHES = adaptersHere.map((adapter) => ({
  name: `${adapter} with ${adapter === "memfs" ? "the memory" : "the libsql"} index`,
  run: (task: (bench: Bench) => Promise<void>, options: BenchOptions = {}): Promise<void> =>
    withTree(adapter, async (tree) => {
      const bench = await openBench(tree, adapter === "memfs", options);
      try {
        await task(bench);
      } finally {
        await bench.checkpoints.close();
      }
    }),
}));

async function openBench(tree: Tree, inMemory: boolean, options: BenchOptions): Promise<Bench> {
  const { faults = new Faults(), maxBlobBytes = 1_000_000 } = options;
  const { hash } = tree.tools;
  const root = `${tree.folder}/project`;
  const store = `${tree.folder}/store`;
  const plain = tree.tools.open({});
  await plain.mkdir(root);
  await plain.mkdir(store);

  const fs = createFileSystem(faults.primitives(tree.primitives), { hash, tempPrefix: ".mortise-test-" });
  const index = inMemory ? createMemoryIndex() : createLibsqlIndex({ path: `${store}/index.db` });
  const clock = new FakeClock();
  const places = { folder: `${store}/blobs`, tempFolder: `${store}/tmp`, hash, clock };
  const blobs = createFileSystemBlobs(fs, places);
  const locks = new KeyedLocks();
  let ids = 0;
  const deps = {
    fs,
    index,
    blobs,
    hash,
    clock,
    locks,
    ids: { hex: (bytes: number) => (++ids).toString(16).padStart(bytes * 2, "0") },
    protectedFolders: [store],
    owner: ownerNamed("1.bench"),
    maxBlobBytes,
    retentionDays: 14,
    maxStoreBytes: options.maxStoreBytes ?? 0,
  };
  const checkpoints = createCheckpoints(deps);

  return {
    tree,
    fs,
    root,
    store,
    index,
    blobs,
    checkpoints,
    locks,
    clock,
    write: (path, content, who = {}) => writeAsTool(checkpoints, fs, tree, root, path, content, who),
    put: async (path, content, mode) => {
      const absolute = joinPath(root, path);
      await plain.mkdir(parentOf(absolute), { recursive: true });
      await plain.writeFile(absolute, bytesOf(content), mode === undefined ? {} : { mode });
    },
    text: async (path) => text(await plain.readFile(joinPath(root, path))),
    mode: async (path) => (await plain.lstat(joinPath(root, path)))?.mode,
    snapshot: () => snapshotOf(plain, tree.folder, store, tree),
    plainBlobs: () => createFileSystemBlobs(plain, places),
    rebuilt: (parts) => createCheckpoints({ ...deps, ...parts }),
  };
}

/** A process beside which no other lives. */
export function ownerNamed(name: string) {
  return { name, isGone: (other: string) => other !== name };
}

async function writeAsTool(
  checkpoints: Checkpoints,
  fs: FileSystem,
  tree: Tree,
  defaultRoot: string,
  path: string,
  content: string | Uint8Array,
  { turnId = "t", sessionId = "s", root = defaultRoot }: Partial<Who>,
): Promise<Capture> {
  const { hash } = tree.tools;
  const absolute = joinPath(root, path);
  const stat = await fs.lstat(absolute);
  const old = stat === null ? null : await fs.readFile(absolute);
  const bytes = bytesOf(content);
  const before = stat && old && { bytes: old, sha256: hash.sha256(old), mode: stat.mode };
  const capture = await checkpoints.capture({
    sessionId,
    turnId,
    surface: "http",
    toolName: "write_file",
    callId: "call",
    root,
    relativePath: path,
    before,
    after: { sha256: hash.sha256(bytes), size: bytes.length },
    createdFolders: before === null ? await missingFolders(fs, root, absolute) : 0,
  });
  await fs.mkdir(parentOf(absolute), { recursive: true });
  const guard = before === null ? { exclusive: true } : { expectSha256: before.sha256 };
  const written = await fs.writeFile(absolute, bytes, { durable: true, ...guard });
  if (written !== "written") throw new Error(`${path} changed while the test wrote it`);
  return capture;
}

async function missingFolders(fs: FileSystem, root: string, path: string): Promise<number> {
  const folder = parentOf(path);
  if (folder === root || (await fs.lstat(folder)) !== null) return 0;
  return 1 + (await missingFolders(fs, root, folder));
}

async function snapshotOf(
  fs: FileSystem,
  folder: string,
  skipped: string,
  tree: Tree,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name } of await fs.readdir(folder)) {
    const path = joinPath(folder, name);
    const stat = await fs.lstat(path);
    if (path === skipped || stat === null) continue;
    // A folder's time tells of new and gone names, which are in the snapshot themselves.
    const time = stat.kind === "directory" ? "" : ` ${stat.mtimeNs}`;
    const content =
      stat.kind === "file"
        ? tree.tools.hash.sha256(await fs.readFile(path))
        : stat.kind === "symlink"
          ? await fs.readlink(path)
          : "";
    found[path] = `${stat.kind} ${stat.mode.toString(8)}${time} ${content}`;
    if (stat.kind === "directory") Object.assign(found, await snapshotOf(fs, path, skipped, tree));
  }
  return found;
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? utf8(content) : content;
}
