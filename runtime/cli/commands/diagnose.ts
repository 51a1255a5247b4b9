import type { CliCommand } from "./cli-command.ts";

export const diagnoseCommand: CliCommand = {
  name: "diagnose",
  declare(program, run) {
    program
      .command("diagnose")
      .description("run the checker of a file's language on it; with --before only what is new is told")
      .argument("<file>", "file to check; nothing is written")
      .option("--before <file>", "the same file as it was before, under any name")
      .action(async (file: string, options: DiagnoseFlags) => {
        await run(async (shell) => (await import("../diagnose/diagnose.ts")).diagnoseFile(shell, file, options));
      });
  },
};

export interface DiagnoseFlags {
  readonly before?: string;
}
