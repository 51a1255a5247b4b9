import { describe, expect, test } from "vitest";
import { SHELL_NOT_COVERED } from "../../runtime/checkpoints/mod.ts";
import { sha256Of } from "../conformance/checkpoint-rows.ts";
import { BENCHES } from "./bench.ts";

for (const { name, run } of BENCHES) {
  describe(`listing and showing turns on ${name}`, () => {
    test("an empty store lists nothing, shows nothing, and still says what is not covered", () =>
      run(async (bench) => {
        expect(await bench.checkpoints.list({})).toEqual({ count: 0, turns: [], ...SHELL_NOT_COVERED });
        expect(await bench.checkpoints.show()).toBe(null);
        expect(await bench.checkpoints.show("t")).toBe(null);
        expect(SHELL_NOT_COVERED.bash_not_covered).toBe(true);
      }));

    test("turns are listed newest first with times in UTC", () =>
      run(async (bench) => {
        bench.clock.set(Date.UTC(2027, 0, 31, 23, 59, 59, 7));
        await bench.write("a", "1", { turnId: "t1", sessionId: "s1" });
        bench.clock.advance(1000);
        await bench.write("b", "1", { turnId: "t2", sessionId: "s2" });
        await bench.write("b", "2", { turnId: "t2", sessionId: "s2" });
        bench.clock.advance(1000);
        await bench.write("c", "1", { turnId: "t2", sessionId: "s2" });
        const t1 = {
          turn_id: "t1",
          kind: "write",
          reverts: null,
          state: null,
          session_id: "s1",
          writes: 1,
          files: 1,
          started_at: "2027-01-31T23:59:59.007Z",
          ended_at: "2027-01-31T23:59:59.007Z",
        };
        const t2 = {
          turn_id: "t2",
          kind: "write",
          reverts: null,
          state: null,
          session_id: "s2",
          writes: 3,
          files: 2,
          started_at: "2027-02-01T00:00:00.007Z",
          ended_at: "2027-02-01T00:00:01.007Z",
        };
        expect(await bench.checkpoints.list({})).toEqual({ count: 2, turns: [t2, t1], ...SHELL_NOT_COVERED });
        expect(await bench.checkpoints.list({ sessionId: "s1" })).toMatchObject({ count: 1, turns: [t1] });
        expect(await bench.checkpoints.list({ limit: 1 })).toMatchObject({ count: 1, turns: [t2] });
        expect(await bench.checkpoints.list({ limit: 0 })).toMatchObject({ count: 1 });
        expect(await bench.checkpoints.list({ limit: 100_000 })).toMatchObject({ count: 2 });
      }));

    test("twenty turns are listed unless more are asked for, two hundred at most", () =>
      run(async (bench) => {
        const rows = Array.from({ length: 250 }, (_, at) => ({ turnId: `t${at}` }));
        const [template] = await (async () => {
          await bench.write("a", "1", { turnId: "t" });
          return bench.index.byTurn("t");
        })();
        if (!template) throw new Error("the write left no row");
        await bench.index.append(rows.map((row, at) => ({ ...template, ...row, checkpointId: `cp_list${at}` })));
        expect(await bench.checkpoints.list({})).toMatchObject({ count: 20 });
        expect(await bench.checkpoints.list({ limit: 1000 })).toMatchObject({ count: 200 });
      }));

    test("a turn shows each write and what a revert would do, and looking changes nothing", () =>
      run(async (bench) => {
        bench.clock.set(Date.UTC(2027, 0, 1));
        await bench.put("a.txt", "old", 0o755);
        await bench.write("a.txt", "agent");
        await bench.write("made.txt", "agent");
        await bench.put("a.txt", "human");
        const before = await bench.snapshot();
        const write = {
          checkpoint_id: "cp_0000000000000001",
          session_id: "s",
          surface: "http",
          tool_name: "write_file",
          call_id: "call",
          workspace_id: sha256Of(bench.root).slice(0, 16),
          root: bench.root,
          path: "a.txt",
          created_at: "2027-01-01T00:00:00.000Z",
          existed: true,
          before_hash: sha256Of("old"),
          before_size: 3,
          after_hash: sha256Of("agent"),
          after_size: 5,
          before_mode: 0o755,
          deleted: false,
          after_mode: null,
          before_is_link: false,
          after_is_link: false,
          created_folders: 0,
          named_path: null,
        };
        const made = {
          ...write,
          checkpoint_id: "cp_0000000000000002",
          path: "made.txt",
          existed: false,
          before_hash: null,
          before_size: 0,
          before_mode: null,
          deleted: false,
        };
        const shown = {
          turn_id: "t",
          kind: "write",
          reverts: null,
          state: null,
          writes: [write, made],
          plan: [
            { path: "a.txt", status: "drifted", action: "restore", detail: "it changed after the agent wrote it" },
            { path: "made.txt", status: "restorable", action: "delete", detail: "" },
          ],
          ...SHELL_NOT_COVERED,
        };
        expect(await bench.checkpoints.show("t")).toEqual(shown);
        expect(await bench.checkpoints.show()).toEqual(shown);
        expect(await bench.snapshot()).toEqual(before);
      }));
  });
}
