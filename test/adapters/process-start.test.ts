import { existsSync } from "node:fs";
import process from "node:process";
import { expect, test } from "vitest";
import { processStart } from "../../adapters/entry/process-start.ts";

test("a process is told by its start and the machine's run, and one that is gone is not", () => {
  const known = existsSync("/proc/self/stat") ? /^[0-9]+-[0-9a-f-]{36}$/ : null;
  for (const pid of [process.pid, process.ppid]) {
    if (known === null) expect(processStart(pid)).toBe(null);
    else expect(processStart(pid)).toMatch(known);
  }
  expect(processStart(process.pid)).toBe(processStart(process.pid));
  expect(processStart(4_194_305)).toBe(null);
});
