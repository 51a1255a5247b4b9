import type { Command } from "commander";
import type { CliCommand } from "./cli-command.ts";
import { wholeNumber } from "./flag-values.ts";

export const checkpointsCommand: CliCommand = {
  name: "checkpoints",
  declare(program, run) {
    const group = program
      .command("checkpoints")
      .description("list, show and revert what agents wrote; reads the store directly, no server needed");

    group
      .command("list")
      .description("turns that wrote files, newest first")
      .option("--session <id>", "only turns of this session")
      .option("--limit <count>", "at most this many turns, 1 to 200", wholeNumber(1, 200), 20)
      .action(async (options: { session?: string; limit: number }) => {
        await run(async (shell) => (await import("../checkpoints/list.ts")).listTurns(shell, options));
      });

    turnArgument(group.command("show"))
      .description("the writes of a turn, and what a revert would do")
      .option("--root <dir>", "where the workspace is now, if it has moved")
      .action(async (turn: string | undefined, options: { root?: string }) => {
        await run(async (shell) => (await import("../checkpoints/show.ts")).showTurn(shell, { turn, ...options }));
      });

    revertOptions(turnArgument(group.command("revert")))
      .description("put the files a turn wrote back as they were before it")
      .action(async (turn: string | undefined, options: RevertFlags) => {
        await run(async (shell) => {
          return (await import("../checkpoints/revert.ts")).revertTurn(shell, { turn, undo: false, ...options });
        });
      });

    revertOptions(group.command("undo-revert"))
      .argument("[turn]", "the revert, or the turn it took back; the newest revert when left out")
      .description("bring back what a revert overwrote")
      .action(async (turn: string | undefined, options: RevertFlags) => {
        await run(async (shell) => {
          return (await import("../checkpoints/revert.ts")).revertTurn(shell, { turn, undo: true, ...options });
        });
      });
  },
};

interface RevertFlags {
  readonly force?: true;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly root?: string;
}

function revertOptions(command: Command): Command {
  return command
    .option("--force", "also restore files that changed since; undo-revert brings their newer content back")
    .option("--dry-run", "print the plan and change nothing")
    .option("--yes", "do not ask")
    .option("--root <dir>", "where the workspace is now, if it has moved");
}

function turnArgument(command: Command): Command {
  return command.argument("[turn]", "turn id; the newest turn when left out");
}
