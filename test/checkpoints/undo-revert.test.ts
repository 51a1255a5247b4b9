import { describe, expect, test } from "vitest";
import { StoreError } from "../../runtime/errors.ts";
import { BENCHES, type Bench } from "./bench.ts";

/** What `undo_revert` refuses with when nothing is left. */
const NOTHING = { success: false, error_code: "no_checkpoints", reverted: [] };

for (const { name, run } of BENCHES) {
  describe(`P1: taking a revert back, on ${name}`, () => {
    async function prepare(bench: Bench): Promise<void> {
      await bench.put("a.txt", "old", 0o640);
      await bench.write("a.txt", "agent");
      await bench.write("made/deep/b.txt", "agent");
    }

    test("brings the newer bytes, modes and folders back, and the turn can be reverted again", () =>
      run(async (bench) => {
        await prepare(bench);
        const newer = await bench.states();
        const first = await bench.checkpoints.revert({});
        const older = await bench.states();
        expect(Object.keys(older)).toEqual(["a.txt"]);
        expect(await bench.checkpoints.revert({ undo: true })).toMatchObject({
          success: true,
          turn_id: first.revert_turn_id,
          reverted: ["a.txt", "made/deep/b.txt"],
        });
        expect(await bench.states()).toEqual(newer);
        expect(await bench.checkpoints.revert({})).toMatchObject({ turn_id: "t", reverted_count: 2 });
        expect(await bench.states()).toEqual(older);
        expect(await bench.checkpoints.revert({ undo: true })).toMatchObject({ success: true, reverted_count: 2 });
        expect(await bench.states()).toEqual(newer);
      }));

    test("also after force: what somebody had written over the agent's work comes back, bits and all", () =>
      run(async (bench) => {
        await prepare(bench);
        await bench.put("a.txt", "human", 0o600);
        await bench.put("made/deep/b.txt", "human", 0o755);
        const newer = await bench.states();
        expect(await bench.checkpoints.revert({})).toMatchObject({ error_code: "drifted", revert_turn_id: null });
        const forced = await bench.checkpoints.revert({ force: true });
        expect(forced).toMatchObject({ success: true, reverted_count: 2 });
        expect(await bench.text("a.txt")).toBe("old");
        const turnId = forced.revert_turn_id ?? "";
        expect(await bench.checkpoints.revert({ turnId })).toMatchObject({ success: true, turn_id: turnId });
        expect(await bench.states()).toEqual(newer);
      }));

    test("a revert is a turn of its own kind: listed, shown, and never what a plain revert means", () =>
      run(async (bench) => {
        await prepare(bench);
        const { revert_turn_id: revert } = await bench.checkpoints.revert({});
        const { turns } = await bench.checkpoints.list({});
        expect(turns).toMatchObject([
          { turn_id: revert, kind: "revert", reverts: "t", state: "done", session_id: "s", writes: 2, files: 2 },
          { turn_id: "t", kind: "write", reverts: null, state: null, writes: 2 },
        ]);
        expect(await bench.checkpoints.show(revert ?? "")).toMatchObject({
          kind: "revert",
          reverts: "t",
          state: "done",
          writes: [
            { path: "a.txt", tool_name: "revert_turn", before_mode: 0o640, after_mode: 0o640, deleted: false },
            { path: "made/deep/b.txt", deleted: true },
          ],
          plan: [{ status: "restorable" }, { status: "restorable" }],
        });
        expect(await bench.checkpoints.show()).toMatchObject({ turn_id: "t" });
        expect(await bench.checkpoints.revert({})).toMatchObject({
          turn_id: "t",
          revert_turn_id: null,
          files: [{ status: "already_reverted" }, { status: "already_reverted" }],
        });
        expect((await bench.checkpoints.list({})).count).toBe(2);
      }));

    test("goes back step by step, the newest revert first, and says when none is left", () =>
      run(async (bench) => {
        await bench.put("a.txt", "0");
        await bench.write("a.txt", "1", { turnId: "t1" });
        await bench.write("a.txt", "2", { turnId: "t2" });
        expect(await bench.checkpoints.revert({ undo: true })).toMatchObject(NOTHING);
        await bench.checkpoints.revert({ turnId: "t2" });
        await bench.checkpoints.revert({ turnId: "t1" });
        const steps: string[] = [await bench.text("a.txt")];
        for (let step = 0; step < 2; step++) {
          expect(await bench.checkpoints.revert({ undo: true })).toMatchObject({ success: true });
          steps.push(await bench.text("a.txt"));
        }
        expect(steps).toEqual(["0", "1", "2"]);
        expect(await bench.checkpoints.revert({ undo: true })).toMatchObject(NOTHING);
        expect(await bench.text("a.txt")).toBe("2");
      }));

    test("takes the revert of a named turn back, and the undoing of an undo reverts again", () =>
      run(async (bench) => {
        for (const path of ["a", "b"]) await bench.put(path, "old");
        await bench.write("a", "agent", { turnId: "t1" });
        await bench.write("b", "agent", { turnId: "t2" });
        await bench.checkpoints.revert({ turnId: "t1" });
        await bench.checkpoints.revert({ turnId: "t2" });
        const undo = await bench.checkpoints.revert({ undo: true, turnId: "t1" });
        expect(undo).toMatchObject({ success: true, reverted: ["a"] });
        expect([await bench.text("a"), await bench.text("b")]).toEqual(["agent", "old"]);
        expect(await bench.checkpoints.revert({ undo: true, turnId: "t1" })).toMatchObject(NOTHING);
        expect(await bench.checkpoints.revert({ turnId: undo.revert_turn_id ?? "" })).toMatchObject({
          reverted: ["a"],
        });
        expect(await bench.text("a")).toBe("old");
        expect(await bench.checkpoints.revert({ undo: true, turnId: "t1" })).toMatchObject({ reverted: ["a"] });
        expect(await bench.text("a")).toBe("agent");
      }));

    test("work done after the revert is drift for its undoing, and nothing is changed", () =>
      run(async (bench) => {
        await prepare(bench);
        await bench.checkpoints.revert({});
        await bench.put("a.txt", "human");
        const before = await bench.snapshot();
        expect(await bench.checkpoints.revert({ undo: true, dryRun: true })).toMatchObject({ drifted: ["a.txt"] });
        expect(await bench.checkpoints.revert({ undo: true })).toMatchObject({
          success: false,
          error_code: "drifted",
          drifted: ["a.txt"],
        });
        expect(await bench.snapshot()).toEqual(before);
      }));

    test("of the named session only, and within the root of who asks", () =>
      run(async (bench) => {
        for (const path of ["a", "b"]) await bench.put(path, "old");
        await bench.write("a", "agent", { turnId: "t1", sessionId: "s1" });
        await bench.write("b", "agent", { turnId: "t2", sessionId: "s2" });
        await bench.checkpoints.revert({ turnId: "t1" });
        await bench.checkpoints.revert({ turnId: "t2" });
        const elsewhere = `${bench.tree.folder}/elsewhere`;
        expect(await bench.checkpoints.revert({ undo: true, withinRoot: elsewhere })).toMatchObject(NOTHING);
        expect(await bench.checkpoints.revert({ undo: true, sessionId: "s1" })).toMatchObject({ reverted: ["a"] });
        expect([await bench.text("a"), await bench.text("b")]).toEqual(["agent", "old"]);
      }));

    test("a content over the limit of ordinary writes is kept by a revert all the same", () =>
      run(
        async (bench) => {
          await bench.put("a.txt", "small");
          await bench.write("a.txt", "more than eight bytes");
          await bench.checkpoints.revert({});
          expect(await bench.text("a.txt")).toBe("small");
          await bench.checkpoints.revert({ undo: true });
          expect(await bench.text("a.txt")).toBe("more than eight bytes");
        },
        { maxBlobBytes: 8 },
      ));

    test("where what would be overwritten cannot be kept, nothing is overwritten", () =>
      run(async (bench) => {
        await prepare(bench);
        const before = await bench.snapshot();
        for (const call of ["writeFile", "syncFolder"] as const) {
          const fs = bench.failing(call, `${bench.store}/`, "ENOSPC");
          expect(await bench.rebuilt({ blobs: bench.blobsOver(fs) }).revert({})).toMatchObject({
            success: false,
            error_code: "io_error",
            error: expect.stringContaining("could not be kept first"),
            reverted: [],
            revert_turn_id: null,
          });
          expect(await bench.snapshot()).toEqual(before);
        }
        const full = new StoreError("io_error", "the disk is full");
        const index = { ...bench.index, beginRevert: () => Promise.reject(full) };
        expect(await bench.rebuilt({ index }).revert({})).toMatchObject({ error_code: "io_error", reverted: [] });
        expect(await bench.snapshot()).toEqual(before);
        expect((await bench.checkpoints.list({})).count).toBe(1);
      }));
  });
}
