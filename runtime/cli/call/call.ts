import { callerName } from "../../schema.ts";
import { CliError, exitCodeOf } from "../cli-error.ts";
import type { CallFlags } from "../commands/call.ts";
import { answerLines } from "../ndjson.ts";
import { printable, type Shell } from "../shell.ts";
import { parseCallLine } from "./call-line.ts";
import { readAllText } from "./read-all-text.ts";
import type { CallAnswer, ToolDoor } from "./tool-door.ts";

export async function call(shell: Shell, tool: string | undefined, flags: CallFlags): Promise<number> {
  checkFlags(tool, flags);
  const args = tool === undefined ? {} : await argumentsOf(shell, flags.args ?? "{}");
  const door = await openDoor(shell, flags);
  try {
    if (tool === undefined) return await callLines(shell, door, flags);
    const { session: sessionId, turn: turnId } = flags;
    return await tell(shell, await door.call({ tool, args, sessionId, turnId }));
  } finally {
    await door.close();
  }
}

function checkFlags(tool: string | undefined, flags: CallFlags): void {
  const fault = (message: string) => new CliError("bad_argument", message);
  if (tool === undefined && !flags.ndjson) throw fault("name a tool, or pass --ndjson to read calls from stdin");
  if (tool !== undefined && flags.ndjson) throw fault(`--ndjson reads tools from stdin; leave out "${tool}"`);
  if (flags.ndjson && flags.args !== undefined) throw fault("--ndjson reads arguments from stdin; leave out --args");
  if (flags.url !== undefined && flags.root !== undefined) {
    throw fault("--root does not go with --url: the server has its own root");
  }
  for (const name of [flags.session, flags.turn]) {
    if (name !== undefined && !callerName.safeParse(name).success) {
      throw fault(`"${printable(name)}" is no usable id: 1 to 256 characters without control characters are needed`);
    }
  }
}

async function openDoor(shell: Shell, flags: CallFlags): Promise<ToolDoor> {
  if (flags.url !== undefined) return (await import("./remote-door.ts")).openRemoteDoor(shell, flags.url);
  return (await import("./local-door.ts")).openLocalDoor(shell, flags.root ?? ".");
}

async function argumentsOf(shell: Shell, text: string): Promise<unknown> {
  const json = text === "-" ? await readAllText(shell.host.stdin.chunks()) : text;
  try {
    return JSON.parse(json);
  } catch (error) {
    const why = error instanceof Error ? error.message : "unknown fault";
    throw new CliError("bad_json", `--args is not valid JSON (${why}); pass an object such as '{"path": "a.txt"}'`);
  }
}

async function callLines(shell: Shell, door: ToolDoor, flags: CallFlags): Promise<number> {
  return answerLines(
    shell.host,
    async (record) => {
      const line = parseCallLine(record, flags);
      if (line.kind === "refused") return { id: line.id, status: 400, ...line.body };
      const { status, body } = await door.call(line.call);
      return { id: line.id, status, ...body };
    },
    (failure) => ({ id: null, status: 400, ...failure }),
  );
}

async function tell(shell: Shell, { body }: CallAnswer): Promise<number> {
  const failed = body.success !== true;
  if (shell.json) await shell.printJson(body);
  else {
    // Escaped as JSON, so nothing in a file can drive the terminal.
    if (body.data !== undefined) await shell.print(JSON.stringify(body.data, null, 2));
    if (failed) await shell.say(`mortise: ${printable(String(body.error))} (${printable(String(body.error_code))})`);
    else if (typeof body.warning === "string") await shell.say(`mortise: warning: ${printable(body.warning)}`);
  }
  return failed ? exitCodeOf(String(body.error_code)) : 0;
}
