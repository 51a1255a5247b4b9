import type { ShellNotCovered } from "./types.ts";

/** Part of every answer: a partial undo that reads as complete is worse than none. */
export const SHELL_NOT_COVERED: ShellNotCovered = {
  bash_not_covered: true,
  note: "Only writes of the file tools are checkpointed. What shell commands changed in this turn is not recorded and is not reverted.",
};
