import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";
import { runCli } from "./cli-process.ts";
import { parseObject } from "./json.ts";
import { RUNTIMES } from "./runtimes.ts";
import { makeScratch } from "./tree.ts";

/** A repository with a commit, something staged, a stash, and a hook that would leave a trace if it ever ran. */
async function makeRepository(root: string): Promise<void> {
  const git = (...args: string[]) => promisify(execFile)("git", args, { cwd: root });
  await git("init", "-q");
  await git("config", "user.email", "a@example.org");
  await git("config", "user.name", "A");
  await mkdir(join(root, "src"));
  await writeFile(join(root, "src/a.txt"), "committed\n");
  await git("add", ".");
  await git("commit", "-qm", "first");
  await writeFile(join(root, "src/a.txt"), "stashed\n");
  await git("stash");
  await writeFile(join(root, "staged.txt"), "staged\n");
  await git("add", "staged.txt");
  await writeFile(join(root, ".git/hooks/post-checkout"), "#!/bin/sh\ntouch ran\n", { mode: 0o755 });
}

async function hashesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashes = await Promise.all(
    files.map(
      async (path) =>
        [
          path,
          createHash("sha256")
            .update(await readFile(path))
            .digest("hex"),
        ] as const,
    ),
  );
  return Object.fromEntries(hashes.sort());
}

type Git = (cwd: string, ...args: string[]) => Promise<unknown>;

const git: Git = (cwd, ...args) => {
  const who = ["-c", "user.email=a@example.org", "-c", "user.name=A", "-c", "protocol.file.allow=always"];
  return promisify(execFile)("git", [...who, ...args], { cwd });
};

/** Kinds of folders an agent may work in. Each makes `root`, which exists and is empty, one of that kind. */
const KINDS: Readonly<Record<string, (root: string, beside: string) => Promise<void>>> = {
  "no repository": async () => {},
  "a repository without a commit": async (root) => void (await git(root, "init", "-q")),
  "a bare repository": async (root) => void (await git(root, "init", "-q", "--bare")),
  "a repository with sha256 names": async (root) => {
    await git(root, "init", "-q", "--object-format=sha256");
    await commitIn(root);
  },
  "a sparse checkout": async (root) => {
    await git(root, "init", "-q");
    await commitIn(root);
    await git(root, "sparse-checkout", "set", "kept");
  },
  "a repository in a repository": async (root) => {
    await git(root, "init", "-q");
    await commitIn(root);
    await mkdir(join(root, "src"));
    await git(join(root, "src"), "init", "-q");
    await commitIn(join(root, "src"));
  },
  "a repository with a submodule": async (root, beside) => {
    await mkdir(beside);
    await git(beside, "init", "-q");
    await commitIn(beside);
    await git(root, "init", "-q");
    await git(root, "submodule", "--quiet", "add", beside, "src");
    await git(root, "commit", "-qm", "with a submodule");
  },
  "a linked worktree": async (root, beside) => {
    await mkdir(beside);
    await git(beside, "init", "-q");
    await commitIn(beside);
    await git(beside, "worktree", "add", "-q", "--force", root);
  },
};

async function commitIn(folder: string): Promise<void> {
  await mkdir(join(folder, "kept"));
  await writeFile(join(folder, "kept/a.txt"), "kept\n");
  await writeFile(join(folder, "top.txt"), "top\n");
  await git(folder, "add", ".");
  await git(folder, "commit", "-qm", "first");
}

describe("checkpoints whatever kind of repository the folder is", () => {
  const answers: [kind: string, answer: unknown][] = [];

  for (const [kind, make] of Object.entries(KINDS)) {
    test(`${kind}: the same results, and not a byte of it changed after the revert`, { timeout: 60_000 }, async () => {
      const { root, home, remove } = await makeScratch();
      const beside = join(root, "..", "beside");
      await make(root, beside);
      const everything = async () => ({
        ...(await hashesBelow(root)),
        ...(existsSync(beside) ? await hashesBelow(beside) : {}),
      });
      await mkdir(join(root, "src"), { recursive: true });
      await writeFile(join(root, "src/a.txt"), "by hand\n");
      const before = await everything();
      const calls = ["src/a.txt", "made/b.txt"].map((path) =>
        JSON.stringify({ tool: "write_file", arguments: { path, content: "agent\n" } }),
      );
      await runCli("bun", ["call", "--ndjson", "--root", root, "--turn", "t"], { home, stdin: calls.join("\n") });
      const told = [];
      for (const command of ["revert", "undo-revert", "revert"]) {
        const { stdout, exitCode } = await runCli("bun", ["checkpoints", command, "--json"], { home });
        const { success, reverted_count, files } = parseObject(stdout);
        told.push({ command, exitCode, success, reverted_count, files });
      }
      expect(await everything()).toEqual(before);
      expect(told.map(({ reverted_count }) => reverted_count)).toEqual([2, 2, 2]);
      answers.push([kind, told]);
      expect(answers.map(([, answer]) => answer)).toEqual(answers.map(() => answers[0]?.[1]));
      await remove();
    });
  }
});

describe("P9: the user's git", () => {
  beforeAll(ensureBuilt, 120_000);

  for (const runtime of RUNTIMES) {
    test(`is bit-identical after writes, a revert and its undoing under ${runtime}`, { timeout: 120_000 }, async () => {
      const { root, home, remove } = await makeScratch();
      await makeRepository(root);
      const before = await hashesBelow(join(root, ".git"));
      expect(Object.keys(before).length).toBeGreaterThan(10);
      const calls = ["src/a.txt", "made/b.txt", ".git/config"].map((path) =>
        JSON.stringify({ tool: "write_file", arguments: { path, content: "agent\n" } }),
      );
      await runCli(runtime, ["call", "--ndjson", "--root", root, "--turn", "t"], { home, stdin: calls.join("\n") });
      expect(await readFile(join(root, "src/a.txt"), "utf8")).toBe("agent\n");
      for (const command of ["revert", "undo-revert", "revert"]) {
        const { stdout } = await runCli(runtime, ["checkpoints", command, "--json"], { home });
        expect([command, parseObject(stdout)]).toMatchObject([command, { success: true, reverted_count: 2 }]);
      }
      expect(await readFile(join(root, "src/a.txt"), "utf8")).toBe("committed\n");
      expect(await hashesBelow(join(root, ".git"))).toEqual(before);
      expect((await promisify(execFile)("git", ["fsck"], { cwd: root })).stdout).toBe("");
      await remove();
    });
  }
});
