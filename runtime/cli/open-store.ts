import { type Checkpoints, createCheckpoints } from "../checkpoints/mod.ts";
import { isFileSystemError } from "../errors.ts";
import { createLeftovers, type Leftovers, tempPrefixOf } from "../leftovers.ts";
import { KeyedLocks } from "../locks.ts";
import { joinPath } from "../paths.ts";
import type { FileSystem, Host, MemoryStore } from "../ports/mod.ts";
import { CliError } from "./cli-error.ts";
import type { Setup } from "./setup.ts";

/** The parts over one checkpoint store that the server and the command line share. */
export interface OpenStore {
  /** Notes each folder before a temporary file is made in it. */
  readonly fs: FileSystem;
  readonly locks: KeyedLocks;
  readonly checkpoints: Checkpoints;
  readonly memory: MemoryStore;
  /** The product's own folders, which no tool may touch. */
  readonly protectedFolders: readonly string[];
  /** Makes the store's folders, private to this user. */
  makeFolders(): Promise<void>;
  /** Removes the temporary files of processes that ended without doing so; answers what could not be done. */
  sweep(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Whether something was ever stored there: its index file exists. */
export async function storeExists(fs: FileSystem, { settings }: Setup): Promise<boolean> {
  return (await fs.stat(indexPath(settings.coding.checkpoint_dir))) !== null;
}

/** Puts the parts together. The index and the blobs are first touched when they are used. */
export async function openStore(host: Host, { home, settings }: Setup): Promise<OpenStore> {
  const { checkpoint_dir: store, checkpoint_max_blob_bytes, checkpoint_retention_days } = settings.coding;
  const folders = {
    blobs: joinPath(store, "blobs"),
    temp: joinPath(store, "tmp"),
    leftovers: joinPath(store, "leftovers"),
  };
  const instance = host.ids.hex(6);
  const tempPrefix = tempPrefixOf(instance);
  const plain = host.fileSystem({ tempPrefix });
  const protectedFolders = await Promise.all([home, store].map((folder) => realPathIfThere(plain, folder)));
  const leftovers = createLeftovers({
    fs: plain,
    folder: folders.leftovers,
    instance,
    pid: host.pid,
    isAlive: host.isAlive,
  });
  const fs = host.fileSystem({ tempPrefix, beforeTemp: (folder) => noteIfPossible(leftovers, folder) });
  const locks = new KeyedLocks();
  const checkpoints = createCheckpoints({
    fs,
    index: host.openIndex(indexPath(store)),
    blobs: host.openBlobs(fs, { folder: folders.blobs, tempFolder: folders.temp }),
    hash: host.hash,
    clock: host.clock,
    ids: host.ids,
    locks,
    protectedFolders,
    maxBlobBytes: checkpoint_max_blob_bytes,
    retentionDays: checkpoint_retention_days,
  });
  const memory = host.openMemory(indexPath(store));
  return {
    fs,
    locks,
    checkpoints,
    memory,
    protectedFolders,
    async makeFolders() {
      try {
        for (const folder of [store, ...Object.values(folders)]) {
          await fs.mkdir(folder, { recursive: true, mode: 0o700 });
        }
      } catch (error) {
        if (!isFileSystemError(error)) throw error;
        const message = `the store "${store}" cannot be made (${error.code}); pass --store DIR or set MORTISE_HOME`;
        throw new CliError("io_error", message, { cause: error });
      }
    },
    sweep: async () => (await leftovers.sweep()).problems,
    async close() {
      await checkpoints.close();
      await memory.close();
      await leftovers.close();
    },
  };
}

/**
 * A store that cannot be written to (a read-only copy, a full disk) must not keep a revert from the user's own files: at
 * worst a temporary file of a killed process stays.
 */
async function noteIfPossible(leftovers: Leftovers, folder: string): Promise<void> {
  try {
    await leftovers.beforeTemp(folder);
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
  }
}

/** What does not exist yet has nothing in it to protect. */
async function realPathIfThere(fs: FileSystem, path: string): Promise<string> {
  return (await fs.stat(path)) === null ? path : fs.realpath(path);
}

function indexPath(store: string): string {
  return joinPath(store, "index.db");
}
