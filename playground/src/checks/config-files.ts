import type { ConfigFiles } from "../../../runtime/diagnostics/mod.ts";
import { FileSystemError } from "../../../runtime/errors.ts";
import { joinPath } from "../../../runtime/paths.ts";

export interface TreeFile {
  /** Below the root. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A tree that is only read. Nobody asks for more of it than kind, size and content. */
export function configFiles(root: string, files: readonly TreeFile[]): ConfigFiles {
  const held = new Map(files.map(({ path, bytes }) => [joinPath(root, path), bytes]));
  return {
    async stat(path) {
      const bytes = held.get(path);
      if (bytes === undefined) return null;
      return { kind: "file", size: bytes.length, mtimeNs: 0n, mode: 0o644, dev: 0, ino: 0, nlink: 1 };
    },
    async readFile(path) {
      const bytes = held.get(path);
      if (bytes === undefined) throw new FileSystemError("ENOENT", "readFile", path);
      return bytes;
    },
  };
}
