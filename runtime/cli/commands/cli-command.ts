import type { Command } from "commander";
import type { Shell } from "../shell.ts";

/** What an action answers: the exit code. */
export type Run = (shell: Shell) => Promise<number>;

export interface CliCommand {
  readonly name: string;
  /** Adds the command to the program. Its action hands `run` what is to be done, once the flags are understood. */
  declare(program: Command, run: (task: Run) => Promise<void>): void;
}
