/** The programs that are asked to check a text. Each reads it from stdin and changes nothing. */
export type CheckerProgram = "bash" | "node" | "ruff";

export interface CheckerRun {
  readonly program: CheckerProgram;
  readonly args: readonly string[];
  /** Absolute path of the working folder. */
  readonly cwd: string;
  /** Written to the program's stdin as UTF-8, which is then closed. */
  readonly stdin: string;
  readonly timeoutMs: number;
  /** Of stdout and of stderr, each. */
  readonly maxOutputBytes: number;
  readonly signal: AbortSignal;
}

export type CheckerOutcome =
  | { readonly kind: "ended"; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  /** No such program in an absolute folder of PATH. */
  | { readonly kind: "missing" }
  /** It took too long, said too much, was cancelled, or died of a signal. */
  | { readonly kind: "stopped"; readonly reason: "time" | "output" | "cancelled" | "signal" };

/**
 * Runs checkers of the host. An implementation owes: the program by an absolute path, found in PATH (relative entries,
 * which could name a folder of the workspace, are passed over, and so is another program under its name, which could run
 * the text); arguments as a list, never a shell; of the environment only PATH, HOME, TMPDIR and XDG_CONFIG_HOME, with
 * LC_ALL=C; a process group of its own, which is killed as a whole when the run is stopped; nothing left running when it
 * answers, and on Linux, with `setpriv`, no checker when this process is killed; output that is not UTF-8 is a rejection.
 */
export interface CheckerProcesses {
  run(run: CheckerRun): Promise<CheckerOutcome>;
}
