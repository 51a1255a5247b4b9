import { type Checkpoints, createCheckpoints, type OptionNames } from "../checkpoints/mod.ts";
import { isFileSystemError } from "../errors.ts";
import { createLeftovers, type Leftovers, tempPrefixOf } from "../leftovers.ts";
import { KeyedLocks } from "../locks.ts";
import { joinPath, parentOf } from "../paths.ts";
import { type FileSystem, INDEX_FILE, type MemoryStore, newestIndexFile } from "../ports/mod.ts";
import { readOnlyIndex } from "./checkpoints/read-only-store.ts";
import { CliError } from "./cli-error.ts";
import { ownerOf } from "./owner-of.ts";
import type { Setup } from "./setup.ts";
import { printable, type Shell } from "./shell.ts";

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

/**
 * Whether something was ever stored there: its index file exists.
 *
 * @throws CliError "store_unusable" when there is something else than a folder.
 */
export async function storeExists(fs: FileSystem, { settings }: Setup): Promise<boolean> {
  const { checkpoint_dir: store } = settings.coding;
  if ((await newestIndexIn(fs, store)) !== null) return true;
  await refuseNonFolder(fs, store);
  return false;
}

/** The path of the index file that counts; `null` when there is none. */
export async function newestIndexIn(fs: FileSystem, store: string): Promise<string | null> {
  if ((await fs.stat(store))?.kind !== "directory") return null;
  const newest = newestIndexFile((await fs.readdir(store)).map(({ name }) => name));
  return newest === null ? null : joinPath(store, newest);
}

/** A file where the store or a folder above it should be: nothing was ever stored there, and nothing can be. */
async function refuseNonFolder(fs: FileSystem, store: string): Promise<void> {
  for (let folder = store; folder !== "/"; folder = parentOf(folder)) {
    const kind = (await fs.stat(folder))?.kind;
    if (kind === "directory") return;
    if (kind === undefined) continue;
    throw new CliError("store_unusable", `the store "${store}" cannot be used: "${folder}" is no folder; ${REMEDY}`);
  }
}

const REMEDY = "pass --store DIR or set MORTISE_HOME";

export interface OpenOptions {
  /** What for: "look" leaves all of the store as it is, also a damaged index. Default "use". */
  readonly access?: Access;
  /** Absolute path of a copy of the index, when the store itself cannot be written to. */
  readonly readOnlyIndexAt?: string;
}

export type Access = "look" | "use";

/** Puts the parts together. The index and the blobs are first touched when they are used. */
export async function openStore(
  { host, say }: Pick<Shell, "host" | "say">,
  { home, settings }: Setup,
  optionNames?: OptionNames,
  { access = "use", readOnlyIndexAt }: OpenOptions = {},
): Promise<OpenStore> {
  const { checkpoint_dir: store, checkpoint_max_blob_bytes, checkpoint_retention_days, durability } = settings.coding;
  const sync = durability === "full";
  const look = access === "look";
  const tell = (damage: string) => void say(`mortise: warning: ${printable(damage)}`);
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
  const fs = host.fileSystem({ tempPrefix, beforeTemp: (folder) => noteIfPossible(leftovers, folder), sync });
  const locks = new KeyedLocks();
  const checkpoints = createCheckpoints({
    fs,
    index:
      readOnlyIndexAt === undefined
        ? host.openIndex(indexPath(store), { sync, look, tell })
        : readOnlyIndex(host.openIndex(readOnlyIndexAt, { sync: false, tell }), store),
    blobs: host.openBlobs(fs, { folder: folders.blobs, tempFolder: folders.temp }),
    hash: host.hash,
    clock: host.clock,
    ids: host.ids,
    locks,
    owner: ownerOf(host, instance),
    protectedFolders,
    maxBlobBytes: checkpoint_max_blob_bytes,
    retentionDays: checkpoint_retention_days,
    maxStoreBytes: settings.coding.checkpoint_max_store_bytes,
    ...(optionNames && { optionNames }),
  });
  const memory = host.openMemory(indexPath(store), { sync, look });
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
        const message = `the store "${store}" cannot be made (${error.code}); ${REMEDY}`;
        throw new CliError("store_unusable", message, { cause: error });
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

/** Of the first index; see `nextIndexFile`. */
export function indexPath(store: string): string {
  return joinPath(store, INDEX_FILE);
}
