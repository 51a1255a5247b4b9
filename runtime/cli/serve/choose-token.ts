import { isFileSystemError } from "../../errors.ts";
import { absolutePath } from "../../paths.ts";
import type { FileSystem } from "../../ports/mod.ts";
import { isLoopback } from "../../server/mod.ts";
import { CliError } from "../cli-error.ts";
import type { ServeFlags } from "../commands/serve.ts";
import type { Shell } from "../shell.ts";
import { isUsableToken, readToken } from "../tokens.ts";

const TOKEN_BYTES = 32;
const SHORT_TOKEN = 16;
const OTHERS_MAY_READ = 0o077;

export interface ChosenToken {
  readonly token: string;
  /** Whether it was made for this start, and so is to be left for `call --url`. */
  readonly made: boolean;
}

/**
 * The bearer token: from --token-file, else MORTISE_TOKEN, else random. An address that other machines can reach takes
 * only a token and Host names that somebody chose.
 */
export async function chooseToken(shell: Shell, fs: FileSystem, flags: ServeFlags): Promise<ChosenToken> {
  const given = await givenToken(shell, fs, flags);
  if (!isLoopback(flags.host)) {
    const remedy = `--host ${flags.host} can be reached from other machines:`;
    if (given === null) throw new CliError("bad_argument", `${remedy} pass --token-file FILE or set MORTISE_TOKEN`);
    if (flags.allowHost.length === 0) {
      throw new CliError("bad_argument", `${remedy} pass --allow-host NAME for each name clients will use`);
    }
  }
  if (given === null) return { token: shell.host.ids.hex(TOKEN_BYTES), made: true };
  if (given.length < SHORT_TOKEN) await shell.say(`mortise: warning: the token has only ${given.length} characters`);
  return { token: given, made: false };
}

async function givenToken(shell: Shell, fs: FileSystem, flags: ServeFlags): Promise<string | null> {
  const { host } = shell;
  if (flags.tokenFile !== undefined) {
    const path = absolutePath(host.cwd(), flags.tokenFile);
    const token = await tokenFileContent(fs, path);
    const mode = (await fs.stat(path))?.mode ?? 0;
    if (mode & OTHERS_MAY_READ) await shell.say(`mortise: warning: "${path}" can be read by other users; chmod 600 it`);
    return checked(token, `--token-file "${path}"`);
  }
  const token = host.env("MORTISE_TOKEN");
  return token ? checked(token, "MORTISE_TOKEN") : null;
}

async function tokenFileContent(fs: FileSystem, path: string): Promise<string> {
  try {
    const token = await readToken(fs, path);
    if (token !== null) return token;
    throw new CliError("bad_argument", `--token-file "${path}" does not exist`);
  } catch (error) {
    if (isFileSystemError(error)) throw new CliError("bad_argument", `--token-file "${path}": ${error.code}`);
    if (error instanceof TypeError) throw new CliError("bad_argument", `--token-file "${path}" is not valid UTF-8`);
    throw error;
  }
}

function checked(token: string, source: string): string {
  if (isUsableToken(token)) return token;
  throw new CliError(
    "bad_argument",
    `${source} holds no usable token: visible ASCII characters without spaces are needed`,
  );
}
