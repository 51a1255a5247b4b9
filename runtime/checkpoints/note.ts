import type { ShellNotCovered } from "./types.ts";

/** How a door names what its caller can pass; the command line has flags. */
export interface OptionNames {
  readonly force: string;
  readonly dryRun: string;
  readonly root: string;
}

export const ARGUMENT_NAMES: OptionNames = { force: "force", dryRun: "dry_run", root: "root" };

/** Part of every answer: a partial undo that reads as complete is worse than none. */
export const SHELL_NOT_COVERED: ShellNotCovered = {
  bash_not_covered: true,
  note: "Only writes of the file tools are checkpointed. What shell commands changed in this turn is not recorded and is not reverted.",
};
