import { baseName, foldPath, joinPath, parentOf } from "../../../runtime/paths.ts";
import type { FileSystem } from "../../../runtime/ports/mod.ts";

/** A tree that takes spellings of a name for the same file and keeps the one it was made under, as macOS and Windows do. */
export function foldingTree(fs: FileSystem): FileSystem {
  /** The path under the names that stand there; what does not exist keeps the name that was given. */
  const stored = async (path: string): Promise<string> => {
    if (path === "/" || (await fs.lstat(path)) !== null) return path;
    const folder = await stored(parentOf(path));
    const name = baseName(path);
    const entries = (await fs.stat(folder))?.kind === "directory" ? await fs.readdir(folder) : [];
    const found = entries.find((entry) => foldPath(entry.name) === foldPath(name));
    return joinPath(folder, found?.name ?? name);
  };
  return {
    readFile: async (path) => fs.readFile(await stored(path)),
    readRange: async (path, ...range) => fs.readRange(await stored(path), ...range),
    writeFile: async (path, ...rest) => fs.writeFile(await stored(path), ...rest),
    stageFile: async (path, ...rest) => fs.stageFile(await stored(path), ...rest),
    stat: async (path) => fs.stat(await stored(path)),
    lstat: async (path) => fs.lstat(await stored(path)),
    readdir: async (path) => fs.readdir(await stored(path)),
    mkdir: async (path, options) => fs.mkdir(await stored(path), options),
    readlink: async (path) => fs.readlink(await stored(path)),
    symlink: async (target, path, options) => fs.symlink(target, await stored(path), options),
    rename: async (from, to, options) => fs.rename(await stored(from), await stored(to), options),
    rm: async (path, options) => fs.rm(await stored(path), options),
    syncFolder: async (path) => fs.syncFolder(await stored(path)),
    rmdir: async (path) => fs.rmdir(await stored(path)),
    chmod: async (path, mode) => fs.chmod(await stored(path), mode),
    // As JavaScript's own realpath does there: links are followed, and the case stays as it was given.
    realpath: (path) => fs.realpath(path),
  };
}
