import { callCommand } from "./call.ts";
import { checkpointsCommand } from "./checkpoints.ts";
import type { CliCommand } from "./cli-command.ts";
import { diagnoseCommand } from "./diagnose.ts";
import { evalCommand } from "./eval.ts";
import { fuzzCommand } from "./fuzz.ts";
import { matchCommand } from "./match-lines.ts";
import { mcpCommand } from "./mcp.ts";
import { parseCommand } from "./parse-lines.ts";
import { playgroundCommand } from "./playground.ts";
import { proxyCommand } from "./proxy.ts";
import { renderCommand } from "./render-lines.ts";
import { replayCommand } from "./replay.ts";
import { serveCommand } from "./serve.ts";

/** The commands in the order of the help. Each declares its flags and loads what it does when it is run. */
export const COMMANDS = [
  serveCommand,
  mcpCommand,
  proxyCommand,
  callCommand,
  checkpointsCommand,
  matchCommand,
  parseCommand,
  renderCommand,
  evalCommand,
  diagnoseCommand,
  fuzzCommand,
  replayCommand,
  playgroundCommand,
] as const satisfies readonly CliCommand[];
