import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { runCli } from "./cli-process.ts";
import { parseObject } from "./json.ts";
import { REPOSITORY, RUNTIMES, type RuntimeName } from "./runtimes.ts";
import { textOrNull } from "./scripted-writes.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import { makeScratch } from "./tree.ts";

const LIMIT_MS = 180_000;

/** Begins a write whose answer nobody may ever hear. */
function beginWrite(server: ServerProcess, content: string): Promise<unknown> {
  return server
    .call("write_file", { path: "busy.txt", content }, { session: "s", turn: "busy" })
    .catch((error: unknown) => error);
}

for (const runtime of RUNTIMES) {
  describe(`P8: the command line beside a server under ${runtime}`, () => {
    beforeAll(ensureBuilt, LIMIT_MS);

    test(
      "lists, shows and reverts while it runs, while it is frozen in the middle of writing, and after it was killed",
      { timeout: LIMIT_MS },
      () => playAll(runtime),
    );
  });
}

/** A process that is stopped between the beginning and the end of a commit, as a frozen server may be. */
const HOLD = `
  const { createClient } = await import("@libsql/client");
  const client = createClient({ url: process.argv[1] });
  const transaction = await client.transaction("write");
  await transaction.execute("INSERT INTO store_state VALUES ('held', 1)");
  process.stdout.write("held");
  setInterval(() => transaction, 1000);
`;

for (const runtime of RUNTIMES) {
  test(`beside a process frozen in a commit looking works, and a revert says whom it waits for, under ${runtime}`, {
    timeout: LIMIT_MS,
  }, async () => {
    await ensureBuilt();
    const { root, home, remove } = await makeScratch();
    await writeFile(join(root, "a.txt"), "before\n");
    const server = await startServer({ runtime, root, home });
    await server.call("write_file", { path: "a.txt", content: "agent\n" }, { session: "s", turn: "t" });
    await server.stop();
    const url = `file:${join(home, "checkpoints", "index.db")}`;
    const holder = spawn("node", ["--input-type=module", "-e", HOLD, url], {
      cwd: REPOSITORY,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const { pid } = holder;
    try {
      await once(holder.stdout, "data");
      holder.kill("SIGSTOP");
      for (const command of [["list"], ["show", "t"], ["verify"], ["revert", "t", "--dry-run"]]) {
        expect([command, (await runCli(runtime, ["checkpoints", ...command, "--json"], { home })).exitCode]).toEqual([
          command,
          0,
        ]);
      }
      const { exitCode, stdout } = await runCli(runtime, ["checkpoints", "revert", "t", "--json"], { home });
      expect({ exitCode, body: parseObject(stdout) }).toMatchObject({
        exitCode: 8,
        body: { success: false, error_code: "unavailable", error: expect.stringContaining(`process ${pid}`) },
      });
      expect(await textOrNull(root, "a.txt")).toBe("agent\n");
    } finally {
      holder.kill("SIGKILL");
    }
    await recovers(runtime, { root, home, turn: "t", path: "a.txt" });
    await remove();
  });
}

async function playAll(runtime: RuntimeName): Promise<void> {
  const { root, home, remove } = await makeScratch();
  for (const path of ["running.txt", "frozen.txt", "killed.txt"]) await writeFile(join(root, path), "before\n");
  await writeFile(join(root, "busy.txt"), "before\n");
  const server = await startServer({ runtime, root, home });
  for (const name of ["running", "frozen", "killed"]) {
    const written = await server.call(
      "write_file",
      { path: `${name}.txt`, content: "agent\n" },
      { session: "s", turn: name },
    );
    expect(written).toMatchObject({ status: 200, body: { success: true } });
  }
  await recovers(runtime, { root, home, turn: "running" });

  const content = "agent\n".repeat(400_000);
  const lost = Array.from({ length: 8 }, () => beginWrite(server, content));
  process.kill(server.pid, "SIGSTOP");
  try {
    await recovers(runtime, { root, home, turn: "frozen" });
  } finally {
    await server.kill();
  }
  await Promise.all(lost);
  expect(["before\n", content]).toContain(await textOrNull(root, "busy.txt"));
  await recovers(runtime, { root, home, turn: "killed" });
  await remove();
}

/** All three commands, from the store alone; a call of the frozen server would wait for ever. */
async function recovers(
  runtime: RuntimeName,
  { root, home, turn, path = `${turn}.txt` }: { root: string; home: string; turn: string; path?: string },
): Promise<void> {
  const cli = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await runCli(runtime, ["checkpoints", ...args, "--json"], { home });
    expect({ args, exitCode, stderr }).toEqual({ args, exitCode: 0, stderr: "" });
    return parseObject(stdout);
  };
  expect((await cli("list", "--limit", "200")).turns).toContainEqual(expect.objectContaining({ turn_id: turn }));
  expect(await cli("show", turn)).toMatchObject({ turn_id: turn, plan: [{ path, status: "restorable" }] });
  expect(await cli("revert", turn)).toMatchObject({ success: true, reverted: [path] });
  expect(await textOrNull(root, path)).toBe("before\n");
}
