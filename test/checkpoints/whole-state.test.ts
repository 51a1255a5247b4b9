import { describe, expect, test } from "vitest";
import { utf8 } from "../conformance/bytes.ts";
import { sha256Of } from "../conformance/checkpoint-rows.ts";
import { BENCHES } from "./bench.ts";

for (const { name, run } of BENCHES) {
  describe(`the whole state of a path, on ${name}`, () => {
    test("folders that the turn made go when they stand empty; others, and those in use by now, stay", () =>
      run(async (bench) => {
        await bench.fs.mkdir(`${bench.root}/there`);
        await bench.write("there/a.txt", "agent");
        await bench.write("one/two/three/b.txt", "agent");
        await bench.write("one/two/c.txt", "agent");
        await bench.write("shared/mine/d.txt", "agent");
        await bench.put("shared/human.txt", "human");
        expect(await bench.checkpoints.revert({})).toMatchObject({ success: true, reverted_count: 4 });
        expect(await bench.folders()).toEqual(["shared", "there"]);
        expect(await bench.text("shared/human.txt")).toBe("human");
      }));

    test("folders that the turn made for a file, which it then deleted itself, go too", () =>
      run(async (bench) => {
        await bench.write("dir/deep/b", "agent");
        await bench.remove("dir/deep/b");
        expect(await bench.folders()).toEqual(["dir", "dir/deep"]);
        expect(await bench.checkpoints.revert({})).toMatchObject({ success: true, reverted_count: 0 });
        expect(await bench.folders()).toEqual([]);
      }));

    test("a file that the turn deleted comes back, with its bits, and its folder if that is gone", () =>
      run(async (bench) => {
        await bench.put("folder/a.txt", "old", 0o751);
        await bench.remove("folder/a.txt");
        await bench.fs.rmdir(`${bench.root}/folder`);
        expect(await bench.checkpoints.revert({})).toMatchObject({ reverted: ["folder/a.txt"] });
        expect(await bench.states()).toEqual({ "folder/a.txt": `751 ${sha256Of("old")}` });
        await bench.checkpoints.revert({ undo: true });
        expect(await bench.states()).toEqual({});
        expect(await bench.folders()).toEqual([]);
      }));

    test("a file that the turn moved is back at its old place and gone from the new one", () =>
      run(async (bench) => {
        await bench.put("from/a.txt", "old", 0o700);
        const before = await bench.states();
        await bench.remove("from/a.txt");
        await bench.write("to/b.txt", "old");
        const moved = await bench.states();
        await bench.checkpoints.revert({});
        expect(await bench.states()).toEqual(before);
        expect(await bench.folders()).toEqual(["from"]);
        await bench.checkpoints.revert({ undo: true });
        expect(await bench.states()).toEqual(moved);
      }));

    for (const [what, existed] of [
      ["changed", true],
      ["created", false],
    ] as const) {
      test(`a link put in place of a file that the turn ${what} is drift; force replaces the link itself, and its undoing brings it back`, () =>
        run(async (bench) => {
          const outside = `${bench.tree.folder}/outside`;
          await bench.fs.writeFile(outside, utf8("agent"));
          if (existed) await bench.put("a.txt", "old", 0o600);
          const before = await bench.states();
          await bench.write("a.txt", "agent");
          await bench.fs.rm(`${bench.root}/a.txt`);
          await bench.fs.symlink("../outside", `${bench.root}/a.txt`);
          const linked = await bench.states();
          expect(linked).toEqual({ "a.txt": "-> ../outside" });
          const detail = "a link stands where the agent left a file";
          const action = existed ? "restore" : "delete";
          expect(await bench.checkpoints.revert({})).toMatchObject({
            error_code: "drifted",
            files: [{ path: "a.txt", status: "drifted", action, detail }],
          });
          expect(await bench.states()).toEqual(linked);

          expect(await bench.checkpoints.revert({ force: true })).toMatchObject({ reverted: ["a.txt"] });
          expect(await bench.states()).toEqual(before);
          expect(await bench.checkpoints.revert({ undo: true })).toMatchObject({ reverted: ["a.txt"] });
          expect(await bench.states()).toEqual(linked);
          expect(await bench.fs.readFile(outside)).toEqual(utf8("agent"));
        }));
    }

    test("a link that was turned elsewhere since is drift, whether or not the file is the agent's", () =>
      run(async (bench) => {
        await bench.put("real/a.txt", "old");
        await bench.put("other/a.txt", "human");
        await bench.fs.symlink("real", `${bench.root}/link`);
        await bench.write("real/a.txt", "agent", { namedPath: "link/a.txt" });
        expect(await bench.checkpoints.revert({ dryRun: true })).toMatchObject({ drifted: [] });
        await bench.fs.rm(`${bench.root}/link`);
        await bench.fs.symlink("other", `${bench.root}/link`);
        expect(await bench.checkpoints.revert({})).toMatchObject({
          error_code: "drifted",
          files: [{ detail: 'the link by which it was written, "link/a.txt", leads elsewhere now' }],
        });
        expect(await bench.checkpoints.revert({ force: true })).toMatchObject({ reverted: ["real/a.txt"] });
        expect([await bench.text("real/a.txt"), await bench.text("other/a.txt")]).toEqual(["old", "human"]);
      }));

    test("a hard link is broken by a revert, never written through", () =>
      run(async (bench) => {
        await bench.put("a.txt", "old");
        await bench.write("a.txt", "agent");
        await bench.write("made.txt", "agent");
        await bench.tree.primitives.link(`${bench.root}/a.txt`, `${bench.tree.folder}/twin`);
        await bench.tree.primitives.link(`${bench.root}/made.txt`, `${bench.tree.folder}/twin2`);
        await bench.checkpoints.revert({});
        expect(await bench.text("a.txt")).toBe("old");
        for (const twin of ["twin", "twin2"]) {
          expect(await bench.fs.readFile(`${bench.tree.folder}/${twin}`)).toEqual(utf8("agent"));
        }
      }));

    test("a turn that was reverted and then goes on is one chain, not somebody's change", () =>
      run(async (bench) => {
        await bench.put("a.txt", "0");
        for (const text of ["1", "2"]) await bench.write("a.txt", text);
        await bench.checkpoints.revert({});
        await bench.write("a.txt", "3");
        expect(await bench.checkpoints.revert({})).toMatchObject({ success: true, reverted: ["a.txt"] });
        expect(await bench.text("a.txt")).toBe("0");
      }));

    test("two sessions that write one file never lose each other's bytes", () =>
      run(async (bench) => {
        await bench.put("a.txt", "0");
        await bench.write("a.txt", "first", { turnId: "t1", sessionId: "s1" });
        await bench.write("a.txt", "second", { turnId: "t2", sessionId: "s2" });
        await bench.write("a.txt", "third", { turnId: "t1", sessionId: "s1" });
        expect(await bench.checkpoints.revert({ turnId: "t1" })).toMatchObject({ error_code: "drifted" });
        expect(await bench.checkpoints.revert({ turnId: "t2" })).toMatchObject({ error_code: "drifted" });
        expect(await bench.text("a.txt")).toBe("third");
        await bench.checkpoints.revert({ turnId: "t2", force: true });
        await bench.checkpoints.revert({ turnId: "t1", force: true });
        for (const content of ["third", "first"]) {
          await bench.checkpoints.revert({ undo: true });
          expect([content, await bench.text("a.txt")]).toEqual([content, content === "third" ? "first" : "third"]);
        }
      }));
  });
}
