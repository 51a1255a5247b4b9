import type { FileKind, FileSystem } from "../../runtime/ports/mod.ts";
import { createFileSystem, type FileSystemOptions } from "./file-system.ts";
import type { FilePrimitives, NewFile, OwnedStat } from "./primitives.ts";

/** The disk through Deno's own calls. File times are whole milliseconds: Deno hands out no finer ones. */
export function createDenoFileSystem(options: FileSystemOptions): FileSystem {
  return createFileSystem(denoPrimitives, options);
}

export const denoPrimitives: FilePrimitives = {
  errorCode,
  readFile: (path) => Deno.readFile(path),
  readRange,
  createFile: async (path, mode) => newFile(path, await Deno.open(path, { write: true, createNew: true, mode })),
  stat: async (path) => statOf(await Deno.stat(path)),
  lstat: async (path) => statOf(await Deno.lstat(path)),
  readdir: (path) => Array.fromAsync(Deno.readDir(path), (entry) => ({ name: entry.name, kind: kindOf(entry) })),
  mkdir: (path, options) => Deno.mkdir(path, options),
  readlink: (path) => Deno.readLink(path),
  symlink: (target, path) => Deno.symlink(target, path),
  link: (existing, path) => Deno.link(existing, path),
  rename: (from, to) => Deno.rename(from, to),
  unlink: (path) => Deno.remove(path),
  rmdir: async (path) => {
    // Deno.remove takes files too.
    if (!(await Deno.lstat(path)).isDirectory) throw new Deno.errors.NotADirectory(path);
    await Deno.remove(path);
  },
  removeTree: (path) => Deno.remove(path, { recursive: true }),
  chmod: (path, mode) => Deno.chmod(path, mode),
  realpath: (path) => Deno.realPath(path),
  syncFolder,
};

async function readRange(path: string, offset: number, length: number): Promise<Uint8Array> {
  using file = await Deno.open(path, { read: true });
  const { size } = await file.stat();
  // Files of the kernel report no size; a small allowance reads them all the same.
  const bytes = new Uint8Array(Math.min(length, Math.max(size - offset, SIZELESS_BYTES)));
  if (offset > 0) await file.seek(offset, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < bytes.length) {
    const read = await file.read(bytes.subarray(filled));
    if (read === null) break;
    filled += read;
  }
  return filled === bytes.length ? bytes : bytes.slice(0, filled);
}

const SIZELESS_BYTES = 4096;

/** A handle of Deno has no chmod and chown; the random name, made by this process alone, stands for it. */
function newFile(path: string, file: Deno.FsFile): NewFile {
  return {
    write: async (data) => {
      let written = 0;
      while (written < data.length) written += await file.write(data.subarray(written));
    },
    owner: async () => {
      const { uid, gid } = await file.stat();
      return { uid: uid ?? 0, gid: gid ?? 0 };
    },
    chown: ({ uid, gid }) => Deno.chown(path, uid, gid),
    chmod: (mode) => Deno.chmod(path, mode),
    sync: () => file.sync(),
    close: async () => file.close(),
  };
}

async function syncFolder(path: string): Promise<void> {
  using folder = await Deno.open(path, { read: true });
  try {
    await folder.sync();
  } catch (error) {
    // Some network filesystems cannot sync a folder; their rename is as durable as they make it.
    if (errorCode(error) !== "EINVAL") throw error;
  }
}

function statOf(info: Deno.FileInfo): OwnedStat {
  return {
    kind: kindOf(info),
    size: info.size,
    mtimeNs: BigInt(info.mtime?.getTime() ?? 0) * 1_000_000n,
    mode: (info.mode ?? 0) & 0o7777,
    dev: info.dev,
    ino: info.ino ?? 0,
    nlink: info.nlink ?? 1,
    uid: info.uid ?? 0,
    gid: info.gid ?? 0,
  };
}

function kindOf(entry: { isFile: boolean; isDirectory: boolean; isSymlink: boolean }): FileKind {
  if (entry.isFile) return "file";
  if (entry.isDirectory) return "directory";
  return entry.isSymlink ? "symlink" : "other";
}

/** Errors of the system carry their errno name; a permission that was not granted to Deno carries none. */
function errorCode(error: unknown): string | null {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  if (error instanceof Deno.errors.NotCapable) return "EACCES";
  if (error instanceof Deno.errors.NotADirectory) return "ENOTDIR";
  return null;
}
