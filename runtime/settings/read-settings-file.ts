import { isFileSystemError } from "../errors.ts";
import { joinPath } from "../paths.ts";
import type { FileSystem } from "../ports/mod.ts";
import type { SettingsFile } from "./load.ts";

/** More than this is no settings file. */
const MAX_BYTES = 1024 * 1024;

/** `<home>/settings.json`, or `null` when there is none. A file that cannot be read is told, not thrown. */
export async function readSettingsFile(fs: FileSystem, home: string): Promise<SettingsFile | null> {
  const path = joinPath(home, "settings.json");
  try {
    const stat = await fs.stat(path);
    if (stat === null) return null;
    if (stat.kind !== "file") return { path, unreadable: "is not a file" };
    if (stat.size > MAX_BYTES) return { path, unreadable: `is larger than ${MAX_BYTES} bytes` };
    const bytes = await fs.readFile(path);
    return { path, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    if (isFileSystemError(error)) return { path, unreadable: `could not be read (${error.code})` };
    if (error instanceof TypeError) return { path, unreadable: "is not valid UTF-8" };
    throw error;
  }
}
