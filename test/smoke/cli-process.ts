import { spawn } from "node:child_process";
import { entryOf, environmentFor, REPOSITORY, type RuntimeName } from "./runtimes.ts";

export interface CliOptions {
  readonly home: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Default: the repository, as under the package scripts. */
  readonly cwd?: string;
}

export interface CliResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line as a process of its own until it ends; one that hangs is ended after 30 s, with exit code null. */
export function runCli(runtime: RuntimeName, args: readonly string[], options: CliOptions): Promise<CliResult> {
  const [program, ...first] = entryOf(runtime);
  const child = spawn(program, [...first, ...args], {
    cwd: options.cwd ?? REPOSITORY,
    env: environmentFor(options.home, options.env),
    timeout: 30_000,
    killSignal: "SIGKILL",
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  // A command that ends without reading all of its input closes the pipe, which is its right.
  child.stdin.on("error", () => {});
  child.stdin.end(options.stdin ?? "");
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, ...output }));
  });
}
