import { delimiter, isAbsolute } from "node:path";
import process from "node:process";

/**
 * The folders of PATH that a program of the machine may stand in. Passed over: relative ones and `node_modules/.bin`, for
 * they name folders of a project, whose files are the model's; and those that Deno and Bun put in front themselves, which
 * hold a `node` that is Deno or Bun under another name.
 */
export function searchPath(): readonly string[] {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !OF_NO_MACHINE.test(folder));
}

const OF_NO_MACHINE = /[\\/](?:node_modules[\\/]\.bin|node_compat_bin|bun-node-[^\\/]*)[\\/]*$/;
