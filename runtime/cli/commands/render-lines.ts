import { CliError } from "../cli-error.ts";
import { printable } from "../shell.ts";
import type { CliCommand } from "./cli-command.ts";

export const renderCommand: CliCommand = {
  name: "render",
  declare(program, run) {
    program
      .command("render")
      .description(
        "write tool calls as a family of models does: {id?, calls, tools?} a line on stdin, the text a line on stdout",
      )
      .option("--format <name>", "the spelling, such as qwen_xml; a record may name its own as format")
      .option("--ndjson", "read records from stdin, one JSON object a line")
      .action(async (options: RenderFlags) => {
        await run(async ({ host }) => {
          if (!options.ndjson) throw new CliError("bad_argument", "render reads records from stdin; pass --ndjson");
          const [wire, { answerLines }] = await Promise.all([import("../../wire/mod.ts"), import("../ndjson.ts")]);
          const format = wire.formatNamed(options.format);
          if (options.format !== undefined && format === undefined) {
            const known = wire.FORMAT_NAMES.join(", ");
            throw new CliError("bad_argument", `there is no format "${printable(options.format)}"; there are ${known}`);
          }
          return answerLines(
            host,
            (record) => wire.renderRecord(record, format),
            (failure) => ({ id: null, ...failure }),
          );
        });
      });
  },
};

interface RenderFlags {
  readonly format?: string;
  readonly ndjson?: true;
}
