import type { CliCommand } from "./cli-command.ts";
import { wholeNumber } from "./flag-values.ts";

export const playgroundCommand: CliCommand = {
  name: "playground",
  declare(program, run) {
    program
      .command("playground")
      .description("serve the playground alone: try edits in the browser, on files that stay in the page")
      .option("--port <port>", "port to listen on; 0 takes any free one", wholeNumber(0, 65535), 7718)
      .action(async (options: { readonly port: number }) => {
        await run(async (shell) => (await import("../playground/playground.ts")).playground(shell, options.port));
      });
  },
};
