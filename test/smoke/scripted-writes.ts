import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "./random.ts";
import type { ServerProcess } from "./server-process.ts";

/** One write of the script, with what its file holds before and after; `null`: there is no such file. */
export interface ScriptedWrite {
  readonly turn: string;
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
  readonly tool: "edit_file" | "write_file";
  readonly args: Readonly<Record<string, unknown>>;
}

export const SESSION = "scripted";

/**
 * The next writes, each to a file and in a turn of its own: edits of the marked line of files that stand, and every fifth
 * a new file in a new folder.
 *
 * @param texts What the files that stand hold now.
 */
export function nextWrites(round: number, count: number, texts: ReadonlyMap<string, string>): ScriptedWrite[] {
  const files = [...texts.keys()];
  return Array.from({ length: count }, (_, index) => {
    const turn = `round-${round}-${index}`;
    if (index % 5 === 4) {
      const path = `made/${turn}/new.txt`;
      const content = `made in ${turn}\n`.repeat(200);
      return { turn, path, before: null, after: content, tool: "write_file", args: { path, content } };
    }
    const path = files[index] ?? "";
    const before = texts.get(path) ?? "";
    const marker = /^\/\/ last: .*$/m.exec(before)?.[0] ?? "";
    const after = before.replace(marker, () => `// last: ${turn}`);
    const args = { path, old_text: marker, new_text: `// last: ${turn}` };
    return { turn, path, before, after, tool: "edit_file", args };
  });
}

/**
 * Sends the writes over a few connections at once and ends the server when a random number of answers has come, plus a
 * few milliseconds.
 *
 * @returns The turns that were acknowledged.
 */
export async function sendUntilEnded(
  server: ServerProcess,
  writes: readonly ScriptedWrite[],
  random: Random,
  end: () => Promise<unknown>,
): Promise<Set<string>> {
  const acknowledged = new Set<string>();
  const answersFirst = random.below(writes.length);
  const delayMs = random.next() * 8;
  const waiting = [...writes];
  let ended: Promise<unknown> | undefined;
  const endWhenDue = () => {
    if (acknowledged.size < answersFirst) return;
    ended ??= sleep(delayMs).then(end);
  };
  const sendOneByOne = async () => {
    for (let write = waiting.shift(); write !== undefined; write = waiting.shift()) {
      endWhenDue();
      const answer = await answerTo(server, write);
      if (answer === "cut off") return;
      if (answer.status !== 200 || !isStored(answer.body)) {
        throw new Error(`${write.turn} was refused: ${JSON.stringify(answer)}; server: ${server.stderr()}`);
      }
      acknowledged.add(write.turn);
    }
  };
  await Promise.all([sendOneByOne(), sendOneByOne(), sendOneByOne()]);
  await (ended ?? end());
  return acknowledged;
}

/** The text of a file, or `null` when there is none. */
export async function textOrNull(root: string, path: string): Promise<string | null> {
  try {
    return await readFile(join(root, path), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

async function answerTo(server: ServerProcess, { tool, args, turn }: ScriptedWrite) {
  try {
    return await server.call(tool, args, { session: SESSION, turn });
  } catch (error) {
    // What fetch and a half-received body throw once the server is gone.
    if (error instanceof TypeError || error instanceof SyntaxError) return "cut off";
    throw error;
  }
}

function isStored(body: Record<string, unknown>): boolean {
  return JSON.stringify(body).includes('"status":"stored"');
}
