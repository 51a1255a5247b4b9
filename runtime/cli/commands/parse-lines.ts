import { CliError } from "../cli-error.ts";
import { printable } from "../shell.ts";
import type { CliCommand } from "./cli-command.ts";
import { wholeNumber } from "./flag-values.ts";

export const parseCommand: CliCommand = {
  name: "parse",
  declare(program, run) {
    program
      .command("parse")
      .description(
        "find the tool calls in texts of models: {id?, text, tools} a line on stdin, what was found a line on stdout",
      )
      .option("--format <list>", "only these spellings, such as hermes,qwen_xml; all when left out")
      .option("--chunk <units>", "read each text in pieces of so many UTF-16 units", wholeNumber(1, 1_000_000_000))
      .option("--ndjson", "read records from stdin, one JSON object a line")
      .action(async (options: ParseFlags) => {
        await run(async ({ host }) => {
          if (!options.ndjson) throw new CliError("bad_argument", "parse reads records from stdin; pass --ndjson");
          const [wire, { answerLines }] = await Promise.all([import("../../wire/mod.ts"), import("../ndjson.ts")]);
          const formats = options.format?.split(",").map((name) => {
            const format = wire.formatNamed(name.trim());
            if (format !== undefined) return format;
            throw new CliError(
              "bad_argument",
              `there is no format "${printable(name)}"; there are ${wire.FORMAT_NAMES.join(", ")}`,
            );
          });
          return answerLines(
            host,
            (record) => wire.parseRecord(record, { formats, chunk: options.chunk }),
            (failure) => ({ id: null, ...failure }),
          );
        });
      });
  },
};

interface ParseFlags {
  readonly format?: string;
  readonly chunk?: number;
  readonly ndjson?: true;
}
