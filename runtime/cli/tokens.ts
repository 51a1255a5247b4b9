import { isFileSystemError } from "../errors.ts";
import { joinPath } from "../paths.ts";
import type { FileSystem } from "../ports/mod.ts";

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** Where a server on this machine leaves its token for `call --url`. */
export function tokenPath(home: string, port: number): string {
  return joinPath(home, "tokens", String(port));
}

/** Leaves the token of a server that is about to be ready, readable by this user alone. */
export async function leaveToken(fs: FileSystem, home: string, port: number, token: string): Promise<void> {
  const folder = joinPath(home, "tokens");
  await fs.mkdir(home, { recursive: true, mode: PRIVATE_FOLDER });
  await fs.mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  await fs.chmod(folder, PRIVATE_FOLDER);
  await fs.writeFile(tokenPath(home, port), new TextEncoder().encode(`${token}\n`), { mode: PRIVATE_FILE });
}

export async function removeToken(fs: FileSystem, home: string, port: number): Promise<void> {
  await fs.rm(tokenPath(home, port), { force: true });
}

/** The token in a file, without the line end after it; `null` when there is no such file. */
export async function readToken(fs: FileSystem, path: string): Promise<string | null> {
  try {
    const bytes = await fs.readFile(path);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).trim();
  } catch (error) {
    if (isFileSystemError(error, "ENOENT")) return null;
    throw error;
  }
}

/** Whether it can stand in an Authorization header. */
export function isUsableToken(token: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(token);
}
