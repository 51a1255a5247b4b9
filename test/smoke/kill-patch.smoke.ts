import { watch } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Random } from "./random.ts";
import { RUNTIMES, type RuntimeName } from "./runtimes.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import { hashOf, hashTree, makeScratch, tempFilesBelow } from "./tree.ts";

/** Kills under each runtime; MORTISE_SMOKE_KILLS asks for more. */
const ROUNDS = Number(process.env.MORTISE_SMOKE_KILLS ?? 5);

/** MORTISE_SMOKE_SEED repeats a run, as far as the machine's timing lets it. */
const SEED = Number(process.env.MORTISE_SMOKE_SEED ?? Date.now() % 1_000_000);

/** Patches that a round sends one after the other, each to files of its own. */
const PATCHES = 6;
const UPDATED = 4;
const SESSION = "patches";
const LIMIT_MS = 60_000 + ROUNDS * 15_000;

for (const runtime of RUNTIMES) {
  describe(`a server that is killed in the middle of a patch over several files, under ${runtime} (seed ${SEED})`, () => {
    test("leaves each file old or new, turns that bring all back, and no temporary file", { timeout: LIMIT_MS }, () =>
      killAndRevert(runtime),
    );
  });
}

async function killAndRevert(runtime: RuntimeName): Promise<void> {
  const random = new Random(SEED);
  const seen = { answered: 0, halfway: 0, untouched: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const scratch = await makeScratch();
    const { root, home } = scratch;
    await layFiles(root);
    const before = await hashTree(root);
    const killed = await startServer({ runtime, root, home });
    const answered = await patchUntilKilled(killed, root, random);
    const left = await hashTree(root);
    for (let patch = 0; patch < PATCHES; patch += 1) {
      const changed = changedFiles(left, patch);
      if (answered.has(patch)) expect(changed).toBe(filesOf(patch).length);
      else if (changed === 0) seen.untouched += 1;
      else if (changed < filesOf(patch).length) seen.halfway += 1;
    }
    seen.answered += answered.size;

    const next = await startServer({ runtime, root, home });
    expect(await tempFilesBelow(root, home)).toEqual([]);
    for (let patch = PATCHES - 1; patch >= 0; patch -= 1) {
      const { body } = await next.call("revert_turn", { turn_id: turnOf(patch) }, { session: SESSION });
      if (body.error_code !== "no_checkpoints")
        expect({ round, patch, body }).toMatchObject({ body: { success: true } });
    }
    expect(await hashTree(root)).toEqual(before);
    expect(await tempFilesBelow(root, home)).toEqual([]);
    expect(await next.stop()).toBe(143);
    await scratch.remove();
  }
  // Kills that all come before the first change or after the last one would show nothing.
  expect(seen.halfway).toBeGreaterThan(0);
  console.log(`${runtime}: seed ${SEED}, ${ROUNDS} kills, ${ROUNDS * PATCHES} patches`, seen);
}

/**
 * Sends patches and kills the server just after one of them began to change files. Answers the numbers of those that were
 * acknowledged.
 */
async function patchUntilKilled(server: ServerProcess, root: string, random: Random): Promise<Set<number>> {
  const answered = new Set<number>();
  const answersFirst = random.below(PATCHES);
  const delayMs = random.next() * 10;
  let killed: Promise<void> | undefined;
  for (let patch = 0; patch < PATCHES; patch += 1) {
    if (answered.size >= answersFirst) {
      killed ??= firstChange(join(root, `p${patch}`)).then(async () => {
        await sleep(delayMs);
        await server.kill();
      });
    }
    try {
      const who = { session: SESSION, turn: turnOf(patch) };
      const { body } = await server.call("edit_file", { patch: patchText(patch) }, who);
      expect(body).toMatchObject({ success: true });
      answered.add(patch);
    } catch (error) {
      // What fetch and a half-received body throw once the server is gone.
      if (error instanceof TypeError || error instanceof SyntaxError) break;
      throw error;
    }
  }
  await (killed ?? server.kill());
  return answered;
}

/** Resolves once something is renamed into the folder, out of it or within it. */
function firstChange(folder: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, (_, name) => {
      if (name?.startsWith(".mortise-")) return;
      watcher.close();
      resolve();
    });
  });
}

/** Every path that a patch changes, with what stands there before and after it; `null`: nothing. */
function filesOf(patch: number): { path: string; before: string | null; after: string | null; mode: number }[] {
  const updated = Array.from({ length: UPDATED }, (_, at) => {
    const path = `p${patch}/f${at}.ts`;
    return { path, before: textOf(path, "old"), after: textOf(path, "new"), mode: 0o644 };
  });
  const script = textOf(`p${patch}/from.sh`, "old");
  return [
    ...updated,
    { path: `p${patch}/sub/made.ts`, before: null, after: "made\n", mode: 0o644 },
    { path: `p${patch}/gone.ts`, before: textOf(`p${patch}/gone.ts`, "old"), after: null, mode: 0o644 },
    { path: `p${patch}/from.sh`, before: script, after: null, mode: 0o755 },
    { path: `p${patch}/sub/to.sh`, before: null, after: script, mode: 0o755 },
  ];
}

/** Some 30 KB, so that a write takes a while; the marked line is what a patch changes. */
function textOf(path: string, mark: string): string {
  const lines = Array.from({ length: 800 }, (_, line) => `export const value_${line} = "${path} ${line}";`);
  lines[400] = `// mark: ${mark}`;
  return `${lines.join("\n")}\n`;
}

function patchText(patch: number): string {
  const parts = filesOf(patch).flatMap(({ path, before, after }) => {
    if (path.endsWith("to.sh")) return [];
    if (path.endsWith("from.sh")) return [`*** Update File: ${path}`, `*** Move to: p${patch}/sub/to.sh`];
    if (before === null) return [`*** Add File: ${path}`, "+made"];
    if (after === null) return [`*** Delete File: ${path}`];
    return [`*** Update File: ${path}`, "@@", "-// mark: old", "+// mark: new"];
  });
  return ["*** Begin Patch", ...parts, "*** End Patch"].join("\n");
}

async function layFiles(root: string): Promise<void> {
  for (let patch = 0; patch < PATCHES; patch += 1) {
    await mkdir(join(root, `p${patch}`));
    for (const { path, before, mode } of filesOf(patch)) {
      if (before === null) continue;
      await writeFile(join(root, path), before);
      await chmod(join(root, path), mode);
    }
  }
}

/** How many of the patch's files are as it leaves them; each other one must be as it was. */
function changedFiles(left: ReadonlyMap<string, string>, patch: number): number {
  let changed = 0;
  for (const { path, before, after, mode } of filesOf(patch)) {
    const hash = (text: string | null) => (text === null ? undefined : hashOf(new TextEncoder().encode(text), mode));
    const is = left.get(path);
    expect([hash(before), hash(after)], path).toContain(is);
    if (is === hash(after)) changed += 1;
  }
  return changed;
}

function turnOf(patch: number): string {
  return `patch-${patch}`;
}
