import { describe, expect, test } from "vitest";
import { BENCHES, type Bench, ownerNamed } from "../checkpoints/bench.ts";
import { Faults, KilledError } from "./fault-file-system.ts";

/** A sweep takes seconds on a busy machine; not every runner gives a test more than five. */
const LIMIT_MS = 60_000;

/** Two files changed and one made in turn "t"; the blob folders exist already. */
async function prepare(bench: Bench): Promise<void> {
  await bench.put("warm-up.txt", "x");
  await bench.write("warm-up.txt", "y", { turnId: "warm-up" });
  await bench.put("a.txt", "old a");
  await bench.put("b.txt", "old b", 0o755);
}

async function writeTurn(bench: Bench): Promise<void> {
  await bench.write("a.txt", "agent 1");
  await bench.write("a.txt", "agent 2");
  await bench.write("made.txt", "agent");
  await bench.write("b.txt", "agent");
}

type Stage = "write" | "revert" | "undo";

const OLD = { a: "old a", b: "old b", made: null };
const AGENT = { a: "agent 2", b: "agent", made: "agent" };

/** Calls made until `stage` begins and until it ends, in a run without faults. */
async function extent(run: (typeof BENCHES)[number]["run"], stage: Stage): Promise<[number, number]> {
  const faults = new Faults();
  const at: number[] = [];
  await run(
    async (bench) => {
      await prepare(bench);
      at.push(faults.counted);
      await writeTurn(bench);
      at.push(faults.counted);
      expect(await bench.checkpoints.revert({ turnId: "t" })).toMatchObject({ success: true, reverted_count: 3 });
      at.push(faults.counted);
      expect(await bench.checkpoints.revert({ undo: true })).toMatchObject({ success: true, reverted_count: 3 });
      at.push(faults.counted);
    },
    { faults },
  );
  const [start = 0, written = 0, reverted = 0, undone = 0] = at;
  if (stage === "write") return [start + 1, written];
  return stage === "revert" ? [written + 1, reverted] : [reverted + 1, undone];
}

async function contents(bench: Bench): Promise<Record<string, string | null>> {
  const plain = bench.tree.tools.open({});
  const read = async (path: string) =>
    (await plain.lstat(`${bench.root}/${path}`)) === null ? null : await bench.text(path);
  return { a: await read("a.txt"), b: await read("b.txt"), made: await read("made.txt") };
}

/** The parts of a new process on the same store and tree. */
function nextProcess(bench: Bench) {
  const owner = ownerNamed("2.next");
  return bench.rebuilt({ fs: bench.tree.tools.open({}), blobs: bench.plainBlobs(), owner });
}

for (const { name, run } of BENCHES.filter(({ name }) => name.startsWith("memfs"))) {
  describe(`faults at every call, on ${name}`, () => {
    test(
      "a process killed at any call of a turn's writes leaves whole files and a turn that reverts",
      async () => {
        const [first, last] = await extent(run, "write");
        for (let at = first; at <= last; at++) {
          const faults = new Faults({ at, kind: "kill" });
          await run(
            async (bench) => {
              await prepare(bench);
              await writeTurn(bench).catch((error: unknown) => {
                if (!(error instanceof KilledError)) throw error;
              });
              expect(faults.killed).toBe(true);
              const left = await contents(bench);
              expect([at, ["old a", "agent 1", "agent 2"].includes(left.a ?? "")]).toEqual([at, true]);
              expect([at, ["old b", "agent"].includes(left.b ?? "")]).toEqual([at, true]);
              expect([at, [null, "agent"].includes(left.made ?? null)]).toEqual([at, true]);

              const report = await nextProcess(bench).revert({ turnId: "t" });
              if (report.error_code !== "no_checkpoints") expect([at, report]).toMatchObject([at, { success: true }]);
              expect([at, await contents(bench)]).toEqual([at, { a: "old a", b: "old b", made: null }]);
            },
            { faults },
          );
        }
        expect(last - first).toBeGreaterThan(60);
      },
      LIMIT_MS,
    );

    for (const stage of ["revert", "undo"] as const) {
      test(
        `a process killed at any call of ${stage === "revert" ? "a revert" : "its undoing"} leaves whole files, the next start ends the work, and both directions still work`,
        async () => {
          const [first, last] = await extent(run, stage);
          const endings = new Set<string>();
          for (let at = first; at <= last; at++) {
            const faults = new Faults({ at, kind: "kill" });
            await run(
              async (bench) => {
                await prepare(bench);
                await writeTurn(bench);
                if (stage === "undo") await bench.checkpoints.revert({ turnId: "t" });
                await bench.checkpoints.revert(stage === "undo" ? { undo: true } : { turnId: "t" }).catch((error) => {
                  if (!(error instanceof KilledError)) throw error;
                });
                expect(faults.killed).toBe(true);
                const left = await contents(bench);
                for (const file of ["a", "b", "made"] as const) {
                  expect([OLD[file], AGENT[file]]).toContain(left[file]);
                }
                const next = nextProcess(bench);
                for (const { state } of await next.recover()) endings.add(state);
                expect([OLD, AGENT]).toContainEqual(await contents(bench));
                expect([at, await bench.index.runningReverts()]).toEqual([at, []]);

                expect([at, await next.revert({ turnId: "t" })]).toMatchObject([at, { success: true }]);
                expect([at, await contents(bench)]).toEqual([at, OLD]);
                expect([at, await next.revert({ undo: true })]).toMatchObject([at, { success: true }]);
                expect([at, await contents(bench)]).toEqual([at, AGENT]);
              },
              { faults },
            );
          }
          expect([...endings]).toEqual(["finished"]);
          expect(last - first).toBeGreaterThan(30);
        },
        LIMIT_MS,
      );
    }

    test(
      "whichever one call of a revert fails, nothing is lost, what failed is named, and a second try ends it",
      async () => {
        const [first, last] = await extent(run, "revert");
        for (const code of ["EIO", "ENOSPC", "EACCES"]) {
          for (let at = first; at <= last; at++) {
            const faults = new Faults({ at, code });
            await run(
              async (bench) => {
                await prepare(bench);
                await writeTurn(bench);
                const report = await bench.checkpoints.revert({ turnId: "t" }).catch((error: unknown) => error);
                const left = await contents(bench);
                expect([at, ["old a", "agent 2"].includes(left.a ?? "")]).toEqual([at, true]);
                expect([at, ["old b", "agent"].includes(left.b ?? "")]).toEqual([at, true]);
                if (!(report instanceof Error)) expect([at, report]).toHaveProperty(["1", "files", "length"], 3);
                const again = await bench.checkpoints.revert({ turnId: "t" });
                expect([at, again]).toMatchObject([at, { success: true }]);
                expect([at, await contents(bench)]).toEqual([at, { a: "old a", b: "old b", made: null }]);
              },
              { faults },
            );
          }
        }
      },
      LIMIT_MS,
    );
  });
}
