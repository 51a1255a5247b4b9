import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "./cli-process.ts";
import { parseObject } from "./json.ts";
import { Random } from "./random.ts";
import { RUNTIMES, type RuntimeName } from "./runtimes.ts";
import { nextWrites, type ScriptedWrite, SESSION, sendUntilEnded, textOrNull } from "./scripted-writes.ts";
import { startServer } from "./server-process.ts";
import { makeScratch, type Scratch, tempFilesBelow } from "./tree.ts";

/** 200 writes under each runtime; MORTISE_SMOKE_KILLS asks for more rounds of them. */
const ROUNDS = Number(process.env.MORTISE_SMOKE_KILLS ?? 10);
const WRITES_PER_ROUND = 20;

/** MORTISE_SMOKE_SEED repeats a run, as far as the machine's timing lets it. */
const SEED = Number(process.env.MORTISE_SMOKE_SEED ?? Date.now() % 1_000_000);

/** How long a server waits for requests that do not end. */
const GRACE_MS = 5000;

/** Mostly starts of processes, which a busy machine draws out. */
const LIMIT_MS = 60_000 + ROUNDS * 12_000;

for (const runtime of RUNTIMES) {
  describe(`a server that ends in the middle of writes, under ${runtime} (seed ${SEED})`, () => {
    const limit = { timeout: LIMIT_MS };

    test("SIGTERM lets the running writes end and leaves no temporary file", limit, () => terminateAndLook(runtime));

    test("kill -9 leaves old or new bytes, turns that revert, and no temporary file after the next start", limit, () =>
      killAndLook(runtime),
    );
  });
}

async function terminateAndLook(runtime: RuntimeName): Promise<void> {
  const scratch = await makeScratch();
  const texts = await makeFiles(scratch.root);
  const server = await startServer({ runtime, root: scratch.root, home: scratch.home });
  const writes = nextWrites(0, WRITES_PER_ROUND, texts);
  let exitCode: number | null = null;
  let stopMs = Number.NaN;
  const acknowledged = await sendUntilEnded(server, writes, new Random(SEED), async () => {
    const begun = performance.now();
    exitCode = await server.stop();
    stopMs = performance.now() - begun;
  });
  expect({ exitCode, stderr: server.stderr() }).toEqual({ exitCode: 143, stderr: "" });
  // An open connection that has nothing more to say must not hold the server until its deadline.
  expect(stopMs).toBeLessThan(GRACE_MS);
  expect(await tempFilesBelow(scratch.root, scratch.home)).toEqual([]);
  // What was begun was answered, so an answer and a changed file go together.
  for (const { turn, path, before, after } of writes) {
    expect(await textOrNull(scratch.root, path)).toBe(acknowledged.has(turn) ? after : before);
  }
  await scratch.remove();
}

async function killAndLook(runtime: RuntimeName): Promise<void> {
  const random = new Random(SEED);
  const scratch = await makeScratch();
  const first = await makeFiles(scratch.root);
  const texts = new Map(first);
  const kept: ScriptedWrite[] = [];
  const seen = { acknowledged: 0, applied: 0, leftovers: 0 };

  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startServer({ runtime, root: scratch.root, home: scratch.home });
    expect(await tempFilesBelow(scratch.root, scratch.home)).toEqual([]);
    const writes = nextWrites(round, WRITES_PER_ROUND, texts);
    const acknowledged = await sendUntilEnded(server, writes, random, () => server.kill());
    seen.acknowledged += acknowledged.size;
    seen.leftovers += (await tempFilesBelow(scratch.root, scratch.home)).length;

    const applied: ScriptedWrite[] = [];
    for (const write of writes) {
      const now = await textOrNull(scratch.root, write.path);
      expect([write.before, write.after]).toContain(now);
      if (acknowledged.has(write.turn)) expect(now).toBe(write.after);
      if (now === write.after) applied.push(write);
    }
    seen.applied += applied.length;

    // One goes back at once, while the store is as the kill left it; the others when all is over.
    const reverted = applied.at(random.below(Math.max(1, applied.length)));
    if (reverted) await revertNow(runtime, scratch, reverted);
    for (const write of applied) {
      if (write === reverted) continue;
      kept.push(write);
      if (write.before !== null) texts.set(write.path, write.after);
    }
  }

  const last = await startServer({ runtime, root: scratch.root, home: scratch.home });
  expect(await tempFilesBelow(scratch.root, scratch.home)).toEqual([]);
  expect(await last.stop()).toBe(143);
  await revertAll(runtime, scratch, kept);
  for (const [path, text] of first) expect(await textOrNull(scratch.root, path)).toBe(text);
  for (const { path, before } of kept) {
    if (before === null) expect(await textOrNull(scratch.root, path)).toBeNull();
  }
  console.log(`${runtime}: seed ${SEED}, ${ROUNDS} kills, ${ROUNDS * WRITES_PER_ROUND} writes`, seen);
  await scratch.remove();
}

async function makeFiles(root: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (let number = 0; number < WRITES_PER_ROUND; number += 1) {
    const lines = Array.from({ length: 800 }, (_, line) => `export const value_${number}_${line} = ${line};`);
    lines[400] = "// last: none";
    files.set(`file-${number}.ts`, `${lines.join("\n")}\n`);
  }
  for (const [path, text] of files) await writeFile(join(root, path), text);
  return files;
}

async function revertNow(runtime: RuntimeName, { root, home }: Scratch, { turn, path, before }: ScriptedWrite) {
  const { exitCode, stdout, stderr } = await runCli(runtime, ["checkpoints", "revert", turn, "--json"], { home });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(parseObject(stdout)).toMatchObject({ success: true, reverted: [path] });
  expect(await textOrNull(root, path)).toBe(before);
}

/** Newest first, since each started from what the one before it had left. */
async function revertAll(runtime: RuntimeName, { root, home }: Scratch, writes: readonly ScriptedWrite[]) {
  const newestFirst = [...writes].reverse();
  const lines = newestFirst.map(({ turn }) =>
    JSON.stringify({ id: turn, tool: "revert_turn", arguments: { turn_id: turn }, session_id: SESSION }),
  );
  const result = await runCli(runtime, ["call", "--ndjson", "--root", root], { home, stdin: `${lines.join("\n")}\n` });
  expect({ exitCode: result.exitCode, stderr: result.stderr }).toEqual({ exitCode: 0, stderr: "" });
  const answers = result.stdout.trimEnd().split("\n").map(parseObject);
  expect(answers).toMatchObject(
    newestFirst.map(({ turn, path }) => ({ id: turn, status: 200, success: true, data: { reverted: [path] } })),
  );
}
