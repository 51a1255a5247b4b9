import type { CliCommand } from "./cli-command.ts";
import { wholeNumber } from "./flag-values.ts";

export const fuzzCommand: CliCommand = {
  name: "fuzz",
  declare(program, run) {
    program
      .command("fuzz")
      .description("try the properties of the product on random values; saved failing cases run first")
      .option("--ids <list>", "only these, such as M3,S1; all when left out")
      .option("--property <id>", "only this one; the same as --ids")
      .option("--runs <count>", "values for each property; 1000 when left out", wholeNumber(1, 1_000_000_000))
      .option("--seconds <count>", "run for this long instead, shared evenly", wholeNumber(1, 604_800))
      .option("--seed <number>", "seed of the values; random when left out", wholeNumber(0, 2_147_483_647))
      .option("--mutant <id>", "put this fault into the product; without --ids, the property that catches it runs")
      .option("--ndjson", "print one JSON report a line as each property is done")
      .option("--save", "add failing cases to the corpus")
      .option("--corpus <dir>", "folder of saved failing cases", "test/fixtures/corpus")
      .action(async (options: FuzzFlags) => {
        await run(async (shell) => (await import("../fuzz/fuzz.ts")).fuzz(shell, options));
      });
  },
};

export interface FuzzFlags {
  readonly ids?: string;
  readonly property?: string;
  readonly runs?: number;
  readonly seconds?: number;
  readonly seed?: number;
  readonly mutant?: string;
  readonly ndjson?: true;
  readonly save?: true;
  readonly corpus: string;
}
