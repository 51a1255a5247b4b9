import type { Command } from "commander";
import type { CliCommand } from "./cli-command.ts";
import { repeated, wholeNumber } from "./flag-values.ts";

export const checkpointsCommand: CliCommand = {
  name: "checkpoints",
  declare(program, run) {
    const group = program
      .command("checkpoints")
      .description("list, revert and look after what agents wrote; reads the store directly, no server needed");

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

    turnArgument(group.command("diff"))
      .description("what a turn changed, as unified diffs")
      .option("--root <dir>", "where the workspace is now, if it has moved")
      .action(async (turn: string | undefined, options: { root?: string }) => {
        await run(async (shell) => (await import("../checkpoints/diff.ts")).diffTurn(shell, { turn, ...options }));
      });

    group
      .command("verify")
      .description("read every row and every stored content and name what is damaged; changes nothing")
      .option("--ndjson", "one event a line, the last one the result")
      .action(async (options: { ndjson?: true }) => {
        await run(async (shell) => (await import("../checkpoints/verify.ts")).verifyStore(shell, options));
      });

    group
      .command("prune")
      .description("delete turns over their days, and the oldest while the store is over its bound")
      .option("--dry-run", "tell what would be deleted")
      .option("--yes", "do not ask")
      .action(async (options: { dryRun?: true; yes?: true }) => {
        await run(async (shell) => (await import("../checkpoints/prune.ts")).pruneStore(shell, options));
      });

    group
      .command("export")
      .argument("<file>", "a file that is not there yet")
      .description("write turns, rows and contents into one file")
      .option("--ndjson", "one event a line, the last one the result")
      .action(async (file: string, options: { ndjson?: true }) => {
        await run(async (shell) => (await import("../checkpoints/export.ts")).exportStore(shell, { file, ...options }));
      });

    group
      .command("import")
      .argument("<file>", "what export wrote, here or on another machine")
      .description("take over an export; what is there already stays")
      .option("--map <old=new>", "where the files of a root are here; may be given several times", repeated, [])
      .option("--ndjson", "one event a line, the last one the result")
      .action(async (file: string, options: { map: readonly string[]; ndjson?: true }) => {
        await run(async (shell) => (await import("../checkpoints/import.ts")).importStore(shell, { file, ...options }));
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
