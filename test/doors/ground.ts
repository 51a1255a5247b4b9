import { joinPath, parentOf } from "../../runtime/paths.ts";
import type { FileSystem, Hash } from "../../runtime/ports/mod.ts";
import type { SetupEntry } from "./door-case.ts";

/** The folder that cases are played in, handled past the product. */
export interface Ground {
  /** Empties the folder, then lays the entries. */
  lay(files: Readonly<Record<string, SetupEntry>>): Promise<void>;
  put(path: string, text: string | null): Promise<void>;
  /** Every entry below the root: kind, mode, and content (a long one by its hash). */
  tree(): Promise<Record<string, string>>;
  /** Likewise what any write would change though it left the same bytes: time and inode, of folders too. */
  traces(): Promise<Record<string, string>>;
}

const SHOWN_BYTES = 2000;
const FILE_MODE = 0o644;

/** @param root A folder that exists. */
export function createGround(fs: FileSystem, hash: Hash, root: string): Ground {
  const put = async (path: string, bytes: Uint8Array, mode: number) => {
    const absolute = joinPath(root, path);
    await fs.mkdir(parentOf(absolute), { recursive: true });
    await fs.writeFile(absolute, bytes);
    await fs.chmod(absolute, mode);
  };
  return {
    async lay(files) {
      for (const { name } of await fs.readdir(root)) await fs.rm(joinPath(root, name), { recursive: true });
      for (const [path, entry] of Object.entries(files)) {
        if (typeof entry === "string") await put(path, utf8(entry), FILE_MODE);
        else if ("bytes" in entry) await put(path, Uint8Array.from(entry.bytes), FILE_MODE);
        else if ("text" in entry) await put(path, utf8(entry.text), entry.mode);
        else if ("link" in entry) await fs.symlink(entry.link, joinPath(root, path));
        else await fs.mkdir(joinPath(root, path), { recursive: true });
      }
    },
    async put(path, text) {
      if (text === null) await fs.rm(joinPath(root, path));
      else await put(path, utf8(text), FILE_MODE);
    },
    tree: () => entriesBelow(fs, root, "", (path) => contentOf(fs, hash, path)),
    async traces() {
      const below = await entriesBelow(fs, root, "", (path) => traceOf(fs, path));
      return { ...below, ".": await traceOf(fs, root) };
    },
  };
}

async function entriesBelow(
  fs: FileSystem,
  root: string,
  folder: string,
  describe: (path: string) => Promise<string>,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, kind } of await fs.readdir(joinPath(root, folder))) {
    const path = folder === "" ? name : `${folder}/${name}`;
    found[path] = await describe(joinPath(root, path));
    if (kind === "directory") Object.assign(found, await entriesBelow(fs, root, path, describe));
  }
  return found;
}

async function contentOf(fs: FileSystem, hash: Hash, path: string): Promise<string> {
  const stat = await fs.lstat(path);
  if (stat?.kind === "symlink") return `link to ${await fs.readlink(path)}`;
  if (stat?.kind !== "file") return String(stat?.kind);
  const bytes = await fs.readFile(path);
  const text = bytes.length > SHOWN_BYTES ? null : textOf(bytes);
  return `${stat.mode.toString(8)} ${text === null ? hash.sha256(bytes) : JSON.stringify(text)}`;
}

async function traceOf(fs: FileSystem, path: string): Promise<string> {
  const stat = await fs.lstat(path);
  return `${stat?.kind} ${stat?.mode.toString(8)} ${stat?.size} ${stat?.mtimeNs} ${stat?.ino} ${stat?.nlink}`;
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
