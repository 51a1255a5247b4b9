import { Command, CommanderError } from "commander";
import type { Host } from "../ports/mod.ts";
import { VERSION } from "../version.ts";
import { errnoOf, exitCodeOf, failureBody } from "./cli-error.ts";
import { COMMANDS } from "./commands/registry.ts";
import { OutputError, withGuardedOutput } from "./output.ts";
import { createShell, printable, type Shell } from "./shell.ts";
import { tellFailure } from "./tell-failure.ts";

/** The command line. Never throws; the exit code says how it went (see `ERROR_CODES`). */
export async function main(given: Host): Promise<number> {
  const host = withGuardedOutput(given);
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
    return await tellEnd(host, shellNow(), error, written).catch((fault: unknown) => tellUnwritable(host, fault));
  }
}

async function tellEnd(
  host: Host,
  shell: Shell,
  error: unknown,
  written: { readonly out: string; readonly err: string },
): Promise<number> {
  if (error instanceof OutputError) throw error;
  return error instanceof CommanderError ? tellUsage(host, error, written) : tellFailure(shell, error);
}

/** Nothing can be said on stdout any more. When its reader is gone there is nobody to tell. */
async function tellUnwritable(host: Host, fault: unknown): Promise<number> {
  const code = errnoOf(fault instanceof OutputError ? fault.cause : fault);
  const message = fault instanceof Error ? fault.message : String(fault);
  if (code !== "EPIPE") await host.stderr.write(`mortise: ${printable(message)}\n`);
  return exitCodeOf("internal");
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
    const isHelp = error.code === "commander.help";
    const message = isHelp
      ? "a command is missing; the usage on stderr lists them"
      : error.message.replace(/^error: /, "");
    await host.stdout.write(`${JSON.stringify(failureBody("bad_argument", message))}\n`);
  }
  return exitCodeOf("bad_argument");
}
