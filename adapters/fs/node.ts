import { type BigIntStats, constants, type Dirent, lstatSync, promises, statSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import type { DirEntry, FileKind, FileSystem } from "../../runtime/ports/mod.ts";
import { createFileSystem, type FileSystemOptions } from "./file-system.ts";
import type { FilePrimitives, NewFile, OwnedStat } from "./primitives.ts";

/** The disk through `node:fs`, under Node and Bun. */
export function createNodeFileSystem(options: FileSystemOptions): FileSystem {
  return createFileSystem(nodePrimitives, options);
}

export const nodePrimitives: FilePrimitives = {
  errorCode,
  readFile: async (path) => bytesOf(await promises.readFile(path)),
  readRange,
  createFile: async (path, mode) => {
    const { O_WRONLY, O_CREAT, O_EXCL } = constants;
    return newFile(await promises.open(path, O_WRONLY | O_CREAT | O_EXCL, mode));
  },
  // Synchronous, because a write looks at a dozen names: each look takes microseconds, and handing it to another thread and
  // back takes ten times as long.
  stat: async (path) => statOf(statSync(path, { bigint: true })),
  lstat: async (path) => statOf(lstatSync(path, { bigint: true })),
  readdir: async (path) => (await promises.readdir(path, { withFileTypes: true })).map(entryOf),
  mkdir: makeFolder,
  readlink: (path) => promises.readlink(path),
  symlink: (target, path) => promises.symlink(target, path),
  link: (existing, path) => promises.link(existing, path),
  rename: (from, to) => promises.rename(from, to),
  unlink: (path) => promises.unlink(path),
  rmdir: (path) => promises.rmdir(path),
  removeTree: (path) => promises.rm(path, { recursive: true }),
  chmod: (path, mode) => promises.chmod(path, mode),
  realpath: (path) => promises.realpath(path),
  syncFolder,
};

/** Node answers ENOENT when a recursive mkdir meets a read-only filesystem; asked folder by folder, it tells the reason. */
async function makeFolder(path: string, options: { recursive: boolean; mode: number }): Promise<void> {
  try {
    await promises.mkdir(path, options);
  } catch (error) {
    if (!options.recursive || errorCode(error) !== "ENOENT") throw error;
    for (let folder = path; ; folder = dirname(folder)) {
      try {
        await promises.mkdir(folder, { mode: options.mode });
        break;
      } catch (reason) {
        if (errorCode(reason) === "EROFS") throw reason;
        if (errorCode(reason) !== "ENOENT" || folder === dirname(folder)) throw error;
      }
    }
    await promises.mkdir(path, options);
  }
}

async function readRange(path: string, offset: number, length: number): Promise<Uint8Array> {
  const handle = await promises.open(path, "r");
  try {
    const { size } = await handle.stat();
    // Files of the kernel report no size; a small allowance reads them all the same.
    const bytes = new Uint8Array(Math.min(length, Math.max(size - offset, SIZELESS_BYTES)));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return filled === bytes.length ? bytes : bytes.slice(0, filled);
  } finally {
    await handle.close();
  }
}

const SIZELESS_BYTES = 4096;

function newFile(handle: FileHandle): NewFile {
  return {
    write: (data) => handle.writeFile(data),
    owner: () => handle.stat(),
    chown: ({ uid, gid }) => handle.chown(uid, gid),
    chmod: (mode) => handle.chmod(mode),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

async function syncFolder(path: string): Promise<void> {
  const handle = await promises.open(path, "r");
  try {
    await handle.sync();
  } catch (error) {
    // Some network filesystems cannot sync a folder; their rename is as durable as they make it.
    if (errorCode(error) !== "EINVAL") throw error;
  } finally {
    await handle.close();
  }
}

function statOf(stats: BigIntStats): OwnedStat {
  return {
    kind: kindOf(stats),
    size: Number(stats.size),
    mtimeNs: stats.mtimeNs,
    mode: Number(stats.mode) & 0o7777,
    dev: Number(stats.dev),
    ino: Number(stats.ino),
    nlink: Number(stats.nlink),
    uid: Number(stats.uid),
    gid: Number(stats.gid),
  };
}

function entryOf(entry: Dirent): DirEntry {
  return { name: entry.name, kind: kindOf(entry) };
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "symlink" : "other";
}

/** A plain Uint8Array over the same memory: a Buffer's `slice` shares where a Uint8Array's copies. */
function bytesOf(buffer: Uint8Array): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

/** Node's own checks throw codes such as ERR_FS_EISDIR, which are not errno names. */
function errorCode(error: unknown): string | null {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string")) return null;
  if (error.code === "ERR_FS_FILE_TOO_LARGE") return "EFBIG";
  return /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}
