import type { CliCommand } from "./cli-command.ts";

export const evalCommand: CliCommand = {
  name: "eval",
  declare(program, run) {
    program
      .command("eval")
      .description("score how calls are read from text, on items and accepted answers in the format of BFCL")
      .option("--data <dir>", "folder of the items, with possible_answer/ in it; a small set of our own when left out")
      .option("--format <name>", "only this spelling of calls, or a list; all reads and writes every one", "all")
      .option("--answers <file>", "score these answers of a model, one {id, text} a line, instead of writing our own")
      .action(async (options: EvalFlags) => {
        await run(async (shell) => (await import("../eval/eval.ts")).evaluate(shell, options));
      });
  },
};

export interface EvalFlags {
  readonly data?: string;
  readonly format: string;
  readonly answers?: string;
}
