import { describe, expect, test } from "vitest";
import { utf8 } from "../conformance/bytes.ts";
import { checkpointRow, sha256Of } from "../conformance/checkpoint-rows.ts";
import { BENCHES, type Bench } from "./bench.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

async function turnIds(bench: Bench): Promise<string[]> {
  return (await bench.index.turns({ limit: 200 })).map((turn) => turn.turnId).sort();
}

async function blobNames(bench: Bench): Promise<string[]> {
  return (await bench.blobs.list()).map((blob) => blob.sha256).sort();
}

/** Lets the time pass as on a machine that was off: the first prune afterwards does not believe the clock yet. */
async function sleepFor(bench: Bench, ms: number): Promise<void> {
  bench.clock.advance(ms - HOUR);
  expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 0, blobs: 0, postponed: null });
  bench.clock.advance(HOUR);
}

/** Rewrites `a.txt`, which holds "old <turn>" before. */
async function writeTurn(bench: Bench, turnId: string): Promise<void> {
  await bench.put("a.txt", `old ${turnId}`);
  await bench.write("a.txt", `new ${turnId}`, { turnId });
}

for (const { name, run } of BENCHES) {
  describe(`prune on ${name}`, () => {
    test("after 14 days rows go, then the blobs that only they named", () =>
      run(async (bench) => {
        await writeTurn(bench, "first");
        await writeTurn(bench, "second");
        bench.clock.advance(14 * DAY);
        await writeTurn(bench, "third");
        expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 0, blobs: 0 });
        expect(await turnIds(bench)).toEqual(["first", "second", "third"]);

        bench.clock.advance(HOUR);
        expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 2, blobs: 2 });
        expect(await turnIds(bench)).toEqual(["third"]);
        expect(await blobNames(bench)).toEqual([sha256Of("old third")]);
        expect(await bench.checkpoints.revert({})).toMatchObject({ success: true, turn_id: "third" });
      }));

    test("it runs at most once an hour", () =>
      run(async (bench) => {
        expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 0, blobs: 0 });
        expect(await bench.checkpoints.pruneIfDue()).toBe(null);
        bench.clock.advance(HOUR - 1);
        expect(await bench.checkpoints.pruneIfDue()).toBe(null);
        bench.clock.advance(1);
        expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 0, blobs: 0 });
      }));

    test("however often a few contents are captured, each is stored once", () =>
      run(async (bench) => {
        const contents = ["one", "two", "three"];
        for (let at = 0; at < 90; at += 1) {
          await bench.put("a.txt", contents[at % 3] ?? "");
          await bench.write("a.txt", contents[(at + 1) % 3] ?? "", { turnId: `t${at}` });
        }
        expect(await blobNames(bench)).toEqual(contents.map((content) => sha256Of(content)).sort());
      }));

    test("a content that a younger row names too stays", () =>
      run(async (bench) => {
        await bench.put("a.txt", "shared");
        await bench.write("a.txt", "1", { turnId: "old" });
        bench.clock.advance(10 * DAY);
        await bench.put("b.txt", "shared");
        await bench.write("b.txt", "1", { turnId: "young" });
        await sleepFor(bench, 5 * DAY);
        expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 1, blobs: 0 });
        expect(await blobNames(bench)).toEqual([sha256Of("shared")]);
        expect(await bench.checkpoints.revert({ turnId: "young" })).toMatchObject({ success: true });
        expect(await bench.text("b.txt")).toBe("shared");
      }));

    test("a blob without a row is left alone for an hour: its row may be on its way", () =>
      run(async (bench) => {
        await bench.blobs.put(sha256Of("orphan"), utf8("orphan"));
        bench.clock.advance(59 * MINUTE);
        expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 0, blobs: 0 });
        bench.clock.advance(HOUR);
        expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 0, blobs: 1 });
        expect(await blobNames(bench)).toEqual([]);
      }));

    test("files in the blob folder that are no blobs are never deleted", () =>
      run(async (bench) => {
        await writeTurn(bench, "t");
        const shard = `${bench.store}/blobs/${sha256Of("old t").slice(0, 2)}`;
        await bench.fs.writeFile(`${shard}/notes.txt`, utf8("mine"));
        await bench.fs.writeFile(`${bench.store}/blobs/README`, utf8("mine"));
        await sleepFor(bench, 20 * DAY);
        expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 1, blobs: 1 });
        expect((await bench.fs.readdir(shard)).map((entry) => entry.name)).toEqual(["notes.txt"]);
        expect(await bench.fs.readFile(`${bench.store}/blobs/README`)).toEqual(utf8("mine"));
      }));

    test("a clock that jumps a year ahead while the process runs expires nothing", () =>
      run(async (bench) => {
        await writeTurn(bench, "before");
        bench.clock.set(bench.clock.now() + YEAR);
        await writeTurn(bench, "during");
        expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 0, blobs: 0 });
        bench.clock.advance(2 * HOUR);
        expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 0, blobs: 0 });
        expect(await turnIds(bench)).toEqual(["before", "during"]);
        for (const turnId of ["during", "before"]) {
          await bench.put("a.txt", `new ${turnId}`);
          expect(await bench.checkpoints.revert({ turnId })).toMatchObject({ success: true, reverted: ["a.txt"] });
        }
      }));

    test("a clock set back a year expires nothing and does not stop pruning", () =>
      run(async (bench) => {
        await writeTurn(bench, "before");
        expect(await bench.checkpoints.pruneIfDue()).not.toBe(null);
        bench.clock.set(bench.clock.now() - YEAR);
        await writeTurn(bench, "during");
        expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 0, blobs: 0 });
        await sleepFor(bench, 15 * DAY);
        expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 1, blobs: 0 });
        expect(await turnIds(bench)).toEqual(["before"]);
      }));

    test("a row dated in the future expires nothing else and stays until its time", () =>
      run(async (bench) => {
        await writeTurn(bench, "now");
        await bench.index.append([
          checkpointRow(0xff, { turnId: "future", createdAt: bench.clock.now() + YEAR, beforeHash: null }),
        ]);
        expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 0, blobs: 0 });
        await sleepFor(bench, 15 * DAY);
        expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 1, blobs: 1 });
        expect(await turnIds(bench)).toEqual(["future"]);
      }));

    test("a content first stored while a prune runs is not in its list, so it stays", () =>
      run(async (bench) => {
        await writeTurn(bench, "t");
        await sleepFor(bench, 15 * DAY);
        const index = {
          ...bench.index,
          // The moment after the rows were asked, when a new row is no longer seen.
          holdings: async () => {
            const holdings = await bench.index.holdings();
            await writeTurn(bench, "late");
            return holdings;
          },
        };
        expect(await bench.rebuilt({ index }).pruneIfDue()).toMatchObject({ rows: 1, blobs: 1 });
        expect(await bench.checkpoints.revert({ turnId: "late" })).toMatchObject({ success: true });
        expect(await bench.text("a.txt")).toBe("old late");
      }));

    test("an orphan whose content is stored again while a prune runs stays, for its age is looked up once more", () =>
      run(async (bench) => {
        await bench.blobs.put(sha256Of("again"), utf8("again"));
        const blobs = {
          ...bench.blobs,
          // As it stood when it was listed: fifteen days old. Its file is young by the time it would be deleted.
          list: async () => (await bench.blobs.list()).map((blob) => ({ ...blob, storedAt: blob.storedAt - 15 * DAY })),
        };
        const index = {
          ...bench.index,
          holdings: async () => {
            const holdings = await bench.index.holdings();
            await bench.put("b.txt", "again");
            await bench.write("b.txt", "x", { turnId: "late" });
            return holdings;
          },
        };
        expect(await bench.rebuilt({ index, blobs }).pruneIfDue()).toMatchObject({ rows: 0, blobs: 0 });
        expect(await bench.checkpoints.revert({ turnId: "late" })).toMatchObject({ success: true });
        expect(await bench.text("b.txt")).toBe("again");
      }));

    test("a turn goes whole or not at all: while one of its rows is young, all of them stay", () =>
      run(async (bench) => {
        await writeTurn(bench, "long");
        expect(await bench.checkpoints.pruneIfDue()).not.toBe(null);
        for (let day = 0; day < 10; day += 1) {
          bench.clock.advance(DAY);
          await bench.checkpoints.pruneIfDue();
        }
        await bench.write("a.txt", "newest", { turnId: "long" });
        for (let day = 0; day < 6; day += 1) {
          bench.clock.advance(DAY);
          expect(await bench.checkpoints.pruneIfDue()).toMatchObject({ rows: 0, postponed: null });
        }
        expect(await bench.checkpoints.revert({ turnId: "long" })).toMatchObject({ success: true });
        expect(await bench.text("a.txt")).toBe("old long");
      }));

    test("over the bound of the store the oldest turns go, and are named; the newest stays whatever its size", () =>
      run(
        async (bench) => {
          for (const turnId of ["t1", "t2", "t3"]) {
            await bench.put("a.txt", turnId.repeat(100_000));
            await bench.write("a.txt", `new ${turnId}`, { turnId });
          }
          bench.clock.advance(2 * HOUR);
          const plan = await bench.checkpoints.prune({ dryRun: true });
          expect(plan).toMatchObject({
            rows: 2,
            blobs: 2,
            bytes: 400_000,
            oversize_turns: ["t1", "t2"],
            dry_run: true,
          });
          expect(await turnIds(bench)).toEqual(["t1", "t2", "t3"]);
          expect(await bench.checkpoints.pruneIfDue()).toMatchObject({
            ...plan,
            dry_run: false,
            store_bytes: expect.any(Number),
          });
          expect(await turnIds(bench)).toEqual(["t3"]);
          expect(await blobNames(bench)).toEqual([sha256Of("t3".repeat(100_000))]);
          expect(await bench.checkpoints.prune({ dryRun: false })).toMatchObject({ rows: 0, oversize_turns: [] });
        },
        { maxStoreBytes: 300_000 },
      ));

    test("over the bound nothing younger than an hour goes, however often it is pruned; then only what is needed goes", () =>
      run(
        async (bench) => {
          const turns = Array.from({ length: 10 }, (_, at) => `turn-${at}`);
          for (const turnId of turns) {
            await bench.put("a.txt", turnId.repeat(20_000));
            await bench.write("a.txt", `new ${turnId}`, { turnId });
          }
          const nothing = { rows: 0, blobs: 0, oversize_turns: [] };
          for (let call = 0; call < 3; call += 1) {
            expect(await bench.checkpoints.prune({ dryRun: false })).toMatchObject(nothing);
            expect(await turnIds(bench)).toEqual(turns);
          }
          bench.clock.advance(2 * HOUR);
          const gone = ["turn-0", "turn-1", "turn-2"];
          const pruned = { rows: 3, blobs: 3, bytes: 360_000, oversize_turns: gone };
          expect(await bench.checkpoints.prune({ dryRun: false })).toMatchObject(pruned);
          expect(await bench.checkpoints.prune({ dryRun: false })).toMatchObject(nothing);
          expect(await turnIds(bench)).toEqual(turns.slice(3));
        },
        { maxStoreBytes: 950_000 },
      ));

    test("contents that nobody names count for no turn: they go within the hour, and no turn goes for them", () =>
      run(
        async (bench) => {
          await writeTurn(bench, "t1");
          await writeTurn(bench, "t2");
          bench.clock.advance(2 * HOUR);
          const orphan = "orphan".repeat(100_000);
          await bench.blobs.put(sha256Of(orphan), utf8(orphan));
          expect(await bench.checkpoints.prune({ dryRun: false })).toMatchObject({ rows: 0, oversize_turns: [] });
          expect(await turnIds(bench)).toEqual(["t1", "t2"]);
        },
        { maxStoreBytes: 300_000 },
      ));

    test("a prune between a capture's blob and its row costs nothing: the capture stores the blob again", () =>
      run(async (bench) => {
        await bench.put("a.txt", "old");
        const index = {
          ...bench.index,
          append: async (rows: Parameters<typeof bench.index.append>[0]) => {
            await bench.blobs.delete(sha256Of("old"));
            await bench.index.append(rows);
          },
        };
        const before = { bytes: utf8("old"), sha256: sha256Of("old"), mode: 0o644 };
        const capture = await bench.rebuilt({ index }).capture({
          sessionId: "s",
          turnId: "slept",
          surface: "http",
          toolName: "write_file",
          callId: "c",
          root: bench.root,
          relativePath: "a.txt",
          before,
          after: { sha256: sha256Of("new"), size: 3 },
        });
        expect(capture.answer.status).toBe("stored");
        expect(await bench.blobs.get(sha256Of("old"))).toEqual(utf8("old"));
      }));

    test("a prune between a revert's blobs and its rows costs nothing: the revert stores them again", () =>
      run(async (bench) => {
        await writeTurn(bench, "t");
        const overwritten: string[] = [];
        const index = {
          ...bench.index,
          beginRevert: async (...args: Parameters<typeof bench.index.beginRevert>) => {
            for (const { beforeHash } of args[1]) {
              if (beforeHash === null) continue;
              overwritten.push(beforeHash);
              await bench.blobs.delete(beforeHash);
            }
            await bench.index.beginRevert(...args);
          },
        };
        expect(await bench.rebuilt({ index }).revert({ turnId: "t" })).toMatchObject({ success: true });
        expect(overwritten.length).toBeGreaterThan(0);
        for (const hash of overwritten) expect(await bench.blobs.has(hash)).toBe(true);
        expect(await bench.checkpoints.revert({ undo: true })).toMatchObject({ success: true });
      }));

    test("while the index is damaged nothing is deleted", () =>
      run(async (bench) => {
        await writeTurn(bench, "t");
        await sleepFor(bench, 20 * DAY);
        const index = { ...bench.index, problems: async () => ["page 7 is torn"] };
        const report = await bench.rebuilt({ index }).prune({ dryRun: false });
        expect(report).toMatchObject({ rows: 0, blobs: 0, postponed: expect.stringContaining("page 7 is torn") });
        expect(await turnIds(bench)).toEqual(["t"]);
      }));
  });
}
