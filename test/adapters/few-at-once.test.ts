import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fewAtOnce } from "../../adapters/checker-process/few-at-once.ts";
import { CHECKER_PROCESSES } from "../../adapters/checker-process/registry.ts";
import type { CheckerProcesses, CheckerRun } from "../../runtime/ports/mod.ts";
import { hostName } from "./host.ts";

const script = (stdin: string, signal = new AbortController().signal, timeoutMs = 10_000): CheckerRun => ({
  program: "bash",
  args: ["-s"],
  cwd: tmpdir(),
  stdin,
  timeoutMs,
  maxOutputBytes: 1000,
  signal,
});
const ended = { kind: "ended", exitCode: 0, stdout: "", stderr: "" };

async function withTwoAtOnce(task: (processes: CheckerProcesses, log: string) => Promise<void>): Promise<void> {
  const adapter = CHECKER_PROCESSES.find(({ hosts }) => [...hosts].some((host) => host === hostName));
  if (adapter === undefined) throw new Error(`no checker processes on ${hostName}`);
  const folder = mkdtempSync(join(tmpdir(), "mortise-few-"));
  try {
    await task(fewAtOnce(await adapter.load(), 2), join(folder, "log"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("checkers that many writes ask for at once", () => {
  test("run no more than so many at a time, and all of them run", async () => {
    await withTwoAtOnce(async (processes, log) => {
      const stdin = `echo + >> ${log}; sleep 0.05; echo - >> ${log}`;
      const outcomes = await Promise.all(Array.from({ length: 7 }, () => processes.run(script(stdin))));
      expect(outcomes).toEqual(Array(7).fill(ended));
      let running = 0;
      const counts = readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => (running += line === "+" ? 1 : -1));
      expect(counts.length).toBe(14);
      expect(Math.max(...counts)).toBe(2);
    });
  });

  test("a run that is called off or out of time while it waits never starts, and holds up nobody", async () => {
    await withTwoAtOnce(async (processes, log) => {
      const calledOff = new AbortController();
      const long = [processes.run(script("sleep 0.3")), processes.run(script("sleep 0.3"))];
      const waiting = [
        processes.run(script(`echo off >> ${log}`, calledOff.signal)),
        processes.run(script(`echo late >> ${log}`, undefined, 20)),
        processes.run(script(`echo last >> ${log}`)),
      ];
      calledOff.abort();
      expect(await Promise.all(waiting)).toEqual([
        { kind: "stopped", reason: "cancelled" },
        { kind: "stopped", reason: "time" },
        ended,
      ]);
      expect(await Promise.all(long)).toEqual([ended, ended]);
      expect(readFileSync(log, "utf8")).toBe("last\n");
    });
  });
});
