import type { CliCommand } from "./cli-command.ts";

export const replayCommand: CliCommand = {
  name: "replay",
  declare(program, run) {
    program
      .command("replay")
      .description("try again the one value a failure of fuzz or of the tests named")
      .argument("<key>", "replay key, ID@VERSION:SEED:PATH")
      .option("--mutant <id>", "with this fault put into the product, as the run that made the key")
      .action(async (key: string, flags: { readonly mutant?: string }) => {
        await run(async (shell) => (await import("../fuzz/replay.ts")).replay(shell, key, flags));
      });
  },
};
