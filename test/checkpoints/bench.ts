import { createFileSystemBlobs } from "../../adapters/blobs/filesystem.ts";
import { createFileSystem } from "../../adapters/fs/file-system.ts";
import { createLibsqlIndex } from "../../adapters/index/libsql.ts";
import { createMemoryIndex } from "../../adapters/index/memory.ts";
import { type Capture, type Checkpoints, createCheckpoints } from "../../runtime/checkpoints/mod.ts";
import { FileSystemError } from "../../runtime/errors.ts";
import { KeyedLocks } from "../../runtime/locks.ts";
import { joinPath, parentOf } from "../../runtime/paths.ts";
import type { BlobStore, CheckpointIndex, FileSystem } from "../../runtime/ports/mod.ts";
import { adaptersHere, type Tree, withTree } from "../adapters/trees.ts";
import { text, utf8 } from "../conformance/bytes.ts";
import { Faults } from "../faults/faults.ts";

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
  /** Deletes as a tool does. */
  remove(path: string, who?: Partial<Who>): Promise<void>;
  /** Writes as somebody else does. */
  put(path: string, content: string | Uint8Array, mode?: number): Promise<void>;
  text(path: string): Promise<string>;
  /** Permission bits; `undefined` when nothing is there. */
  readonly mode: (path: string) => Promise<number | undefined>;
  /** Every entry of the whole tree but the store's own: kind, mode, time and content. */
  snapshot(): Promise<Record<string, string>>;
  /** Bits and content of every file below the root, and where each link leads, by path. */
  states(): Promise<Record<string, string>>;
  /** Every folder below the root, sorted. */
  folders(): Promise<string[]>;
  /** The filesystem with one operation failing on every path that starts so. */
  failing(operation: keyof FileSystem, start: string, code: string): FileSystem;
  blobsOver(fs: FileSystem): BlobStore;
  /** The same store through a filesystem that meets no faults. */
  plainBlobs(): BlobStore;
  /** The same parts with some replaced, on the same store. */
  rebuilt(parts: Partial<Parameters<typeof createCheckpoints>[0]>): Checkpoints;
}

export interface Who {
  readonly turnId: string;
  readonly sessionId: string;
  readonly root: string;
  readonly namedPath: string | null;
}

export interface BenchOptions {
  /** Ids of this bench count from here; two that share rows must not meet. Default 0. */
  readonly firstId?: number;
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
  let ids = options.firstId ?? 0;
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
    remove: (path, who = {}) => removeAsTool(checkpoints, fs, tree, root, path, who),
    put: async (path, content, mode) => {
      const absolute = joinPath(root, path);
      await plain.mkdir(parentOf(absolute), { recursive: true });
      await plain.writeFile(absolute, bytesOf(content), mode === undefined ? {} : { mode });
    },
    text: async (path) => text(await plain.readFile(joinPath(root, path))),
    mode: async (path) => (await plain.lstat(joinPath(root, path)))?.mode,
    snapshot: () => snapshotOf(plain, tree.folder, store, tree),
    states: async () => (await entriesBelow(plain, root, tree)).files,
    folders: async () => (await entriesBelow(plain, root, tree)).folders,
    failing: (operation, start, code) => failing(fs, operation, start, code),
    blobsOver: (files) => createFileSystemBlobs(files, places),
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
  { turnId = "t", sessionId = "s", root = defaultRoot, namedPath = null }: Partial<Who>,
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
    namedPath,
    createdFolders: before === null ? await missingFolders(fs, root, absolute) : 0,
  });
  await fs.mkdir(parentOf(absolute), { recursive: true });
  const guard = before === null ? { exclusive: true } : { expectSha256: before.sha256 };
  const written = await fs.writeFile(absolute, bytes, { durable: true, ...guard });
  if (written !== "written") throw new Error(`${path} changed while the test wrote it`);
  return capture;
}

async function removeAsTool(
  checkpoints: Checkpoints,
  fs: FileSystem,
  { tools: { hash } }: Tree,
  root: string,
  path: string,
  { turnId = "t", sessionId = "s" }: Partial<Who>,
): Promise<void> {
  const absolute = joinPath(root, path);
  const bytes = await fs.readFile(absolute);
  const mode = (await fs.lstat(absolute))?.mode ?? 0;
  await checkpoints.capture({
    sessionId,
    turnId,
    surface: "http",
    toolName: "edit_file",
    callId: "call",
    root,
    relativePath: path,
    before: { bytes, sha256: hash.sha256(bytes), mode },
    after: null,
  });
  await fs.rm(absolute, { durable: true });
}

async function entriesBelow(
  fs: FileSystem,
  root: string,
  tree: Tree,
): Promise<{ files: Record<string, string>; folders: string[] }> {
  const files: Record<string, string> = {};
  const folders: string[] = [];
  const walk = async (below: string): Promise<void> => {
    for (const { name, kind } of await fs.readdir(joinPath(root, below))) {
      const path = joinPath(below, name);
      const absolute = joinPath(root, path);
      if (kind === "directory") folders.push(path);
      if (kind === "directory") await walk(path);
      else if (kind === "symlink") files[path] = `-> ${await fs.readlink(absolute)}`;
      else {
        const mode = (await fs.lstat(absolute))?.mode.toString(8);
        files[path] = `${mode} ${tree.tools.hash.sha256(await fs.readFile(absolute))}`;
      }
    }
  };
  await walk("");
  return { files, folders: folders.sort() };
}

function failing(fs: FileSystem, operation: keyof FileSystem, start: string, code: string): FileSystem {
  return new Proxy(fs, {
    get: (_, name) => {
      const member: unknown = Reflect.get(fs, name);
      if (typeof member !== "function" || name !== operation) return member;
      return async (...args: unknown[]) => {
        if (String(args[0]).startsWith(start)) throw new FileSystemError(code, operation, String(args[0]));
        return Reflect.apply(member, fs, args);
      };
    },
  });
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
