import { type ChildProcessByStdio, spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuilt } from "./built.ts";
import { parseObject, stringAt } from "./json.ts";
import { entryOf, environmentFor, REPOSITORY, type RuntimeName } from "./runtimes.ts";

/** A program that prints a line when it listens. */
export interface ListeningProcess {
  /** What it printed first. */
  readonly line: string;
  stderr(): string;
  /** SIGTERM. Answers the exit code. */
  stop(): Promise<number | null>;
}

const START_LIMIT_MS = 30_000;

/** The proxy as a process of its own on a free port. */
export async function startProxy(
  runtime: RuntimeName,
  upstream: string,
  home: string,
): Promise<ListeningProcess & { readonly baseUrl: string }> {
  if (runtime === "node") await ensureBuilt();
  const [program, ...first] = entryOf(runtime);
  const args = [...first, "proxy", "--upstream", upstream, "--port", "0", "--json"];
  const started = await start(program, args, environmentFor(home));
  return { ...started, baseUrl: stringAt(parseObject(started.line), "url") };
}

/** The README's upstream, on a free port. */
export async function startExampleUpstream(): Promise<ListeningProcess & { readonly baseUrl: string }> {
  const started = await start("node", [join(REPOSITORY, "test/examples/proxy/upstream.mjs"), "0"], environmentFor("/"));
  return { ...started, baseUrl: started.line.slice("upstream at ".length) };
}

async function start(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ListeningProcess> {
  const child = spawn(program, args, { cwd: REPOSITORY, env, stdio: ["ignore", "pipe", "pipe"] });
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
  const limit = sleep(START_LIMIT_MS, null, { ref: false });
  const line = await Promise.race([firstLine(child), gone.then(() => null), limit]);
  if (line === null) {
    child.kill("SIGKILL");
    throw new Error(`${program} ${args.join(" ")} printed no line; stderr:\n${stderr}`);
  }
  return {
    line,
    stderr: () => stderr,
    stop: () => {
      child.kill("SIGTERM");
      return gone;
    },
  };
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

function firstLine(child: Child): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const end = text.indexOf("\n");
      if (end >= 0) resolve(text.slice(0, end));
    });
  });
}

/** A test that fails half way must leave no process behind. */
const running = new Set<Child>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
