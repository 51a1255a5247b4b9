import { Command, CommanderError } from "commander";
import { type ErrorCode, isFileSystemError, StoreError } from "../errors.ts";
import type { Host } from "../ports/mod.ts";
import { VERSION } from "../version.ts";
import { CliError, errnoOf, exitCodeOf, failureBody } from "./cli-error.ts";
import { COMMANDS } from "./commands/registry.ts";
import { createShell, printable, type Shell } from "./shell.ts";

/** The command line. Never throws; the exit code says how it went (see `ERROR_CODES`). */
export async function main(host: Host): Promise<number> {
  const written = { out: "", err: "" };
  const program = new Command("mortise")
    .description("A tool runtime for coding agents: edits land in one place or refuse, every write can be taken back.")
    .version(VERSION, "-V, --version", "print the version")
    .option("--store <dir>", "folder of the checkpoint store")
    .option("--json", "print JSON instead of text")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        written.out += text;
      },
      writeErr: (text) => {
        written.err += text;
      },
    });
  let exitCode = 0;
  const shellNow = (): Shell => {
    const { json, store } = program.opts<{ json?: true; store?: string }>();
    return createShell(host, { json: json === true, store });
  };
  for (const command of COMMANDS) {
    command.declare(program, async (task) => {
      exitCode = await task(shellNow());
    });
  }
  try {
    await program.parseAsync(host.args, { from: "user" });
    return exitCode;
  } catch (error) {
    return await tellFault(host, shellNow(), error, written);
  }
}

async function tellFault(
  host: Host,
  shell: Shell,
  error: unknown,
  written: { readonly out: string; readonly err: string },
): Promise<number> {
  // The reader of our output is gone; there is nobody to tell.
  if (errnoOf(error) === "EPIPE") return 1;
  if (error instanceof CommanderError) return tellUsage(host, error, written);
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (shell.json) await shell.printJson(failureBody(code, message));
  else await shell.say(`mortise: ${shell.paint("red", printable(message))}`);
  if (code === "internal" && error instanceof Error) await shell.say(printable(error.stack ?? ""));
  return exitCodeOf(code);
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof CliError || error instanceof StoreError) return error.errorCode;
  return isFileSystemError(error) ? "io_error" : "internal";
}

/** Help and version were asked for; everything else that commander ends with is a usage error. */
async function tellUsage(
  host: Host,
  error: CommanderError,
  written: { readonly out: string; readonly err: string },
): Promise<number> {
  await host.stdout.write(written.out);
  await host.stderr.write(written.err);
  if (error.exitCode === 0) return 0;
  if (host.args.includes("--json")) {
    const message = error.message.replace(/^error: /, "");
    await host.stdout.write(`${JSON.stringify(failureBody("bad_argument", message))}\n`);
  }
  return exitCodeOf("bad_argument");
}
