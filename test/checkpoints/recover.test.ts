import { describe, expect, test } from "vitest";
import type { Checkpoints } from "../../runtime/checkpoints/mod.ts";
import { StoreError } from "../../runtime/errors.ts";
import type { FileSystem } from "../../runtime/ports/mod.ts";
import { BENCHES, type Bench, ownerNamed } from "./bench.ts";

class Died extends Error {}

const FILES = ["a.txt", "b.txt", "c.txt", "made/d.txt"];

/** A turn over four files, and a revert of it whose process dies when it comes to replace the third. */
async function dieHalfway(bench: Bench): Promise<{ next: Checkpoints; revert: string }> {
  for (const path of FILES.slice(0, 3)) await bench.put(path, `old ${path}`, 0o640);
  for (const path of FILES) await bench.write(path, `agent ${path}`);
  let replaced = 0;
  const fs: FileSystem = {
    ...bench.fs,
    stageFile: async (...args) => {
      const staged = await bench.fs.stageFile(...args);
      return {
        ...staged,
        publish: async () => {
          if (++replaced > 2) throw new Died();
          return await staged.publish();
        },
      };
    },
    rm: () => Promise.reject(new Died()),
  };
  const index = { ...bench.index, endRevert: () => Promise.reject(new Died()) };
  const dying = bench.rebuilt({ fs, index, owner: ownerNamed("7.dying") });
  await expect(dying.revert({})).rejects.toThrow(Died);
  const next = bench.rebuilt({ owner: ownerNamed("8.next") });
  const [running] = await bench.index.runningReverts();
  if (running === undefined) throw new Error("the revert left no line");
  return { next, revert: running.turnId };
}

async function textsOf(bench: Bench): Promise<(string | null)[]> {
  return await Promise.all(
    FILES.map(async (path) => ((await bench.mode(path)) === undefined ? null : await bench.text(path))),
  );
}

const OLD = [...FILES.slice(0, 3).map((path) => `old ${path}`), null];
const AGENT = FILES.map((path) => `agent ${path}`);

for (const { name, run } of BENCHES) {
  describe(`P7: a revert that died half-way, on ${name}`, () => {
    test("is told as interrupted, changed by nobody who only looks, and finished by the next start", () =>
      run(async (bench) => {
        const { next, revert } = await dieHalfway(bench);
        const halfway = await textsOf(bench);
        expect(halfway.filter((text) => text?.startsWith("old"))).toHaveLength(2);
        expect(await next.list({})).toMatchObject({ turns: [{ turn_id: revert, state: "interrupted" }, {}] });
        expect(await next.show(revert)).toMatchObject({ state: "interrupted", reverts: "t" });
        await next.revert({ dryRun: true });
        expect(await textsOf(bench)).toEqual(halfway);

        expect(await next.recover()).toEqual([{ turnId: revert, state: "finished" }]);
        expect(await textsOf(bench)).toEqual(OLD);
        expect(await bench.folders()).toEqual([]);
        expect(await Promise.all(FILES.slice(0, 3).map(bench.mode))).toEqual([0o640, 0o640, 0o640]);
        expect(await next.show(revert)).toMatchObject({ state: "finished" });
        expect(await next.recover()).toEqual([]);
        expect(await next.revert({ undo: true })).toMatchObject({ success: true, reverted_count: 4 });
        expect(await textsOf(bench)).toEqual(AGENT);
      }));

    test("is rolled back when somebody changed one of its files meanwhile, and that file stays as it is", () =>
      run(async (bench) => {
        const { next, revert } = await dieHalfway(bench);
        await bench.put("made/d.txt", "human");
        expect(await next.recover()).toEqual([{ turnId: revert, state: "rolled_back" }]);
        expect(await textsOf(bench)).toEqual([...AGENT.slice(0, 3), "human"]);
        expect(await next.list({})).toMatchObject({ turns: [{ turn_id: revert, state: "rolled_back" }, {}] });
        // Nothing of it stands, so there is nothing to take back.
        expect(await next.revert({ undo: true })).toMatchObject({ error_code: "no_checkpoints" });
        expect(await next.revert({ force: true })).toMatchObject({ success: true, reverted_count: 4 });
        expect(await textsOf(bench)).toEqual(OLD);
      }));

    test("with nothing left to do is finished, and what somebody changed since is no reason to go back", () =>
      run(async (bench) => {
        for (const path of FILES.slice(0, 3)) await bench.put(path, `old ${path}`, 0o640);
        for (const path of FILES) await bench.write(path, `agent ${path}`);
        const index = { ...bench.index, endRevert: () => Promise.reject(new Died()) };
        const dying = bench.rebuilt({ index, owner: ownerNamed("7.dying") });
        await expect(dying.revert({})).rejects.toThrow(Died);
        await bench.put("a.txt", "human");
        const next = bench.rebuilt({ owner: ownerNamed("8.next") });
        expect(await next.recover()).toMatchObject([{ state: "finished" }]);
        expect(await textsOf(bench)).toEqual(["human", ...OLD.slice(1)]);
      }));

    test("leaves alone what lies behind a link that somebody put in place of a folder it had removed", () =>
      run(async (bench) => {
        await bench.write("d/s/f.txt", "agent");
        const index = { ...bench.index, endRevert: () => Promise.reject(new Died()) };
        const dying = bench.rebuilt({ index, owner: ownerNamed("7.dying") });
        await expect(dying.revert({})).rejects.toThrow(Died);
        expect(await bench.folders()).toEqual([]);
        const outside = `${bench.tree.folder}/outside`;
        await bench.fs.mkdir(`${outside}/s`, { recursive: true });
        await bench.fs.symlink(outside, `${bench.root}/d`);
        const next = bench.rebuilt({ owner: ownerNamed("8.next") });
        expect(await next.recover()).toMatchObject([{ state: "finished" }]);
        expect((await bench.fs.lstat(`${outside}/s`))?.kind).toBe("directory");
        expect(await bench.fs.readlink(`${bench.root}/d`)).toBe(outside);
      }));

    test("is left as it is while one of its files cannot be read, and both ways stay open", () =>
      run(async (bench) => {
        const { revert } = await dieHalfway(bench);
        const halfway = await textsOf(bench);
        const fs = bench.failing("readFile", `${bench.root}/a.txt`, "EIO");
        const next = bench.rebuilt({ fs, owner: ownerNamed("8.next") });
        expect(await next.recover()).toEqual([{ turnId: revert, state: "partial" }]);
        expect(await textsOf(bench)).toEqual(halfway);
        const later = bench.rebuilt({ owner: ownerNamed("9.later") });
        expect(await later.revert({ turnId: "t" })).toMatchObject({ success: true });
        expect(await textsOf(bench)).toEqual(OLD);
      }));

    test("stops no other revert when its rows are damaged: it is named, and tried again by every later one", () =>
      run(async (bench) => {
        await bench.put("e.txt", "old e");
        await bench.write("e.txt", "agent e", { turnId: "other" });
        const { revert } = await dieHalfway(bench);
        const halfway = await textsOf(bench);
        const problem = `checkpoint row "cp_1" is damaged: kind is no kind of turn`;
        const byTurn = async (turnId: string) => {
          if (turnId === revert) throw new StoreError("unrecoverable", problem);
          return await bench.index.byTurn(turnId);
        };
        const next = bench.rebuilt({ index: { ...bench.index, byTurn }, owner: ownerNamed("8.next") });
        expect(await next.recover()).toEqual([{ turnId: revert, state: "interrupted", problem }]);
        const report = await next.revert({ turnId: "other" });
        expect(report).toMatchObject({ success: true, reverted: ["e.txt"] });
        expect(report.note).toContain(`revert "${revert}" (${problem})`);
        expect(await next.revert({ turnId: "other", undo: true })).toMatchObject({ success: true });
        expect(await textsOf(bench)).toEqual(halfway);
        expect(await next.recover()).toMatchObject([{ state: "interrupted" }]);
        const mended = bench.rebuilt({ owner: ownerNamed("9.later") });
        expect(await mended.recover()).toEqual([{ turnId: revert, state: "finished" }]);
      }));

    test("is shown as interrupted when its line is damaged, and stops no other revert", () =>
      run(async (bench) => {
        await bench.put("e.txt", "old e");
        await bench.write("e.txt", "agent e", { turnId: "other" });
        const { revert } = await dieHalfway(bench);
        const problem = `the journal's line of revert "${revert}" is damaged: owner is not text`;
        const index = {
          ...bench.index,
          runningReverts: async () => [],
          damagedReverts: async () => [{ turnId: revert, state: "running", problem } as const],
          revertRecord: () => Promise.reject(new StoreError("unrecoverable", problem)),
        };
        const next = bench.rebuilt({ index, owner: ownerNamed("8.next") });
        expect(await next.list({ limit: 1 })).toMatchObject({ turns: [{ turn_id: revert, state: "interrupted" }] });
        expect(await next.show(revert)).toMatchObject({
          state: "interrupted",
          note: expect.stringContaining(problem),
        });
        const report = await next.revert({ turnId: "other" });
        expect(report).toMatchObject({ success: true, reverted: ["e.txt"], note: expect.stringContaining(problem) });
        expect(await next.verify()).toMatchObject({ success: false, damaged_reverts: [problem] });
      }));

    test("stops no other revert when its root cannot be looked at, and is given back to be tried again", () =>
      run(async (bench) => {
        const { revert } = await dieHalfway(bench);
        const owner = ownerNamed("8.next");
        const fs = bench.failing("stat", bench.root, "EIO");
        expect(await bench.rebuilt({ fs, owner }).recover()).toMatchObject([
          { turnId: revert, state: "interrupted", problem: expect.stringContaining("EIO") },
        ]);
        expect(await bench.rebuilt({ owner }).recover()).toEqual([{ turnId: revert, state: "finished" }]);
        expect(await textsOf(bench)).toEqual(OLD);
      }));

    test("by a line that names a turn of writes is no revert, and the turn's files are not touched", () =>
      run(async (bench) => {
        await bench.put("a.txt", "old");
        await bench.write("a.txt", "agent");
        await bench.index.merge([], [{ turnId: "t", state: "running", owner: "7.gone" }]);
        await bench.put("a.txt", "old");
        const problem = "its rows are of a turn of writes";
        expect(await bench.checkpoints.recover()).toEqual([{ turnId: "t", state: "interrupted", problem }]);
        expect(await bench.text("a.txt")).toBe("old");
        const damaged_reverts = [`the journal's line of revert "t" is damaged: that is a turn of writes`];
        expect(await bench.checkpoints.verify()).toMatchObject({ success: false, damaged_reverts, damaged_rows: [] });
      }));

    test("is ended by the next revert before that looks at the files", () =>
      run(async (bench) => {
        const { next, revert } = await dieHalfway(bench);
        expect(await next.revert({ undo: true })).toMatchObject({ success: true, turn_id: revert, reverted_count: 4 });
        expect(await textsOf(bench)).toEqual(AGENT);
      }));

    test("is left alone while its process lives, and taken over by one start only", () =>
      run(async (bench) => {
        const { revert } = await dieHalfway(bench);
        const halfway = await textsOf(bench);
        const watcher = bench.rebuilt({ owner: { name: "9.watcher", isGone: () => false } });
        expect(await watcher.recover()).toEqual([]);
        expect(await watcher.list({})).toMatchObject({ turns: [{ turn_id: revert, state: "running" }, {}] });
        expect(await textsOf(bench)).toEqual(halfway);
        const starts = ["10.a", "11.b", "12.c"].map((name) => {
          return bench.rebuilt({ owner: { name, isGone: (other: string) => other === "7.dying" } });
        });
        const recovered = await Promise.all(starts.map((start) => start.recover()));
        expect(recovered.flat()).toEqual([{ turnId: revert, state: "finished" }]);
        expect(await textsOf(bench)).toEqual(OLD);
      }));

    test("whose folder is gone is marked as done in part, and shows what is left", () =>
      run(async (bench) => {
        const { next, revert } = await dieHalfway(bench);
        await bench.fs.rename(bench.root, `${bench.tree.folder}/moved`);
        expect(await next.recover()).toEqual([{ turnId: revert, state: "partial" }]);
        expect(await next.show(revert)).toMatchObject({ state: "partial" });
      }));
  });
}
