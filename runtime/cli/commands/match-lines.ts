import { CliError } from "../cli-error.ts";
import type { CliCommand } from "./cli-command.ts";

export const matchCommand: CliCommand = {
  name: "match",
  declare(program, run) {
    program
      .command("match")
      .description("try an edit on text: one JSON record a line on stdin, the outcome with its trace a line on stdout")
      .option("--ndjson", "read records from stdin, one JSON object a line")
      .action(async (options: { ndjson?: true }) => {
        await run(async ({ host }) => {
          if (!options.ndjson) throw new CliError("bad_argument", "match reads records from stdin; pass --ndjson");
          const [{ matchRecord }, { answerLines }] = await Promise.all([import("./match.ts"), import("../ndjson.ts")]);
          const dependencies = { hash: host.hash, now: () => host.clock.monotonicMs() };
          return answerLines(
            host,
            (record) => matchRecord(record, dependencies),
            (failure) => ({ id: null, ...failure }),
          );
        });
      });
  },
};
