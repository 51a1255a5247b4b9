import { isFileSystemError, StoreError } from "../../errors.ts";
import { joinPath } from "../../paths.ts";
import type { CheckpointIndex, FileSystem, Host } from "../../ports/mod.ts";

/** A copy of an index that lies where the database library cannot open it, for it wants to write beside the file. */
export interface IndexCopy {
  /** Absolute. */
  readonly path: string;
  remove(): Promise<void>;
}

const ATTEMPTS = 3;

/** Copies `index.db` and what is not in it yet, `index.db-wal`, into a new folder that only this user can look into. */
export async function copyIndex(host: Host, fs: FileSystem, indexPath: string): Promise<IndexCopy> {
  const folder = joinPath(host.env("TMPDIR") || "/tmp", `mortise-index-${host.ids.hex(8)}`);
  await fs.mkdir(folder, { mode: 0o700 });
  const remove = () => fs.rm(folder, { recursive: true, force: true });
  try {
    const path = joinPath(folder, "index.db");
    await copyBoth(fs, indexPath, path);
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Again when a process that can write there changed one of the two meanwhile: they only mean something together. */
async function copyBoth(fs: FileSystem, from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await identityOf(fs, from);
    await copy(fs, `${from}-wal`, `${to}-wal`);
    await copy(fs, from, to);
    if ((await identityOf(fs, from)) === before || attempt === ATTEMPTS) return;
  }
}

async function identityOf(fs: FileSystem, path: string): Promise<string> {
  const stats = await Promise.all([fs.stat(path), fs.stat(`${path}-wal`)]);
  return stats.map((stat) => (stat === null ? "none" : `${stat.ino} ${stat.size} ${stat.mtimeNs}`)).join(", ");
}

async function copy(fs: FileSystem, from: string, to: string): Promise<void> {
  try {
    await fs.writeFile(to, await fs.readFile(from), { mode: 0o600 });
  } catch (error) {
    // No side file: everything is in the database itself.
    if (!isFileSystemError(error, "ENOENT")) throw error;
  }
}

/** The copy answers; what would be written is refused, for it would be lost with the copy. */
export function readOnlyIndex(copied: CheckpointIndex, store: string): CheckpointIndex {
  const refuse = () => {
    const message =
      `the store "${store}" is read-only, so nothing was changed: what a revert overwrites could not be kept. ` +
      `Copy the store to a place that can be written to and pass --store`;
    return Promise.reject(new StoreError("store_read_only", message));
  };
  return {
    ...copied,
    append: refuse,
    beginRevert: refuse,
    endRevert: refuse,
    claimRevert: refuse,
    remove: refuse,
    expire: refuse,
    merge: refuse,
    dropTurns: refuse,
    dropUnreferenced: refuse,
    claimPrune: refuse,
  };
}
