import { isFileSystemError } from "../../runtime/errors.ts";
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
  let ready: Promise<void> | null = null;

  /** Once per process: the folders, private to the user. */
  function prepare(): Promise<void> {
    ready ??= makeFolders(fs, folder, tempFolder).catch((error: unknown) => {
      ready = null;
      throw error;
    });
    return ready;
  }

  async function write(path: string, data: Uint8Array): Promise<void> {
    await prepare();
    try {
      await fs.writeFile(path, data, { durable: true, tempFolder, mode: 0o600 });
    } catch (error) {
      if (!isFileSystemError(error, "ENOENT")) throw error;
      // A folder was removed while this process ran.
      ready = null;
      await prepare();
      await fs.writeFile(path, data, { durable: true, tempFolder, mode: 0o600 });
    }
  }

  /** Young enough that no prune will take it for an orphan, and holding what its name says. */
  async function isGood(path: string, sha256: string): Promise<boolean> {
    const stat = await fs.lstat(path);
    if (stat?.kind !== "file" || Math.abs(clock.now() - storedAt(stat)) > RENEW_AFTER_MS) return false;
    return hash.sha256(await fs.readFile(path)) === sha256;
  }

  return {
    async put(sha256, data) {
      const path = blobPath(folder, sha256);
      if (!(await isGood(path, sha256))) await write(path, data);
    },
    async get(sha256) {
      const path = blobPath(folder, sha256);
      if ((await fs.lstat(path))?.kind !== "file") return null;
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
    list: () => listBlobs(fs, folder),
    delete: (sha256) => fs.rm(blobPath(folder, sha256), { force: true }),
  };
}

// Well below the hour for which a prune leaves unreferenced blobs alone.
const RENEW_AFTER_MS = 600_000;

const SHARD = /^[0-9a-f]{2}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** Names come from the index too, so the form is checked before one becomes part of a path. */
function blobPath(folder: string, sha256: string): string {
  if (!SHA256.test(sha256)) throw new RangeError(`${JSON.stringify(sha256)} is not a sha256 in lower-case hex`);
  return joinPath(folder, sha256.slice(0, 2), sha256);
}

function storedAt(stat: FileStat): number {
  return Number(stat.mtimeNs / 1_000_000n);
}

/** All 256 at once, so that no later write waits for one; their names are made durable before a blob relies on them. */
async function makeFolders(fs: FileSystem, folder: string, tempFolder: string): Promise<void> {
  const isNew = (await fs.lstat(folder)) === null;
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  await fs.mkdir(tempFolder, { recursive: true, mode: 0o700 });
  const standing = new Set((await fs.readdir(folder)).map((entry) => entry.name));
  const missing = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, "0")).filter(
    (name) => !standing.has(name),
  );
  await Promise.all(missing.map((name) => fs.mkdir(joinPath(folder, name), { recursive: true, mode: 0o700 })));
  if (missing.length > 0) await syncFolder(fs, folder);
  if (isNew) await syncFolder(fs, parentOf(folder));
}

/** The port syncs a folder only together with a change in it. */
async function syncFolder(fs: FileSystem, folder: string): Promise<void> {
  const probe = joinPath(folder, ".sync");
  await fs.writeFile(probe, new Uint8Array(0), { durable: true, mode: 0o600 });
  await fs.rm(probe, { force: true });
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
