import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { REPOSITORY } from "./runtimes.ts";

const ENTRY = join(REPOSITORY, "dist/adapters/entry/node.js");
const LOCK = join(REPOSITORY, "node_modules/.cache/mortise-build");

let built: Promise<void> | undefined;

/**
 * Node runs `dist/`: builds it unless it is newer than every source. Asked again it does not look again, so that a run ends
 * with the build it began with.
 */
export function ensureBuilt(): Promise<void> {
  built ??= buildIfStale();
  return built;
}

/** Test files run side by side in processes of their own, so one builds and the others wait. */
async function buildIfStale(): Promise<void> {
  if (await isFresh()) return;
  await takeLock();
  try {
    if (!(await isFresh())) await build();
  } finally {
    await rm(LOCK, { recursive: true, force: true });
  }
}

async function build(): Promise<void> {
  const begun = new Date();
  try {
    await promisify(execFile)("npm", ["run", "--silent", "build"], { cwd: REPOSITORY });
  } catch (error) {
    const output = error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
    throw new Error(`the build of dist/ failed:\n${output}`);
  }
  // A source that is saved while the compiler runs must count as newer.
  await utimes(ENTRY, begun, begun);
}

async function isFresh(): Promise<boolean> {
  try {
    return (await stat(ENTRY)).mtimeMs >= (await newestSource());
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

async function newestSource(): Promise<number> {
  let newest = (await stat(join(REPOSITORY, "tsconfig.json"))).mtimeMs;
  for (const folder of ["runtime", "adapters"]) {
    for (const name of await readdir(join(REPOSITORY, folder), { recursive: true })) {
      if (name.endsWith(".ts")) newest = Math.max(newest, (await stat(join(REPOSITORY, folder, name))).mtimeMs);
    }
  }
  return newest;
}

async function takeLock(): Promise<void> {
  await mkdir(join(LOCK, ".."), { recursive: true });
  for (;;) {
    try {
      await mkdir(LOCK);
      await writeFile(join(LOCK, "pid"), String(process.pid));
      return;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    if (await holderIsGone()) await rm(LOCK, { recursive: true, force: true });
    else await sleep(100);
  }
}

async function holderIsGone(): Promise<boolean> {
  try {
    process.kill(Number(await readFile(join(LOCK, "pid"), "utf8")), 0);
    return false;
  } catch (error) {
    // No id in it yet: the holder has only just made the folder.
    return codeOf(error) === "ESRCH";
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
