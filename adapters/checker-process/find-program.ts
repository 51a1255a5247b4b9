import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import process from "node:process";

/**
 * The absolute path of a program in PATH, or null. Relative entries are passed over: they would name folders of the
 * workspace, whose files are the model's.
 */
export async function findProgram(name: string): Promise<string | null> {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const path = join(folder, name);
    if (await isExecutable(path)) return path;
  }
  return null;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

const PASSED_ON = ["PATH", "HOME", "TMPDIR", "XDG_CONFIG_HOME"] as const;

/** What a checker sees of the environment. Messages are in English, for they are compared. */
export function checkerEnvironment(): Record<string, string> {
  const seen: Record<string, string> = { LC_ALL: "C" };
  for (const name of PASSED_ON) {
    const value = process.env[name];
    if (value !== undefined) seen[name] = value;
  }
  return seen;
}
