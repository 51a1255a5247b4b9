import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { runCli } from "./cli-process.ts";
import { parseObject } from "./json.ts";
import { Random } from "./random.ts";
import { entryOf, environmentFor, REPOSITORY, RUNTIMES, type RuntimeName } from "./runtimes.ts";
import { textOrNull } from "./scripted-writes.ts";
import { startServer } from "./server-process.ts";
import { makeScratch, type Scratch, tempFilesBelow } from "./tree.ts";

const FILES = 40;
const KILLS = 3;

/** MORTISE_SMOKE_SEED repeats a run, as far as the machine's timing lets it. */
const SEED = Number(process.env.MORTISE_SMOKE_SEED ?? Date.now() % 1_000_000);

for (const runtime of RUNTIMES) {
  describe(`P7: a revert that is killed, under ${runtime} (seed ${SEED})`, () => {
    beforeAll(async () => {
      if (runtime === "node") await ensureBuilt();
    }, 120_000);

    test(
      "leaves each file as before or after the turn, the next revert ends the work, and it can be taken back",
      { timeout: 120_000 },
      () => killReverts(runtime),
    );
  });
}

async function killReverts(runtime: RuntimeName): Promise<void> {
  const random = new Random(SEED);
  const scratch = await makeScratch();
  const paths = Array.from({ length: FILES }, (_, number) => `file-${number}.txt`);
  for (const path of paths) await writeFile(join(scratch.root, path), before(path));
  await writeTurn(runtime, scratch, paths);

  for (let kill = 0; kill < KILLS; kill += 1) {
    await killRevert(runtime, scratch, paths, random.next() * 40);
    for (const path of paths) expect([before(path), after(path)]).toContain(await textOrNull(scratch.root, path));
  }
  const { exitCode, stdout } = await runCli(runtime, ["checkpoints", "revert", "t", "--json"], { home: scratch.home });
  expect(exitCode).toBe(0);
  expect(parseObject(stdout)).toMatchObject({ success: true, drifted: [] });
  for (const path of paths) expect(await textOrNull(scratch.root, path)).toBe(before(path));

  const undone = await runCli(runtime, ["checkpoints", "undo-revert", "--json"], { home: scratch.home });
  expect(parseObject(undone.stdout)).toMatchObject({ success: true, reverted_count: FILES });
  for (const path of paths) expect(await textOrNull(scratch.root, path)).toBe(after(path));
  const list = await runCli(runtime, ["checkpoints", "list", "--json"], { home: scratch.home });
  const turns = parseObject(list.stdout).turns;
  if (!Array.isArray(turns)) throw new Error("the listing holds no turns");
  for (const turn of turns) expect([null, "done", "finished"]).toContain(turn.state);

  const server = await startServer({ runtime, root: scratch.root, home: scratch.home });
  expect(await tempFilesBelow(scratch.root, scratch.home)).toEqual([]);
  await server.stop();
  await scratch.remove();
}

/** One turn that rewrites every file. */
async function writeTurn(runtime: RuntimeName, { root, home }: Scratch, paths: readonly string[]): Promise<void> {
  const lines = paths.map((path) => JSON.stringify({ tool: "write_file", arguments: { path, content: after(path) } }));
  const args = ["call", "--ndjson", "--root", root, "--session", "s", "--turn", "t"];
  expect((await runCli(runtime, args, { home, stdin: lines.join("\n") })).exitCode).toBe(0);
  for (const path of paths) expect(await textOrNull(root, path)).toBe(after(path));
}

/** Kills the command some milliseconds after it has put one more file back, or lets it end if none is left to do. */
async function killRevert(runtime: RuntimeName, { root, home }: Scratch, paths: readonly string[], delayMs: number) {
  const countBack = async () => {
    const texts = await Promise.all(paths.map((path) => textOrNull(root, path)));
    return texts.filter((text, at) => text === before(paths[at] ?? "")).length;
  };
  const atFirst = await countBack();
  const [program, ...first] = entryOf(runtime);
  const child = spawn(program, [...first, "checkpoints", "revert", "t", "--json"], {
    cwd: REPOSITORY,
    env: environmentFor(home),
    stdio: "ignore",
    timeout: 30_000,
    killSignal: "SIGKILL",
  });
  let ended = false;
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => {
      ended = true;
      resolve();
    });
  });
  while (!ended && (await countBack()) === atFirst) await sleep(1);
  await Promise.race([gone, sleep(delayMs)]);
  child.kill("SIGKILL");
  await gone;
}

function before(path: string): string {
  return `${path} before\n`.repeat(500);
}

function after(path: string): string {
  return `${path} after\n`.repeat(500);
}
