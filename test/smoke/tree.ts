import { createHash } from "node:crypto";
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REPOSITORY } from "./runtimes.ts";

/** A folder for one test with a workspace and a home in it; both are real paths. */
export interface Scratch {
  readonly root: string;
  readonly home: string;
  remove(): Promise<void>;
}

export async function makeScratch(): Promise<Scratch> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "mortise-smoke-")));
  const root = join(folder, "project");
  await mkdir(root);
  return { root, home: join(folder, "home"), remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Fills a workspace with the sources of installed packages: some 440 files, 8 MB. Three of TypeScript's declaration files
 * have over 10,000 lines, and tslib's files have CRLF line ends.
 */
export async function copyPackages(root: string): Promise<void> {
  const from = (path: string) => join(REPOSITORY, "node_modules", path);
  await cp(from("zod/src"), join(root, "zod"), { recursive: true });
  await cp(from("tslib"), join(root, "tslib"), { recursive: true });
  await cp(from("typescript/lib"), join(root, "typescript"), {
    recursive: true,
    filter: async (path) => path.endsWith(".d.ts") || path.endsWith("/lib"),
  });
}

/** Every file below a folder: its path relative to it -> mode and sha256. Folders count by what is in them. */
export async function hashTree(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of await filesBelow(folder)) found.set(path, await hashFile(join(folder, path)));
  return found;
}

export async function hashFile(path: string): Promise<string> {
  const { mode } = await lstat(path);
  return hashOf(await readFile(path), mode);
}

/** What `hashFile` answers for a file of these bytes and this mode. */
export function hashOf(bytes: Uint8Array, mode: number): string {
  return `${(mode & 0o7777).toString(8)} ${createHash("sha256").update(bytes).digest("hex")}`;
}

/** Paths of all that is no folder, relative to `folder`, sorted; a folder that is not there has none. */
export async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .sort();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** Temporary files of the product below these folders. */
export async function tempFilesBelow(...folders: readonly string[]): Promise<string[]> {
  const paths = await Promise.all(folders.map((folder) => filesBelow(folder)));
  return paths.flat().filter((path) => /(?:^|\/)\.mortise-[^/]*\.tmp$/.test(path));
}
