import { isFileSystemError } from "../errors.ts";
import { absolutePath } from "../paths.ts";
import type { FileSystem } from "../ports/mod.ts";
import { CliError } from "./cli-error.ts";

/** The real path of an existing folder named on the command line; `what` names the argument in the refusal. */
export async function realFolder(fs: FileSystem, cwd: string, path: string, what: string): Promise<string> {
  const wanted = absolutePath(cwd, path);
  try {
    const real = await fs.realpath(wanted);
    if ((await fs.stat(real))?.kind === "directory") return real;
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
    if (error.code !== "ENOENT" && error.code !== "ENOTDIR") {
      throw new CliError("bad_argument", `${what} "${wanted}" cannot be opened (${error.code})`);
    }
  }
  throw new CliError("bad_argument", `${what} "${wanted}" is no existing folder; pass the path of one`);
}
