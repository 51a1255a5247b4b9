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
 * Whether something was ever stored there: an index, its log, or a content.
 *
 * @throws CliError "store_unusable" when there is something else than a folder.
 */
export async function storeExists(fs: FileSystem, { settings }: Setup): Promise<boolean> {
  const { checkpoint_dir: store } = settings.coding;
  if ((await fs.stat(store))?.kind === "directory") {
    const names = (await fs.readdir(store)).map(({ name }) => name);
    if (newestIndexFile(names) !== null || names.includes(`${INDEX_FILE}-wal`)) return true;
    return (await hasContents(fs, store)) || (await isInTheWay(fs, joinPath(store, BLOBS)));
  }
  await refuseNonFolder(fs, store);
  return false;
}

async function hasContents(fs: FileSystem, store: string): Promise<boolean> {
  const folder = joinPath(store, BLOBS);
  if ((await fs.stat(folder))?.kind !== "directory") return false;
  for (const { name, kind } of await fs.readdir(folder)) {
    if (kind === "directory" && (await fs.readdir(joinPath(folder, name))).length > 0) return true;
  }
  return false;
}

/** The index was deleted or emptied, and what its rows named is still there. */
async function isIndexLost(fs: FileSystem, store: string): Promise<boolean> {
  if ((await fs.stat(store))?.kind !== "directory") return false;
  const newest = newestIndexFile((await fs.readdir(store)).map(({ name }) => name));
  const size = newest === null ? 0 : ((await fs.stat(joinPath(store, newest)))?.size ?? 0);
  return size === 0 && (await hasContents(fs, store));
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

const BLOBS = "blobs";

export interface OpenOptions {
  /** Default "use". */
  readonly access?: Access;
}

/** "look" leaves all of the store as it is, also a damaged index; "read-only" does so too, and refuses what would change it. */
export type Access = "look" | "read-only" | "use";

/** Puts the parts together. The index and the blobs are first touched when they are used. */
export async function openStore(
  { host, say }: Pick<Shell, "host" | "say">,
  { home, settings }: Setup,
  optionNames?: OptionNames,
  { access = "use" }: OpenOptions = {},
): Promise<OpenStore> {
  const { checkpoint_dir: store, checkpoint_max_blob_bytes, checkpoint_retention_days, durability } = settings.coding;
  const sync = durability === "full";
  const look = access !== "use";
  const tell = (damage: string) => void say(`mortise: warning: ${printable(damage)}`);
  const folders = {
    blobs: joinPath(store, BLOBS),
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
  const index = host.openIndex(indexPath(store), { sync, look, tell });
  const checkpoints = createCheckpoints({
    fs,
    index: access === "read-only" ? readOnlyIndex(index, store) : index,
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
      const isLost = await isIndexLost(fs, store);
      try {
        for (const folder of [store, ...Object.values(folders)]) {
          if (folder !== store && (await isInTheWay(fs, folder))) tell(noFolder(folder));
          else await fs.mkdir(folder, { recursive: true, mode: 0o700 });
        }
      } catch (error) {
        if (!isFileSystemError(error)) throw error;
        const message = `the store "${store}" cannot be made (${error.code}); ${REMEDY}`;
        throw new CliError("store_unusable", message, { cause: error });
      }
      if (isLost) tell(lostIndex(store));
    },
    sweep: async () => (await leftovers.sweep()).problems,
    async close() {
      await checkpoints.close();
      await memory.close();
      await leftovers.close();
    },
  };
}

/** Something else stands where a folder of the store should be. The tools work all the same, and say what is not kept. */
async function isInTheWay(fs: FileSystem, folder: string): Promise<boolean> {
  return (await fs.lstat(folder)) !== null && (await fs.stat(folder))?.kind !== "directory";
}

function noFolder(path: string): string {
  return (
    `"${path}" is no folder, so the store is damaged: writes go on without a checkpoint, and their results say so. Move it away; ` +
    `mortise then makes the folder`
  );
}

function lostIndex(store: string): string {
  return (
    `the store "${store}" holds contents, but its index is gone or empty: a new one is begun, and the turns of the old one are ` +
    `not listed. Their contents are kept as long as turns are; each lies in "${BLOBS}" under its sha256`
  );
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
