import { existsSync } from "node:fs";
import process from "node:process";
import type { RunAt } from "./genuine-programs.ts";

/** Where a system has it. Not looked for in PATH: it stands before every checker. */
const PLACES = ["/usr/bin/setpriv", "/bin/setpriv"];
const ARGS = ["--pdeathsig", "KILL", "--"];

/**
 * Programs that do not outlive this process, not even when it is killed: Linux ends them with the one that started them,
 * if `setpriv` asks it to and then becomes the program. What such a program started itself is not reached; and where there
 * is no such `setpriv`, a checker that hangs stays when this process is killed.
 */
export function leashed(runAt: RunAt): RunAt {
  let leash: Promise<string | null> | undefined;
  return async (path, run) => {
    leash ??= findLeash(runAt);
    const tool = await leash;
    if (run.signal.aborted) return { kind: "stopped", reason: "cancelled" };
    return tool === null ? runAt(path, run) : runAt(tool, { ...run, args: [...ARGS, path, ...run.args] });
  };
}

/** Some builds of it do not know the option, so it is tried. */
async function findLeash(runAt: RunAt): Promise<string | null> {
  const place = process.platform === "linux" ? PLACES.find((path) => existsSync(path)) : undefined;
  if (place === undefined) return null;
  const { signal } = new AbortController();
  const limits = { timeoutMs: 20_000, maxOutputBytes: 10_000, signal };
  try {
    const ended = await runAt(place, {
      program: "bash",
      args: [...ARGS, "/bin/sh", "-c", ":"],
      cwd: "/",
      stdin: "",
      ...limits,
    });
    return ended.kind === "ended" && ended.exitCode === 0 ? place : null;
  } catch {
    return null;
  }
}
