import type { CheckerOutcome, CheckerProcesses, CheckerRun } from "../../runtime/ports/mod.ts";
import { checkerEnvironment } from "./find-program.ts";
import { genuinePrograms } from "./genuine-programs.ts";
import { leashed } from "./leash.ts";

/** Checkers as child processes of Deno. */
export function createDenoCheckerProcesses(): CheckerProcesses {
  return genuinePrograms(leashed(async (program, run) => follow(start(program, run), run)));
}

function start(program: string, { args, cwd }: CheckerRun): Deno.ChildProcess {
  return new Deno.Command(program, {
    args: [...args],
    cwd,
    env: checkerEnvironment(),
    clearEnv: true,
    // The leader of a process group of its own, so that what it starts can be ended with it.
    detached: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

type Stop = Extract<CheckerOutcome, { kind: "stopped" }>["reason"];

async function follow(child: Deno.ChildProcess, run: CheckerRun): Promise<CheckerOutcome> {
  let stopped: Stop | null = null;
  const stop = (reason: Stop) => {
    stopped ??= reason;
    killGroup(child.pid);
  };
  const timer = setTimeout(() => stop("time"), run.timeoutMs);
  const onAbort = () => stop("cancelled");
  run.signal.addEventListener("abort", onAbort, { once: true });
  try {
    const output = Promise.all([
      collect(child.stdout, run.maxOutputBytes, () => stop("output")),
      collect(child.stderr, run.maxOutputBytes, () => stop("output")),
      feed(child.stdin, run.stdin),
    ]);
    const { code, signal } = await child.status;
    // A child of the checker could hold the pipes open for longer; it goes with the group.
    killGroup(child.pid);
    const [stdout, stderr] = await output;
    if (stopped !== null) return { kind: "stopped", reason: stopped };
    if (signal !== null) return { kind: "stopped", reason: "signal" };
    return { kind: "ended", exitCode: code, stdout: decode(stdout), stderr: decode(stderr) };
  } finally {
    clearTimeout(timer);
    run.signal.removeEventListener("abort", onAbort);
  }
}

/** A checker may end without having read everything. */
async function feed(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch {
    await writer.abort().catch(() => {});
  }
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  most: number,
  onOverflow: () => void,
): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return chunks;
    size += value.length;
    if (size > most) onOverflow();
    else chunks.push(value);
  }
}

function decode(chunks: readonly Uint8Array[]): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
}

function killGroup(pid: number): void {
  try {
    Deno.kill(-pid, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}
