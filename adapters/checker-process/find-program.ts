import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import { basename, delimiter, join } from "node:path";
import process from "node:process";
import { searchPath } from "./search-path.ts";

export interface FoundProgram {
  /** Absolute, as it stands in PATH: some programs go by the name they were called by. */
  readonly path: string;
  /** Tells this very file from another one, and from what it is after an update. */
  readonly identity: string;
}

/** The programs of a name in PATH, first things first. One that is another runtime under this name is none. */
export async function* findPrograms(name: string): AsyncGenerator<FoundProgram> {
  for (const folder of searchPath()) {
    const path = join(folder, name);
    const identity = await identityOf(path);
    if (identity !== null) yield { path, identity };
  }
}

/** By the name of the file that a link leads to. */
const OTHER_RUNTIME = /^(?:deno|denort|bun|bunx)(?:\.exe)?$/i;

async function identityOf(path: string): Promise<string | null> {
  try {
    await access(path, constants.X_OK);
    const real = await realpath(path);
    if (OTHER_RUNTIME.test(basename(real))) return null;
    const file = await stat(real);
    return file.isFile() ? JSON.stringify([real, file.ino, file.size, file.mtimeMs]) : null;
  } catch {
    return null;
  }
}

const PASSED_ON = ["HOME", "TMPDIR", "XDG_CONFIG_HOME"] as const;

/** What a checker sees of the environment. Messages are in English, for they are compared. */
export function checkerEnvironment(): Record<string, string> {
  const seen: Record<string, string> = { LC_ALL: "C", PATH: searchPath().join(delimiter) };
  for (const name of PASSED_ON) {
    const value = process.env[name];
    if (value !== undefined) seen[name] = value;
  }
  return seen;
}
