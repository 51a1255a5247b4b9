import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
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
