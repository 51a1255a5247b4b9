import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuilt } from "./built.ts";
import { type JsonObject, parseObject, stringAt } from "./json.ts";
import { entryOf, environmentFor, REPOSITORY, type RuntimeName } from "./runtimes.ts";

export interface ServerOptions {
  readonly runtime: RuntimeName;
  readonly root: string;
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Further flags of `serve`. */
  readonly flags?: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

export interface Caller {
  readonly session?: string;
  readonly turn?: string;
}

/** A server as a process of its own on a free port of loopback. */
export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  readonly pid: number;
  /** The ready line as printed. */
  readonly ready: JsonObject;
  /** From spawn to the ready line. */
  readonly startMs: number;
  call(tool: string, args: JsonObject, caller?: Caller): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body: JsonObject): Promise<Answer>;
  stderr(): string;
  /** SIGTERM. Answers the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. Returns when the process is gone. */
  kill(): Promise<void>;
}

const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 15_000;

export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  if (options.runtime === "node") await ensureBuilt();
  const [program, ...first] = entryOf(options.runtime);
  const begun = performance.now();
  const child = spawn(program, [...first, "serve", options.root, "--port", "0", "--json", ...(options.flags ?? [])], {
    cwd: REPOSITORY,
    env: environmentFor(options.home, options.env),
    stdio: ["ignore", "pipe", "pipe"],
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

  const line = await Promise.race([
    firstLine(child),
    gone.then(() => null),
    sleep(START_LIMIT_MS, null, { ref: false }),
  ]);
  const startMs = performance.now() - begun;
  if (line === null) {
    child.kill("SIGKILL");
    throw new Error(`${options.runtime}: the server printed no ready line; stderr:\n${stderr}`);
  }
  const ready = parseObject(line);
  const url = stringAt(ready, "url");
  const token = stringAt(ready, "token");
  const pid = Number(ready.pid);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

  const get = async (path: string) => answerOf(await fetch(new URL(path, url), { headers }));
  const post = async (path: string, body: JsonObject) =>
    answerOf(await fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(body) }));
  // The ready line's id: a package may put a launcher between this process and the server.
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    process.kill(pid, signal);
    const exitCode = await Promise.race([gone, sleep(STOP_LIMIT_MS, "running" as const, { ref: false })]);
    if (exitCode !== "running") return exitCode;
    child.kill("SIGKILL");
    throw new Error(
      `${options.runtime}: the server still runs ${STOP_LIMIT_MS} ms after ${signal}; stderr:\n${stderr}`,
    );
  };
  return {
    url,
    port: Number(new URL(url).port),
    token,
    pid,
    ready,
    startMs,
    get,
    post,
    call: (tool, args, { session, turn } = {}) =>
      post(`/api/tools/${tool}`, { arguments: args, session_id: session, turn_id: turn }),
    stderr: () => stderr,
    stop: () => end("SIGTERM"),
    async kill() {
      await end("SIGKILL");
    },
  };
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, body: parseObject(await response.text()) };
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

/** A test that fails half way must leave no server behind. */
const running = new Set<Child>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
