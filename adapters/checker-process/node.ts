import { Buffer } from "node:buffer";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import process from "node:process";
import type { CheckerOutcome, CheckerProcesses, CheckerRun } from "../../runtime/ports/mod.ts";
import { checkerEnvironment } from "./find-program.ts";
import { genuinePrograms } from "./genuine-programs.ts";
import { leashed } from "./leash.ts";

/** Checkers as child processes of Node and Bun. */
export function createNodeCheckerProcesses(): CheckerProcesses {
  return genuinePrograms(leashed(async (program, run) => follow(start(program, run), run)));
}

function start(program: string, { args, cwd }: CheckerRun): ChildProcessWithoutNullStreams {
  // Detached: the leader of a process group of its own, so that what it starts can be ended with it.
  return spawn(program, args, { cwd, env: checkerEnvironment(), detached: true, stdio: "pipe", shell: false });
}

type Stop = Extract<CheckerOutcome, { kind: "stopped" }>["reason"];

function follow(child: ChildProcessWithoutNullStreams, run: CheckerRun): Promise<CheckerOutcome> {
  return new Promise((resolve, reject) => {
    let stopped: Stop | null = null;
    const stop = (reason: Stop) => {
      stopped ??= reason;
      killGroup(child.pid);
    };
    const timer = setTimeout(() => stop("time"), run.timeoutMs);
    const onAbort = () => stop("cancelled");
    run.signal.addEventListener("abort", onAbort, { once: true });
    const settle = () => {
      clearTimeout(timer);
      run.signal.removeEventListener("abort", onAbort);
      killGroup(child.pid);
    };
    const stdout = collect(child.stdout, run.maxOutputBytes, () => stop("output"));
    const stderr = collect(child.stderr, run.maxOutputBytes, () => stop("output"));
    child.on("error", (error) => {
      settle();
      reject(error);
    });
    // "exit", since a child of the checker could hold the pipes open for longer; it goes with the group.
    child.on("exit", settle);
    child.on("close", (exitCode) => {
      try {
        if (stopped !== null) resolve({ kind: "stopped", reason: stopped });
        else if (exitCode === null) resolve({ kind: "stopped", reason: "signal" });
        else resolve({ kind: "ended", exitCode, stdout: stdout(), stderr: stderr() });
      } catch (error) {
        reject(error);
      }
    });
    // A checker may end without having read everything.
    child.stdin.on("error", () => {});
    child.stdin.end(run.stdin);
  });
}

function collect(
  stream: NodeJS.ReadableStream & { on(event: "data", listener: (chunk: Uint8Array) => void): unknown },
  most: number,
  onOverflow: () => void,
): () => string {
  const chunks: Uint8Array[] = [];
  let size = 0;
  stream.on("data", (chunk) => {
    size += chunk.length;
    if (size > most) onOverflow();
    else chunks.push(chunk);
  });
  return () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}
