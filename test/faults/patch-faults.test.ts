import { describe, expect, test } from "vitest";
import { webCryptoIds } from "../../adapters/ids/web-crypto.ts";
import { createMemoryMemory } from "../../adapters/memory/memory.ts";
import { createRuntime } from "../../runtime/runtime.ts";
import { loadSettings } from "../../runtime/settings/mod.ts";
import { BENCHES, type Bench } from "../checkpoints/bench.ts";
import { createGround } from "../doors/ground.ts";
import { Faults, KilledError } from "./fault-file-system.ts";

/** Nearly two hundred runs; not every runner gives a test more than five seconds. */
const LIMIT_MS = 60_000;

const PATCH = [
  "*** Begin Patch",
  "*** Update File: b.txt",
  "@@",
  "-b",
  "+B",
  "*** Add File: sub/new.txt",
  "+new",
  "*** Delete File: d.txt",
  "*** Update File: m.sh",
  "*** Move to: sub/moved.sh",
  "@@",
  "-m",
  "+M",
  "*** End Patch",
].join("\n");

const BEFORE = { "b.txt": "b\n", "d.txt": "d\n", "m.sh": { text: "m\n", mode: 0o750 } } as const;

/** What may stand at each path, whenever the process dies: old or new, and nothing else anywhere. */
const WHOLE: Readonly<Record<string, readonly (string | undefined)[]>> = {
  "b.txt": ['644 "b\\n"', '644 "B\\n"'],
  "d.txt": ['644 "d\\n"', undefined],
  "m.sh": ['750 "m\\n"', undefined],
  sub: ["directory", undefined],
  "sub/new.txt": [undefined, '644 "new\\n"'],
  "sub/moved.sh": [undefined, '750 "M\\n"'],
};

for (const { name, run } of BENCHES.filter((bench) => bench.name.startsWith("memfs"))) {
  describe(`a patch over several files, killed at every call, on ${name}`, () => {
    test("leaves each file old or new, and the turn reverts to what was before", { timeout: LIMIT_MS }, async () => {
      let [first, last] = [0, 0];
      const count = new Faults();
      await run(
        async (bench) => {
          await groundOf(bench).lay(BEFORE);
          const patch = await patcher(bench);
          first = count.counted + 1;
          expect(await patch()).toMatchObject({ success: true });
          last = count.counted;
        },
        { faults: count },
      );
      expect(last - first).toBeGreaterThan(80);
      for (let at = first; at <= last; at += 1) await killAt(run, at);
    });
  });
}

async function killAt(run: (typeof BENCHES)[number]["run"], at: number): Promise<void> {
  const faults = new Faults({ at, kind: "kill" });
  await run(
    async (bench) => {
      const ground = groundOf(bench);
      await ground.lay(BEFORE);
      const before = await ground.tree();
      const patch = await patcher(bench);
      // What the dead process would have answered nobody hears.
      await patch().catch((error: unknown) => {
        if (!(error instanceof KilledError)) throw error;
      });
      expect(faults.killed).toBe(true);
      const left = withoutTemps(await ground.tree());
      for (const path of new Set([...Object.keys(left), ...Object.keys(WHOLE)])) {
        expect(WHOLE[path] ?? [], `${path}, killed at call ${at}`).toContain(left[path]);
      }
      const next = bench.rebuilt({ fs: bench.tree.tools.open({}), blobs: bench.plainBlobs() });
      const report = await next.revert({ turnId: "t" });
      if (report.error_code !== "no_checkpoints") expect([at, report]).toMatchObject([at, { success: true }]);
      const { sub: _, ...after } = withoutTemps(await ground.tree());
      expect([at, after]).toEqual([at, before]);
    },
    { faults },
  );
}

function groundOf({ tree, root }: Bench) {
  return createGround(tree.tools.open({}), tree.tools.hash, root);
}

/** A call of the patch by the process that dies. */
async function patcher(bench: Bench): Promise<() => Promise<unknown>> {
  const { fs, root, store, clock, checkpoints, locks, tree } = bench;
  const { settings } = loadSettings({ home: store, cwd: root, env: () => undefined, envNames: [], file: null });
  const runtime = await createRuntime(
    { fs, clock, checkpoints, locks, hash: tree.tools.hash, ids: webCryptoIds, memory: createMemoryMemory() },
    { root, protectedFolders: [store], settings },
  );
  const context = runtime.contextFor({ surface: "http", sessionId: "s", turnId: "t" });
  return () => runtime.callTool("edit_file", { patch: PATCH }, context);
}

/** The next start removes them; that has tests of its own. */
function withoutTemps(tree: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).filter(([path]) => !/(?:^|\/)\.mortise-test-[0-9a-f]+\.tmp$/.test(path)),
  );
}
