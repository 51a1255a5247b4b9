import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { runCli } from "./cli-process.ts";
import { mountReadOnly, unmount } from "./read-only-mount.ts";
import { sessionSteps, withoutIds } from "./readme.ts";
import { entryOf, environmentFor, REPOSITORY, RUNTIMES, type RuntimeName } from "./runtimes.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import { hashTree, makeScratch, type Scratch } from "./tree.ts";

const run = promisify(execFile);

/** An agent's two turns, after which its server is still running. */
async function agentAtWork(runtime: RuntimeName, { root, home }: Scratch): Promise<ServerProcess> {
  await writeFile(join(root, "report.md"), "# Report\nwritten by hand\n");
  const server = await startServer({ runtime, root, home });
  const write = async (path: string, content: string, turn: string) => {
    const { body } = await server.call("write_file", { path, content }, { session: "agent", turn });
    expect(body.success).toBe(true);
  };
  await write("report.md", "# Report\nsomething else\n", "turn-1");
  await write("report.md", "# Report\nworse\n", "turn-2");
  await write("plan.md", "# Plan\n", "turn-2");
  return server;
}

/** What makes `mortise` a command of the shell: the README's line, which is for Node, or the like. */
function commandOf(runtime: RuntimeName): string {
  const [line, ...more] = sessionSteps("command").map(({ command }) => command);
  if (line === undefined || more.length > 0)
    throw new Error("the README does not say in one line how to get the command");
  if (runtime === "node") return `${line.split("/path/to/mortise").join(REPOSITORY)}\n`;
  return `mortise() { ${entryOf(runtime)
    .map((word) => `'${word}'`)
    .join(" ")} "$@"; }\n`;
}

const storeOf = ({ home }: Scratch) => join(home, "checkpoints");

describe("after the server was killed", () => {
  for (const runtime of RUNTIMES) {
    test(`a stranger with the store alone gets the files back by the README's commands, under ${runtime}`, async () => {
      if (runtime === "node") await ensureBuilt();
      const scratch = await makeScratch();
      try {
        await (await agentAtWork(runtime, scratch)).kill();
        const stranger = join(scratch.root, "..", "stranger");
        await cp(storeOf(scratch), join(stranger, "checkpoints"), { recursive: true });
        await rm(scratch.root, { recursive: true });
        const steps = sessionSteps("recover");
        expect(steps.length).toBeGreaterThan(5);
        const mortise = commandOf(runtime);
        const printed: string[] = [];
        for (const { command } of steps) {
          const env = environmentFor(join(stranger, "home"));
          const { stdout } = await run("bash", ["-c", `${mortise}${command}`], { cwd: stranger, env });
          printed.push(stdout);
        }
        expect(steps.map(({ command }, at) => [command, withoutIds(printed[at] ?? "")])).toEqual(
          steps.map(({ command, shown }) => [command, withoutIds(shown)]),
        );
        expect(await readFile(join(stranger, "rescued", "report.md"), "utf8")).toBe("# Report\nwritten by hand\n");
      } finally {
        await scratch.remove();
      }
    });
  }
});

describe("the command line", () => {
  for (const runtime of RUNTIMES) {
    test(`lists, shows and reverts while the server is frozen, under ${runtime}`, async () => {
      const scratch = await makeScratch();
      const server = await agentAtWork(runtime, scratch);
      try {
        process.kill(server.pid, "SIGSTOP");
        const cli = (...args: string[]) => runCli(runtime, ["checkpoints", ...args, "--json"], { home: scratch.home });
        expect(JSON.parse((await cli("list")).stdout)).toMatchObject({ count: 2 });
        expect((await cli("show", "turn-2")).exitCode).toBe(0);
        expect((await cli("verify")).exitCode).toBe(0);
        expect(JSON.parse((await cli("revert", "turn-2")).stdout)).toMatchObject({ success: true, reverted_count: 2 });
        expect(await readFile(join(scratch.root, "report.md"), "utf8")).toBe("# Report\nsomething else\n");
      } finally {
        process.kill(server.pid, "SIGCONT");
        await server.kill();
        await scratch.remove();
      }
    });

    test(`reads a store on a read-only mount from a private copy and reverts nothing, under ${runtime}`, async ({
      skip,
    }) => {
      const scratch = await makeScratch();
      const readOnly = join(scratch.root, "..", "read-only");
      await mkdir(readOnly);
      await (await agentAtWork(runtime, scratch)).kill();
      const before = await hashTree(storeOf(scratch));
      const whyNot = mountReadOnly(storeOf(scratch), readOnly);
      if (whyNot !== null) {
        await scratch.remove();
        skip(`no read-only mount here: ${whyNot}`);
      }
      try {
        await expect(writeFile(join(readOnly, "probe"), "")).rejects.toMatchObject({ code: "EROFS" });
        const temp = join(scratch.root, "..", "temp");
        await mkdir(temp);
        const cli = async (...args: string[]) => {
          const env = { TMPDIR: temp };
          const flags = ["checkpoints", ...args, "--store", readOnly, "--json"];
          const { exitCode, stdout } = await runCli(runtime, flags, { home: scratch.home, env });
          const body: unknown = JSON.parse(stdout);
          return { exitCode, body };
        };
        expect(await cli("list")).toMatchObject({ exitCode: 0, body: { count: 2 } });
        expect(await cli("show", "turn-2")).toMatchObject({
          exitCode: 0,
          body: { plan: [{ status: "restorable" }, {}] },
        });
        expect(await cli("verify")).toMatchObject({ exitCode: 0, body: { success: true, rows_checked: 3 } });
        expect(await cli("revert", "turn-2", "--dry-run")).toMatchObject({ exitCode: 0 });
        expect(await cli("revert", "turn-2")).toMatchObject({
          exitCode: 9,
          body: { success: false, error_code: "store_read_only", error: expect.stringContaining("--store") },
        });
        expect(await readFile(join(scratch.root, "report.md"), "utf8")).toBe("# Report\nworse\n");
        expect((await readdir(temp)).filter((name) => name.startsWith("mortise-index-"))).toEqual([]);
        const moved = join(scratch.root, "..", "moved.ndjson");
        expect(await cli("export", moved)).toMatchObject({ exitCode: 0, body: { success: true, turns: 2, rows: 3 } });
        expect(await hashTree(storeOf(scratch))).toEqual(before);
        const taken = await runCli(
          runtime,
          ["checkpoints", "import", moved, "--map", `${scratch.root}=${scratch.root}`, "--ndjson"],
          {
            home: join(scratch.home, "new"),
          },
        );
        expect(JSON.parse(taken.stdout.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
          event: "result",
          rows_added: 3,
          rows_there: 0,
        });
      } finally {
        unmount(readOnly);
        await scratch.remove();
      }
    });
  }

  for (const runtime of RUNTIMES) {
    test(`with one flipped bit in the log of a killed server lists and reverts every turn, under ${runtime}`, async () => {
      const scratch = await makeScratch();
      try {
        await (await agentAtWork(runtime, scratch)).kill();
        const log = join(storeOf(scratch), "index.db-wal");
        const bytes = await readFile(log);
        const at = Math.floor(bytes.length / 2);
        await writeFile(log, bytes.fill((bytes[at] ?? 0) ^ 4, at, at + 1));
        const before = await hashTree(storeOf(scratch));
        const cli = (...args: string[]) => runCli(runtime, ["checkpoints", ...args, "--json"], { home: scratch.home });

        const listed = await cli("list");
        expect(JSON.parse(listed.stdout)).toMatchObject({ count: 2 });
        expect(listed.stderr).toContain(`"${log}" is damaged`);
        expect((await cli("show", "turn-2")).exitCode).toBe(0);
        const verified = await cli("verify");
        expect(verified.exitCode).toBe(7);
        expect(JSON.parse(verified.stdout)).toMatchObject({
          success: false,
          rows_checked: 3,
          index_problems: [expect.stringContaining(`"${log}" is damaged`)],
        });
        expect(await hashTree(storeOf(scratch))).toEqual(before);

        expect(JSON.parse((await cli("revert", "turn-2")).stdout)).toMatchObject({ success: true, reverted_count: 2 });
        expect(JSON.parse((await cli("revert", "turn-1")).stdout)).toMatchObject({ success: true, reverted_count: 1 });
        expect(await readFile(join(scratch.root, "report.md"), "utf8")).toBe("# Report\nwritten by hand\n");
        expect((await cli("verify")).exitCode).toBe(0);
      } finally {
        await scratch.remove();
      }
    });
  }

  test("with a destroyed index edits are checkpointed all the same, in the next file, and the loss is named", async () => {
    const scratch = await makeScratch();
    try {
      await (await agentAtWork("bun", scratch)).kill();
      const index = join(storeOf(scratch), "index.db");
      // What the log still holds would bring all of it back.
      for (const suffix of ["-wal", "-shm"]) await rm(`${index}${suffix}`);
      await writeFile(index, new Uint8Array(8192));
      const server = await startServer({ runtime: "bun", root: scratch.root, home: scratch.home });
      const args = { path: "report.md", content: "still written\n" };
      const { body } = await server.call("write_file", args, { session: "agent", turn: "turn-3" });
      await server.stop();
      expect(body).toMatchObject({ success: true, data: { checkpoint: { status: "stored" } } });
      expect(server.stderr()).toContain(`"${index}" is damaged`);

      const cli = (...words: string[]) => runCli("bun", ["checkpoints", ...words, "--json"], { home: scratch.home });
      expect(JSON.parse((await cli("list")).stdout)).toMatchObject({ count: 1, turns: [{ turn_id: "turn-3" }] });
      const verified = await cli("verify");
      expect(verified.exitCode).toBe(7);
      expect(JSON.parse(verified.stdout)).toMatchObject({
        index_problems: [expect.stringContaining(`"${index}" was damaged`)],
      });
      // Contents whose rows may be lost are nobody's to delete.
      expect(JSON.parse((await cli("prune")).stdout)).toMatchObject({ postponed: expect.stringContaining(index) });
      expect(JSON.parse((await cli("revert")).stdout)).toMatchObject({ success: true, reverted: ["report.md"] });
      expect(await readFile(join(scratch.root, "report.md"), "utf8")).toBe("# Report\nworse\n");
    } finally {
      await scratch.remove();
    }
  });
});
