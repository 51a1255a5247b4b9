import { memfs, type Volume } from "memfs";
import { FileSystemError } from "../../runtime/errors.ts";
import { baseName, joinPath, parentOf } from "../../runtime/paths.ts";
import type { DirEntry, FileKind, FileSystem } from "../../runtime/ports/mod.ts";
import { createFileSystem, type FileSystemOptions } from "./file-system.ts";
import type { FilePrimitives, NewFile, OwnedStat } from "./primitives.ts";

export interface MemoryFileSystemOptions extends Omit<FileSystemOptions, "tempPrefix"> {
  readonly tempPrefix?: string;
  /** The tree to work on; an empty one when not given. */
  readonly volume?: Volume;
}

/** A tree in memory, the same on every host and in a page. File times are whole milliseconds. */
export function createMemoryFileSystem(options: MemoryFileSystemOptions): FileSystem {
  const { volume, tempPrefix = ".mortise-memory-", ...rest } = options;
  return createFileSystem(memoryPrimitives(volume), { ...rest, tempPrefix });
}

/**
 * memfs with the system's own rules where it has others: see each call's comment. Its synchronous calls are used, so
 * that a call made of several steps still happens in one turn of the event loop.
 */
export function memoryPrimitives(volume: Volume = memfs().vol): FilePrimitives {
  return {
    errorCode,
    readFile: async (path) => bytesOf(volume.readFileSync(path)),
    readRange: async (path, offset, length) => {
      const fd = volume.openSync(path, "r");
      try {
        const stats = volume.fstatSync(fd);
        // memfs reads nothing off a folder, quietly.
        if (stats.isDirectory()) throw failure("EISDIR", "readRange", path);
        const bytes = new Uint8Array(Math.min(length, Math.max(Number(stats.size) - offset, 0)));
        const filled = bytes.length === 0 ? 0 : volume.readSync(fd, bytes, 0, bytes.length, offset);
        return bytes.slice(0, filled);
      } finally {
        volume.closeSync(fd);
      }
    },
    createFile: async (path, mode) => {
      const real = followFolder(volume, path);
      // memfs asks the mode of a file that it is just making whether its maker may write.
      const fd = volume.openSync(real, "wx", 0o600);
      volume.fchmodSync(fd, mode & ~UMASK);
      return newFile(volume, fd);
    },
    stat: async (path) => statOf(volume.statSync(path)),
    lstat: async (path) => statOf(volume.lstatSync(path)),
    readdir: async (path) => entriesOf(volume, path),
    mkdir: async (path, { recursive, mode }) => {
      // memfs answers EEXIST only when it does not create parents.
      if (recursive && volume.existsSync(path) && !volume.statSync(path).isDirectory())
        throw failure("EEXIST", "mkdir", path);
      volume.mkdirSync(recursive ? path : followFolder(volume, path), { recursive, mode: mode & ~UMASK });
    },
    readlink: async (path) => String(volume.readlinkSync(path)),
    symlink: async (target, path) => volume.symlinkSync(target, followFolder(volume, path)),
    link: async (existing, path) => volume.linkSync(existing, followFolder(volume, path)),
    rename: async (from, to) => rename(volume, followFolder(volume, from), followFolder(volume, to)),
    unlink: async (path) => volume.unlinkSync(path),
    rmdir: async (path) => volume.rmdirSync(path),
    removeTree: async (path) => removeTree(volume, path),
    chmod: async (path, mode) => {
      const { atime, mtime } = volume.statSync(path);
      volume.chmodSync(path, mode);
      // memfs moves the file's time with its mode.
      volume.utimesSync(path, atime, mtime);
    },
    realpath: async (path) => String(volume.realpathSync(path)),
    syncFolder: async () => {},
  };
}

/** What most hosts take off; memfs itself takes off nothing. */
const UMASK = 0o022;

function newFile(volume: Volume, fd: number): NewFile {
  return {
    write: async (data) => {
      let written = 0;
      while (written < data.length) written += volume.writeSync(fd, data, written, data.length - written);
    },
    owner: async () => {
      const { uid, gid } = volume.fstatSync(fd);
      return { uid, gid };
    },
    chown: async ({ uid, gid }) => volume.fchownSync(fd, uid, gid),
    chmod: async (mode) => volume.fchmodSync(fd, mode),
    sync: async () => volume.fsyncSync(fd),
    close: async () => volume.closeSync(fd),
  };
}

/** memfs follows a link at `from`, replaces a folder by a file, and forgets to count down the links of what it replaces. */
function rename(volume: Volume, from: string, to: string): void {
  const source = statOf(volume.lstatSync(from));
  const there = volume.lstatSync(to, { throwIfNoEntry: false });
  const target = there === undefined ? null : statOf(there);
  if (target !== null) {
    if (target.ino === source.ino) return;
    if (target.kind === "directory" && source.kind !== "directory") throw failure("EISDIR", "rename", to);
    if (target.kind !== "directory" && source.kind === "directory") throw failure("ENOTDIR", "rename", to);
    if (target.kind === "directory") volume.rmdirSync(to);
    else volume.unlinkSync(to);
  }
  if (source.kind === "symlink") {
    const link = String(volume.readlinkSync(from));
    volume.unlinkSync(from);
    volume.symlinkSync(link, to);
  } else volume.renameSync(from, to);
}

/** memfs drops a subtree without counting down the links of its files. */
function removeTree(volume: Volume, path: string): void {
  for (const entry of entriesOf(volume, path)) {
    const inside = joinPath(path, entry.name);
    if (entry.kind === "directory") removeTree(volume, inside);
    else volume.unlinkSync(inside);
  }
  volume.rmdirSync(path);
}

/** memfs does not follow a link that stands for the folder of the last component when it creates something there. */
function followFolder(volume: Volume, path: string): string {
  return joinPath(String(volume.realpathSync(parentOf(path))), baseName(path));
}

function entriesOf(volume: Volume, path: string): DirEntry[] {
  return volume.readdirSync(path).map((name) => {
    const kind = kindOf(volume.lstatSync(joinPath(path, String(name))));
    return { name: String(name), kind };
  });
}

interface Stats extends Kinds {
  readonly size: number;
  readonly mtime: Date;
  readonly mode: number;
  readonly dev: number;
  readonly ino: number;
  readonly nlink: number;
  readonly uid: number;
  readonly gid: number;
}

interface Kinds {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

function statOf(stats: Stats): OwnedStat {
  return {
    kind: kindOf(stats),
    size: stats.size,
    mtimeNs: BigInt(stats.mtime.getTime()) * 1_000_000n,
    mode: stats.mode & 0o7777,
    dev: stats.dev,
    ino: stats.ino,
    nlink: stats.nlink,
    uid: stats.uid,
    gid: stats.gid,
  };
}

function kindOf(stats: Kinds): FileKind {
  if (stats.isFile()) return "file";
  if (stats.isDirectory()) return "directory";
  return stats.isSymbolicLink() ? "symlink" : "other";
}

/** memfs keeps no copy of what it hands out; the pool its Buffer may lie in is left behind. */
function bytesOf(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? new TextEncoder().encode(data) : new Uint8Array(data);
}

function failure(code: string, operation: string, path: string): FileSystemError {
  return new FileSystemError(code, operation, path);
}

function errorCode(error: unknown): string | null {
  if (!(error instanceof Error && "code" in error && typeof error.code === "string")) return null;
  return /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}
