import type { CliCommand } from "./cli-command.ts";

export const replayCommand: CliCommand = {
  name: "replay",
  declare(program, run) {
    program
      .command("replay")
      .description("try again the one value a failure of fuzz or of the tests named")
      .argument("<key>", "replay key, ID@VERSION:SEED:PATH")
      .action(async (key: string) => {
        await run(async (shell) => (await import("../fuzz/replay.ts")).replay(shell, key));
      });
  },
};
