import { isFileSystemError, StoreError } from "../../runtime/errors.ts";
import { joinPath, parentOf } from "../../runtime/paths.ts";
import type { BlobStore, Clock, FileStat, FileSystem, Hash, StoredBlob } from "../../runtime/ports/mod.ts";

export interface FileSystemBlobsOptions {
  /** Absolute; blobs lie at `<2 hex>/<sha256>` below it. */
  readonly folder: string;
  /** Absolute, on the same volume; takes the temporary files. */
  readonly tempFolder: string;
  readonly hash: Hash;
  /** Default: the system's. */
  readonly clock?: Pick<Clock, "now">;
}

/** Contents as files of their own, readable and restorable with nothing but `cp`. */
export function createFileSystemBlobs(fs: FileSystem, options: FileSystemBlobsOptions): BlobStore {
  const { folder, tempFolder, hash, clock = Date } = options;
  /** Folders this process has made or seen, so that only the first blob in each looks. */
  const known = new Map<string, Promise<void>>();
  /** Blobs whose bytes this process has hashed, and which file that was: a file of the same identity is not read again. */
  const verified = new Map<string, string>();

  function remember(sha256: string, identity: string): void {
    if (verified.size >= MAX_VERIFIED) verified.clear();
    verified.set(sha256, identity);
  }

  function once(path: string, make: () => Promise<void>): Promise<void> {
    const made = known.get(path) ?? make();
    known.set(path, made);
    made.catch(() => known.delete(path));
    return made;
  }

  async function makeFolders(shard: string): Promise<void> {
    await once(tempFolder, () => fs.mkdir(tempFolder, { recursive: true, mode: 0o700 }));
    await once(folder, () => makeDurableFolder(fs, folder));
    await once(shard, () => makeDurableFolder(fs, shard));
  }

  async function write(path: string, data: Uint8Array, durable: true | "file"): Promise<void> {
    await makeFolders(parentOf(path));
    try {
      await fs.writeFile(path, data, { durable, tempFolder, mode: 0o600 });
    } catch (error) {
      if (!isFileSystemError(error, "ENOENT")) throw error;
      // A folder was removed while this process ran.
      known.clear();
      await makeFolders(parentOf(path));
      await fs.writeFile(path, data, { durable, tempFolder, mode: 0o600 });
    }
  }

  /** The folders that no process has made yet, with one sync for all of them. */
  async function makeAllFolders(): Promise<void> {
    const shards = Array.from({ length: 256 }, (_, at) => joinPath(folder, at.toString(16).padStart(2, "0")));
    await makeFolders(shards[0] ?? folder);
    const there = new Set((await fs.readdir(folder)).map((entry) => joinPath(folder, entry.name)));
    const missing = shards.filter((shard) => !there.has(shard) && !known.has(shard));
    for (const shard of missing) await fs.mkdir(shard, { recursive: true, mode: 0o700 });
    if (missing.length > 0) await fs.syncFolder(folder);
    for (const shard of shards) known.set(shard, Promise.resolve());
  }

  /** Young enough that no prune will take it for an orphan, and holding what its name says. */
  async function isGood(path: string, sha256: string): Promise<boolean> {
    const stat = await fs.lstat(path);
    if (stat?.kind !== "file" || Math.abs(clock.now() - storedAt(stat)) > RENEW_AFTER_MS) return false;
    const identity = identityOf(stat);
    if (verified.get(sha256) === identity) return true;
    try {
      if (hash.sha256(await fs.readFile(path)) !== sha256) return false;
      remember(sha256, identity);
      return true;
    } catch (error) {
      // Gone by now, or not readable: both are reasons to store it again.
      if (isFileSystemError(error)) return false;
      throw error;
    }
  }

  return {
    async put(sha256, data) {
      const path = blobPath(folder, sha256);
      if (!(await isGood(path, sha256))) await write(path, data, true);
    },
    async putUnsynced(sha256, data) {
      const path = blobPath(folder, sha256);
      if (!(await isGood(path, sha256))) await write(path, data, "file");
    },
    async sync(sha256s) {
      const shards = new Set(sha256s.map((sha256) => parentOf(blobPath(folder, sha256))));
      await Promise.all([...shards].map((shard) => fs.syncFolder(shard)));
    },
    async get(sha256) {
      const path = blobPath(folder, sha256);
      const kind = (await fs.lstat(path))?.kind;
      if (kind === undefined) return null;
      // Whatever a link leads to was not stored under this name, and a FIFO would be waited for.
      if (kind !== "file") throw new StoreError("unrecoverable", `"${path}" is ${OTHER_KINDS[kind]}, not a file`);
      try {
        return await fs.readFile(path);
      } catch (error) {
        if (isFileSystemError(error, "ENOENT")) return null;
        throw error;
      }
    },
    async has(sha256) {
      return (await fs.lstat(blobPath(folder, sha256)))?.kind === "file";
    },
    prepare: makeAllFolders,
    list: () => listBlobs(fs, folder),
    async delete(sha256, { storedBefore = Number.POSITIVE_INFINITY } = {}) {
      const path = blobPath(folder, sha256);
      const stat = await fs.lstat(path);
      if (stat?.kind !== "file" || storedAt(stat) >= storedBefore) return false;
      await fs.rm(path, { force: true });
      return true;
    },
  };
}

// Well below the hour for which a prune leaves unreferenced blobs alone.
const RENEW_AFTER_MS = 600_000;

const MAX_VERIFIED = 10_000;

const OTHER_KINDS = { directory: "a folder", symlink: "a link", other: "a special file" } as const;

const SHARD = /^[0-9a-f]{2}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** Names come from the index too, so the form is checked before one becomes part of a path. */
function blobPath(folder: string, sha256: string): string {
  if (!SHA256.test(sha256)) throw new RangeError(`${JSON.stringify(sha256)} is not a sha256 in lower-case hex`);
  return joinPath(folder, sha256.slice(0, 2), sha256);
}

function identityOf({ dev, ino, mtimeNs, size }: FileStat): string {
  return `${dev}:${ino}:${mtimeNs}:${size}`;
}

function storedAt(stat: FileStat): number {
  return Number(stat.mtimeNs / 1_000_000n);
}

/** Makes a folder, private to the user, whose name survives a power cut. Another process may do the same at the same time. */
async function makeDurableFolder(fs: FileSystem, path: string): Promise<void> {
  if ((await fs.lstat(path))?.kind === "directory") return;
  await fs.mkdir(path, { recursive: true, mode: 0o700 });
  await fs.syncFolder(parentOf(path));
}

async function listBlobs(fs: FileSystem, folder: string): Promise<StoredBlob[]> {
  const blobs: StoredBlob[] = [];
  if ((await fs.lstat(folder)) === null) return blobs;
  for (const shard of await fs.readdir(folder)) {
    if (shard.kind !== "directory" || !SHARD.test(shard.name)) continue;
    for (const entry of await fs.readdir(joinPath(folder, shard.name))) {
      if (entry.kind !== "file" || !SHA256.test(entry.name) || !entry.name.startsWith(shard.name)) continue;
      const stat = await fs.lstat(joinPath(folder, shard.name, entry.name));
      // Another process may have pruned it since the folder was listed.
      if (stat?.kind === "file") blobs.push({ sha256: entry.name, size: stat.size, storedAt: storedAt(stat) });
    }
  }
  return blobs;
}
