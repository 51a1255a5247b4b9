import {
  type BigIntStats,
  closeSync,
  constants,
  type Dirent,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  linkSync,
  lstatSync,
  openSync,
  promises,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  write,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import type { DirEntry, FileKind, FileSystem } from "../../runtime/ports/mod.ts";
import { createFileSystem, type FileSystemOptions } from "./file-system.ts";
import type { FilePrimitives, NewFile, OwnedStat } from "./primitives.ts";

/** The disk through `node:fs`, under Node and Bun. */
export function createNodeFileSystem(options: FileSystemOptions): FileSystem {
  return createFileSystem(nodePrimitives, options);
}

/**
 * Looks, names and small contents are synchronous: a write makes two dozen such calls, each takes microseconds, and handing
 * it to another thread and back takes ten times as long. What may take long is not: large contents, listings and syncs.
 */
export const nodePrimitives: FilePrimitives = {
  errorCode,
  readFile,
  readRange,
  createFile: async (path, mode) => {
    const { O_WRONLY, O_CREAT, O_EXCL } = constants;
    return newFile(openSync(path, O_WRONLY | O_CREAT | O_EXCL, mode));
  },
  stat: async (path) => statOf(statSync(path, { bigint: true })),
  lstat: async (path) => statOf(lstatSync(path, { bigint: true })),
  readdir: async (path) => (await promises.readdir(path, { withFileTypes: true })).map(entryOf),
  mkdir: makeFolder,
  readlink: (path) => promises.readlink(path),
  symlink: (target, path) => promises.symlink(target, path),
  link: async (existing, path) => linkSync(existing, path),
  rename: async (from, to) => renameSync(from, to),
  unlink: async (path) => unlinkSync(path),
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

/** What is read or written in one go on this thread: some 50 microseconds. */
const SMALL_BYTES = 262_144;

async function readFile(path: string): Promise<Uint8Array> {
  return readSmallFile(path) ?? bytesOf(await promises.readFile(path));
}

/** Null for a file that is large, that grows while it is read, or whose size the kernel does not tell. */
function readSmallFile(path: string): Uint8Array | null {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    if (size === 0 || size > SMALL_BYTES) return null;
    // One more than there is, so that the last read meets the end.
    const bytes = new Uint8Array(size + 1);
    let filled = 0;
    while (filled <= size) {
      const read = readSync(file, bytes, filled, bytes.length - filled, null);
      if (read === 0) return bytes.slice(0, filled);
      filled += read;
    }
    return null;
  } finally {
    closeSync(file);
  }
}

function newFile(file: number): NewFile {
  return {
    write: (data) => writeAll(file, data),
    owner: async () => fstatSync(file),
    chown: async ({ uid, gid }) => fchownSync(file, uid, gid),
    chmod: async (mode) => fchmodSync(file, mode),
    sync: () => flush(file),
    close: async () => closeSync(file),
  };
}

async function writeAll(file: number, data: Uint8Array): Promise<void> {
  for (let written = 0; written < data.length; ) {
    const rest = data.subarray(written);
    written += rest.length <= SMALL_BYTES ? writeSync(file, rest) : (await writeFrom(file, rest)).bytesWritten;
  }
}

const writeFrom = promisify(write);
const flush = promisify(fsync);

async function syncFolder(path: string): Promise<void> {
  const folder = openSync(path, "r");
  try {
    await flush(folder);
  } catch (error) {
    // Some network filesystems cannot sync a folder; their rename is as durable as they make it.
    if (errorCode(error) !== "EINVAL") throw error;
  } finally {
    closeSync(folder);
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
