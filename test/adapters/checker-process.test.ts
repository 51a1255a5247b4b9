import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import process from "node:process";
import { describe, test } from "vitest";
import { CHECKER_PROCESSES } from "../../adapters/checker-process/registry.ts";
import { type ProcessTools, processCases } from "../conformance/checker-process.ts";
import { hostName } from "./host.ts";

for (const adapter of CHECKER_PROCESSES) {
  const hosts: readonly string[] = adapter.hosts;
  if (!hosts.includes(hostName)) continue;
  describe(`checker processes, ${adapter.name}`, () => {
    for (const { name, run } of processCases)
      test(name, async () => withFolder(async (tools) => run(await adapter.load(), tools)));
  });
}

async function withFolder(task: (tools: ProcessTools) => Promise<void>): Promise<void> {
  const folder = realpathSync(mkdtempSync(`${tmpdir()}/mortise-checker-`));
  try {
    await task({ folder, withEnvironment });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function withEnvironment<Value>(
  variables: Readonly<Record<string, string>>,
  task: () => Promise<Value>,
): Promise<Value> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    return await task();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
