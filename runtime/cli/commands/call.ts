import type { CliCommand } from "./cli-command.ts";

export const callCommand: CliCommand = {
  name: "call",
  declare(program, run) {
    program
      .command("call")
      .description("call one tool, or with --ndjson one a line of stdin")
      .argument("[tool]", "name of the tool")
      .option("--args <json>", "arguments as a JSON object; - reads them from stdin")
      .option("--ndjson", "read calls from stdin: {id?, tool, arguments, session_id?, turn_id?} a line")
      .option("--root <dir>", "workspace root; the current folder when left out")
      .option("--session <id>", "session of the calls")
      .option("--turn <id>", "turn of the calls; without one no checkpoint is taken")
      .option("--url <url>", "call a running server instead")
      .action(async (tool: string | undefined, options: CallFlags) => {
        await run(async (shell) => (await import("../call/call.ts")).call(shell, tool, options));
      });
  },
};

export interface CallFlags {
  readonly args?: string;
  readonly ndjson?: true;
  readonly root?: string;
  readonly session?: string;
  readonly turn?: string;
  readonly url?: string;
}
