import { FileSystemError } from "../../runtime/errors.ts";
import { parentOf } from "../../runtime/paths.ts";
import type { FileStat, FileSystem, Hash } from "../../runtime/ports/mod.ts";
import type { FilePrimitives, OwnedStat } from "./primitives.ts";
import { replaceByLink, replaceFile, stageFile } from "./replace-file.ts";

export interface FileSystemOptions {
  readonly hash: Hash;
  /** Start of every temporary file's name; 8 hex digits and ".tmp" follow. */
  readonly tempPrefix: string;
  /** Awaited once per folder before the first temporary file is made in it. */
  readonly beforeTemp?: (folder: string) => Promise<void>;
  /** False: nothing is ever synced, whatever `durable` says. */
  readonly sync?: boolean;
}

/** The port over a host's own calls: typed errors, absence as `null`, sorted listings, and the atomic replace. */
export function createFileSystem(primitives: FilePrimitives, options: FileSystemOptions): FileSystem {
  const host = options.sync === false ? withoutSync(primitives) : primitives;
  const temps = { hash: options.hash, tempPrefix: options.tempPrefix, beforeTemp: oncePerFolder(options.beforeTemp) };

  async function run<T>(operation: string, path: string, task: () => Promise<T>): Promise<T> {
    checkPath(operation, path);
    try {
      return await task();
    } catch (error) {
      throw typed(host, error, operation, path);
    }
  }

  async function statOrNull(operation: "stat" | "lstat", path: string): Promise<FileStat | null> {
    checkPath(operation, path);
    try {
      return withoutOwner(await host[operation](path));
    } catch (error) {
      const code = host.errorCode(error);
      if (code === "ENOENT" || code === "ENOTDIR") return null;
      throw typed(host, error, operation, path);
    }
  }

  return {
    readFile: (path) => run("readFile", path, () => host.readFile(path)),
    readRange: (path, offset, length) => run("readRange", path, () => host.readRange(path, offset, length)),
    writeFile: (path, data, write = {}) => run("writeFile", path, () => replaceFile(host, temps, path, data, write)),
    stageFile: async (path, data, write = {}) => {
      const staged = await run("stageFile", path, () => stageFile(host, temps, path, data, write));
      return { publish: () => run("writeFile", path, staged.publish), discard: staged.discard };
    },
    stat: (path) => statOrNull("stat", path),
    lstat: (path) => statOrNull("lstat", path),
    readdir: (path) =>
      run("readdir", path, async () => {
        const entries = await host.readdir(path);
        return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
      }),
    mkdir: (path, { recursive = false, mode = 0o777 } = {}) =>
      run("mkdir", path, () => host.mkdir(path, { recursive, mode })),
    readlink: (path) => run("readlink", path, () => host.readlink(path)),
    symlink: (target, path, { replace = false } = {}) =>
      run("symlink", path, () => {
        checkPath("symlink", target);
        return replace ? replaceByLink(host, temps, target, path) : host.symlink(target, path);
      }),
    rename: (from, to, { durable = false } = {}) =>
      run("rename", from, async () => {
        checkPath("rename", to);
        await host.rename(from, to);
        if (durable) await host.syncFolder(parentOf(to));
      }),
    rm: (path, { recursive = false, force = false, durable = false } = {}) =>
      run("rm", path, async () => {
        const removed = await remove(host, path, recursive, force);
        if (removed && durable) await host.syncFolder(parentOf(path));
      }),
    syncFolder: (path) => run("syncFolder", path, () => host.syncFolder(path)),
    rmdir: (path) => run("rmdir", path, () => host.rmdir(path)),
    chmod: (path, mode) => run("chmod", path, () => host.chmod(path, mode)),
    realpath: (path) => run("realpath", path, () => host.realpath(path)),
  };
}

function withoutSync(host: FilePrimitives): FilePrimitives {
  return {
    ...host,
    createFile: async (path, mode) => ({ ...(await host.createFile(path, mode)), sync: async () => {} }),
    syncFolder: async () => {},
  };
}

async function remove(host: FilePrimitives, path: string, recursive: boolean, force: boolean): Promise<boolean> {
  try {
    const { kind } = await host.lstat(path);
    if (kind !== "directory") await host.unlink(path);
    else if (recursive) await host.removeTree(path);
    else throw new FileSystemError("EISDIR", "rm", path);
    return true;
  } catch (error) {
    const code = host.errorCode(error);
    if (force && (code === "ENOENT" || code === "ENOTDIR")) return false;
    throw error;
  }
}

/** A host would cut the path at NUL or write another name for a lone surrogate; no file can have such a name. */
function checkPath(operation: string, path: string): void {
  if (path.includes("\0")) throw new FileSystemError("EINVAL", operation, path, { detail: "NUL in the path" });
  if (!path.isWellFormed())
    throw new FileSystemError("EINVAL", operation, path, { detail: "lone surrogate in the path" });
}

function typed(host: FilePrimitives, error: unknown, operation: string, path: string): unknown {
  if (error instanceof FileSystemError) return error;
  const code = host.errorCode(error);
  return code === null ? error : new FileSystemError(code, operation, path, { cause: error });
}

function withoutOwner({ kind, size, mtimeNs, mode, dev, ino, nlink }: OwnedStat): FileStat {
  return { kind, size, mtimeNs, mode, dev, ino, nlink };
}

function oncePerFolder(call: FileSystemOptions["beforeTemp"]): (folder: string) => Promise<void> {
  const called = new Map<string, Promise<void>>();
  return async (folder) => {
    if (call === undefined) return;
    let done = called.get(folder);
    if (done === undefined) {
      done = call(folder);
      called.set(folder, done);
      // A call that failed has not happened: the next write tries again.
      done.catch(() => called.delete(folder));
    }
    await done;
  };
}
