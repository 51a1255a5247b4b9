import { createFileSystemBlobs } from "../../adapters/blobs/filesystem.ts";
import { createFileSystem } from "../../adapters/fs/file-system.ts";
import type { FilePrimitives } from "../../adapters/fs/primitives.ts";
import type { FileSystemName } from "../../adapters/fs/registry.ts";
import { createLibsqlIndex } from "../../adapters/index/libsql.ts";
import { createMemoryIndex } from "../../adapters/index/memory.ts";
import { createMemoryMemory } from "../../adapters/memory/memory.ts";
import { type Checkpoints, createCheckpoints } from "../../runtime/checkpoints/mod.ts";
import { isFileSystemError } from "../../runtime/errors.ts";
import { createLeftovers, tempPrefixOf } from "../../runtime/leftovers.ts";
import { KeyedLocks } from "../../runtime/locks.ts";
import { createRuntime, type Runtime } from "../../runtime/runtime.ts";
import { loadSettings } from "../../runtime/settings/mod.ts";
import type { ToolResult } from "../../runtime/tools/mod.ts";
import { type Tree, tempsBelow, withTree } from "../adapters/trees.ts";
import { FakeClock } from "../checkpoints/bench.ts";
import { createGround, type Ground } from "../doors/mod.ts";
import { Faults } from "./faults.ts";

/** A project and a store beside it, over which one process after the other runs. */
export interface Disk {
  readonly clock: FakeClock;
  /** Of the project. */
  readonly root: string;
  /** The project, past the product. */
  readonly ground: Ground;
  /** A new process; it does what a start does: temporary files of dead ones go, reverts of dead ones are ended. */
  start(faults?: Faults): Promise<Process>;
  /** Temporary files in project and store. */
  temps(): Promise<string[]>;
}

/** The product as one process runs it, over parts that may fail. */
export interface Process {
  readonly checkpoints: Checkpoints;
  readonly runtime: Runtime;
  /** In session "s"; turn "t" unless told otherwise. */
  call(tool: string, args: unknown, turnId?: string): Promise<ToolResult>;
  /** Its end, orderly or not: the system closes what it had open. */
  end(): Promise<void>;
}

/** Runs the task on an empty disk: in memory with the index in memory, else with libsql. */
export function withDisk(adapter: FileSystemName, task: (disk: Disk) => Promise<void>): Promise<void> {
  return withTree(adapter, async (tree) => {
    const running = new Set<Process>();
    try {
      await task(await openDisk(tree, adapter === "memfs", running));
    } finally {
      for (const process of running) await process.end();
    }
  });
}

async function openDisk(tree: Tree, inMemory: boolean, running: Set<Process>): Promise<Disk> {
  const [root, store] = [`${tree.folder}/project`, `${tree.folder}/store`];
  const plain = tree.tools.open({});
  await plain.mkdir(root);
  await plain.mkdir(`${store}/tmp`, { recursive: true });
  const clock = new FakeClock();
  // In memory it is the index itself that outlives a process.
  const lasting = inMemory ? createMemoryIndex() : null;
  const openIndex = () => lasting ?? createLibsqlIndex({ path: `${store}/index.db`, sync: false });
  let started = 0;
  let ids = 0;
  return {
    clock,
    root,
    ground: createGround(plain, tree.tools.hash, root),
    async start(faults = new Faults()) {
      started += 1;
      const process = await startProcess(
        tree,
        { root, store, clock, faults, number: started, nextId: () => ++ids },
        openIndex(),
      );
      running.add(process);
      return {
        ...process,
        async end() {
          running.delete(process);
          await process.end();
        },
      };
    },
    temps: () => tempsBelow(plain, tree.folder, "."),
  };
}

interface Place {
  readonly root: string;
  readonly store: string;
  readonly clock: FakeClock;
  readonly faults: Faults;
  readonly number: number;
  nextId(): number;
}

async function startProcess(
  tree: Tree,
  { root, store, clock, faults, number, nextId }: Place,
  index: ReturnType<typeof createMemoryIndex>,
): Promise<Process> {
  const { hash } = tree.tools;
  const [instance, pid] = [`p${number}`, 1000 + number];
  const primitives = faults.primitives(withoutSync(tree.primitives));
  const tempPrefix = tempPrefixOf(instance);
  const leftovers = createLeftovers({
    fs: createFileSystem(primitives, { hash, tempPrefix }),
    folder: `${store}/leftovers`,
    instance,
    pid,
    isAlive: () => false,
  });
  const fs = createFileSystem(primitives, {
    hash,
    tempPrefix,
    // A note that cannot be made stops no write, as in the product.
    beforeTemp: (folder) =>
      leftovers.beforeTemp(folder).catch((error: unknown) => {
        if (!isFileSystemError(error)) throw error;
      }),
  });
  const blobs = createFileSystemBlobs(fs, { folder: `${store}/blobs`, tempFolder: `${store}/tmp`, hash, clock });
  const locks = new KeyedLocks();
  const owner = { name: `${pid}.${instance}`, isGone: (name: string) => name !== `${pid}.${instance}` };
  const ids = {
    hex: (bytes: number) =>
      nextId()
        .toString(16)
        .padStart(2 * bytes, "0"),
  };
  const { settings } = loadSettings({ home: store, cwd: root, env: () => undefined, envNames: [], file: null });
  const ports = { fs, hash, clock, locks, ids };
  const checkpoints = createCheckpoints({
    ...ports,
    index: faults.index(index),
    blobs: faults.blobs(blobs),
    protectedFolders: [store],
    owner,
    maxBlobBytes: settings.coding.checkpoint_max_blob_bytes,
    retentionDays: settings.coding.checkpoint_retention_days,
    maxStoreBytes: 0,
  });
  const runtime = await createRuntime(
    { ...ports, checkpoints, memory: createMemoryMemory() },
    { root, protectedFolders: [store], settings },
  );
  await leftovers.sweep();
  await checkpoints.recover();
  return {
    checkpoints,
    runtime,
    call: (tool, args, turnId = "t") =>
      runtime.callTool(tool, args, runtime.contextFor({ surface: "http", sessionId: "s", turnId })),
    end: () => index.close(),
  };
}

/** A process that dies here takes no power with it, so a sync is counted and may fail, and costs nothing. */
function withoutSync(host: FilePrimitives): FilePrimitives {
  return {
    ...host,
    createFile: async (path, mode) => ({ ...(await host.createFile(path, mode)), sync: async () => {} }),
    syncFolder: async () => {},
  };
}
