import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "./cli-process.ts";
import { RUNTIMES } from "./runtimes.ts";
import { startServer } from "./server-process.ts";
import { makeScratch } from "./tree.ts";

const WRITES = 25;

test("three runtimes write into one store while it is pruned, exported and verified, and no row loses its content", async () => {
  const scratch = await makeScratch();
  // So small that every prune drops whatever it may.
  const env = { MORTISE_CHECKPOINT_MAX_STORE_BYTES: "1" };
  const servers = await Promise.all(
    RUNTIMES.map(async (runtime) => {
      const root = join(scratch.root, runtime);
      await mkdir(root);
      await writeFile(join(root, "a.txt"), `${runtime} 0`);
      return { runtime, server: await startServer({ runtime, root, home: scratch.home, env }) };
    }),
  );
  let writing = true;
  const cli = (...args: string[]) => runCli("bun", ["checkpoints", ...args, "--json"], { home: scratch.home, env });
  try {
    const upkeep = async () => {
      for (let round = 0; writing; round += 1) {
        expect(JSON.parse((await cli("prune")).stdout)).toMatchObject({ postponed: null });
        expect((await cli("export", join(scratch.root, `export-${round}`))).exitCode).toBe(0);
      }
    };
    const writes = Promise.all(
      servers.map(async ({ runtime, server }) => {
        for (let at = 1; at <= WRITES; at += 1) {
          const args = { path: "a.txt", content: `${runtime} ${at}` };
          const { body } = await server.call("write_file", args, { session: runtime, turn: `${runtime}-${at}` });
          expect(body).toMatchObject({ success: true, data: { checkpoint: { status: "stored" } } });
        }
      }),
    ).finally(() => {
      writing = false;
    });
    await Promise.all([writes, upkeep()]);
    expect(JSON.parse((await cli("verify")).stdout)).toMatchObject({
      success: true,
      damaged_blobs: [],
      missing_blobs: [],
    });
    const turns: unknown = JSON.parse((await cli("list", "--limit", "1")).stdout);
    expect(turns).toMatchObject({ count: 1 });
  } finally {
    for (const { server } of servers) await server.stop();
    await scratch.remove();
  }
});
