import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { REPOSITORY } from "./runtimes.ts";

export interface Step {
  readonly command: string;
  /** What the README shows below the command; lines joined by LF, no final one. */
  readonly shown: string;
}

export const README = readFileSync(join(REPOSITORY, "README.md"), "utf8");

/** The commands and outputs of all `console` blocks that follow a `<!-- session: NAME -->` mark, in order. */
export function sessionSteps(name: string): Step[] {
  const steps: { command: string; lines: string[] }[] = [];
  for (const block of README.split(`<!-- session: ${name} -->\n\`\`\`console\n`).slice(1)) {
    for (const line of block.slice(0, block.indexOf("\n```")).split("\n")) {
      if (line.startsWith("$ ")) steps.push({ command: line.slice(2), lines: [] });
      else steps.at(-1)?.lines.push(line);
    }
  }
  return steps.map(({ command, lines }) => ({ command, shown: lines.join("\n") }));
}

const clientServer = z.object({
  command: z.string().default(""),
  args: z.array(z.string()).default([]),
  url: z.string().default(""),
  headers: z.record(z.string(), z.string()).default({}),
});

/** What the README tells an MCP client to write in `file`, for one transport: the block after `<!-- client: ... -->`. */
export function clientConfiguration(file: string, transport: string, key: string): z.output<typeof clientServer> {
  const [, block = ""] = README.split(`<!-- client: ${file} ${transport} -->\n\`\`\`json\n`);
  const json: unknown = JSON.parse(block.slice(0, block.indexOf("\n```")));
  const servers = z.record(z.string(), z.object({ mortise: clientServer }).loose()).parse(json)[key];
  if (servers === undefined) throw new Error(`the README's ${file} has no "${key}"`);
  return servers.mortise;
}

/** Ids and times differ from run to run; everything else must be as shown. */
export function withoutIds(text: string): string {
  return text
    .replace(/\bstatus:([a-z_]+):\d{13,}\b/g, "status:$1:MS")
    .replace(/\b(cp|revert)_[0-9a-f]{16}\b/g, "$1_ID")
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "TIME")
    .trimEnd();
}
