import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { type JsonObject, parseObject } from "./json.ts";
import { entryOf, environmentFor, REPOSITORY, type RuntimeName } from "./runtimes.ts";

/** `call --ndjson` as a process that answers one line after the other, so that its folder can be looked at in between. */
export interface OpenCli {
  /** Sends a line and waits for its answer. */
  ask(line: object): Promise<JsonObject>;
  /** Ends its input. */
  end(): Promise<{ readonly exitCode: number | null; readonly stderr: string }>;
}

export function openCli(
  runtime: RuntimeName,
  { root, home, env }: { root: string; home: string; env: Readonly<Record<string, string>> },
): OpenCli {
  const [program, ...first] = entryOf(runtime);
  const child = spawn(program, [...first, "call", "--ndjson", "--root", root], {
    cwd: REPOSITORY,
    env: environmentFor(home, env),
  });
  running.add(child);
  const gone = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", (exitCode) => resolve(exitCode));
  });
  void gone.then(() => running.delete(child));
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(line) {
      child.stdin.write(`${JSON.stringify(line)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${runtime}: the command line ended (${await gone}); stderr:\n${stderr}`);
      return parseObject(value);
    },
    async end() {
      child.stdin.end();
      return { exitCode: await gone, stderr };
    },
  };
}

/** A test that fails half way must leave no process behind. */
const running = new Set<ChildProcessWithoutNullStreams>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
