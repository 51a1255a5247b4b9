import { joinPath, parentOf } from "../paths.ts";
import { decodeText } from "../text/mod.ts";
import type { ConfigFiles } from "./types.ts";

/** A configuration larger than this is none. */
const MAX_BYTES = 1_000_000;

/** The folders from that of `path` up to `root`, both included. */
export function* foldersUp(path: string, root: string): Generator<string> {
  for (let folder = parentOf(path); ; folder = parentOf(folder)) {
    yield folder;
    if (folder === root || folder === parentOf(folder)) return;
  }
}

/** The text of a regular file, or null when there is none. Throws when it is no text. */
export async function readTextFile(fs: ConfigFiles, folder: string, name: string): Promise<string | null> {
  const path = joinPath(folder, name);
  const stat = await fs.stat(path);
  if (stat?.kind !== "file") return null;
  if (stat.size > MAX_BYTES) throw new Error(`${name} is too large for a configuration`);
  const decoded = decodeText(await fs.readFile(path));
  if (decoded.kind !== "text") throw new Error(`${name} is no text`);
  return decoded.text;
}
