import { callCommand } from "./call.ts";
import { checkpointsCommand } from "./checkpoints.ts";
import type { CliCommand } from "./cli-command.ts";
import { fuzzCommand } from "./fuzz.ts";
import { matchCommand } from "./match-lines.ts";
import { mcpCommand } from "./mcp.ts";
import { playgroundCommand } from "./playground.ts";
import { replayCommand } from "./replay.ts";
import { serveCommand } from "./serve.ts";

/** The commands in the order of the help. Each declares its flags and loads what it does when it is run. */
export const COMMANDS = [
  serveCommand,
  mcpCommand,
  callCommand,
  checkpointsCommand,
  matchCommand,
  fuzzCommand,
  replayCommand,
  playgroundCommand,
] as const satisfies readonly CliCommand[];
