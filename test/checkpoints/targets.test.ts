import { describe, expect, test } from "vitest";
import { SHELL_NOT_COVERED } from "../../runtime/checkpoints/mod.ts";
import type { Checkpoint } from "../../runtime/ports/mod.ts";
import { utf8 } from "../conformance/bytes.ts";
import { checkpointRow, sha256Of } from "../conformance/checkpoint-rows.ts";
import { BENCHES, type Bench } from "./bench.ts";

for (const { name, run } of BENCHES) {
  describe(`which turn and which paths a revert means, on ${name}`, () => {
    test("without a turn it is the newest one, of the session when one is named", () =>
      run(async (bench) => {
        for (const path of ["a", "b", "c"]) await bench.put(path, "old");
        await bench.write("a", "x", { turnId: "t1", sessionId: "s1" });
        await bench.write("b", "x", { turnId: "t2", sessionId: "s2" });
        await bench.write("c", "x", { turnId: "t3", sessionId: "s1" });
        expect(await bench.checkpoints.revert({ sessionId: "s2" })).toMatchObject({ turn_id: "t2", reverted: ["b"] });
        expect(await bench.checkpoints.revert({})).toMatchObject({ turn_id: "t3", reverted: ["c"] });
        expect(await bench.checkpoints.revert({ turnId: "t1" })).toMatchObject({ turn_id: "t1", reverted: ["a"] });
      }));

    test("an unknown turn, session or empty store is no_checkpoints", () =>
      run(async (bench) => {
        const none = {
          success: false,
          error_code: "no_checkpoints",
          refused: false,
          files: [],
          bash_not_covered: true,
        };
        expect(await bench.checkpoints.revert({})).toMatchObject({ ...none, turn_id: "" });
        await bench.write("a", "x");
        expect(await bench.checkpoints.revert({ turnId: "nope" })).toMatchObject({ ...none, turn_id: "nope" });
        expect(await bench.checkpoints.revert({ sessionId: "nope" })).toMatchObject({ ...none, turn_id: "" });
        expect(await bench.checkpoints.revert({ turnId: "t", sessionId: "nope" })).toMatchObject(none);
        expect(await bench.text("a")).toBe("x");
      }));

    test("a turn id that two sessions use reverts only the named session's writes, and the note says so", () =>
      run(async (bench) => {
        await bench.put("a", "old");
        await bench.put("b", "old");
        await bench.write("a", "x", { turnId: "1", sessionId: "s1" });
        await bench.write("b", "x", { turnId: "1", sessionId: "s2" });
        const report = await bench.checkpoints.revert({ turnId: "1", sessionId: "s1" });
        expect(report).toMatchObject({ success: true, reverted: ["a"] });
        expect(report.note).toContain("1 writes of other sessions in this turn were left alone.");
        expect(await bench.text("b")).toBe("x");
      }));

    test("a workspace that moved is root_unmapped with every path listed, and reverts once its place is named", () =>
      run(async (bench) => {
        await bench.put("a.txt", "old");
        await bench.write("a.txt", "agent");
        await bench.write("made.txt", "agent");
        const moved = `${bench.tree.folder}/moved`;
        await bench.fs.rename(bench.root, moved);
        const before = await bench.snapshot();
        const unmapped = (path: string) => ({
          path,
          status: "failed",
          action: "skip",
          detail: "the root it was written under is not a folder here; pass root",
        });
        const refused = {
          success: false,
          error_code: "root_unmapped",
          refused: false,
          files: [unmapped("a.txt"), unmapped("made.txt")],
        };
        expect(await bench.checkpoints.revert({})).toMatchObject(refused);
        expect(await bench.checkpoints.revert({ force: true, root: `${bench.tree.folder}/nowhere` })).toMatchObject(
          refused,
        );
        expect(await bench.snapshot()).toEqual(before);
        expect(await bench.checkpoints.show("t")).toMatchObject({ plan: [unmapped("a.txt"), unmapped("made.txt")] });

        expect(await bench.checkpoints.show("t", { root: moved })).toMatchObject({
          plan: [
            { path: "a.txt", status: "restorable", action: "restore" },
            { path: "made.txt", status: "restorable", action: "delete" },
          ],
        });
        expect(await bench.checkpoints.revert({ root: moved })).toMatchObject({ success: true, reverted_count: 2 });
        expect(await bench.fs.readFile(`${moved}/a.txt`)).toEqual(utf8("old"));
        expect(await bench.fs.stat(bench.root)).toBe(null);
      }));

    test("a root that is a link now may mean another tree, so it is not followed", () =>
      run(async (bench) => {
        await bench.put("a.txt", "old");
        await bench.write("a.txt", "agent");
        await bench.fs.rename(bench.root, `${bench.tree.folder}/moved`);
        await bench.fs.symlink("moved", bench.root);
        const before = await bench.snapshot();
        expect(await bench.checkpoints.revert({})).toMatchObject({ error_code: "root_unmapped" });
        expect(await bench.snapshot()).toEqual(before);
      }));

    test("a turn id that two roots share is refused with both named, until one of them is named", () =>
      run(async (bench) => {
        const other = `${bench.tree.folder}/other`;
        await bench.fs.mkdir(other);
        await bench.put("a.txt", "old");
        await bench.write("a.txt", "agent");
        await bench.write("a.txt", "agent", { root: other });
        const before = await bench.snapshot();
        for (const request of [{}, { turnId: "t", force: true }, { turnId: "t", dryRun: true }]) {
          const refused = await bench.checkpoints.revert(request);
          expect(refused).toMatchObject({ success: false, error_code: "root_unmapped", reverted: [] });
          expect(refused.error).toContain(`${JSON.stringify(bench.root)}, ${JSON.stringify(other)}; pass root`);
          expect(refused.skipped).toEqual([`${bench.root}/a.txt`, `${other}/a.txt`]);
        }
        expect(await bench.snapshot()).toEqual(before);
        expect((await bench.checkpoints.show("t"))?.plan.map(({ path }) => path)).toEqual([
          `${bench.root}/a.txt`,
          `${other}/a.txt`,
        ]);
        const report = await bench.checkpoints.revert({ root: other });
        expect(report).toMatchObject({ success: true, turn_id: "t", reverted: ["a.txt"] });
        expect(await bench.text("a.txt")).toBe("agent");
        expect(await bench.fs.readdir(other)).toEqual([]);
        expect(await bench.checkpoints.revert({ turnId: "t", root: bench.root })).toMatchObject({
          reverted: ["a.txt"],
        });
        expect(await bench.text("a.txt")).toBe("old");
        // Of each root its own revert is the newest.
        expect(await bench.checkpoints.revert({ undo: true, root: other })).toMatchObject({ reverted: ["a.txt"] });
        expect(await bench.text("a.txt")).toBe("old");
      }));

    test("a turn id that two roots share means the one of the session that is named", () =>
      run(async (bench) => {
        const other = `${bench.tree.folder}/other`;
        await bench.fs.mkdir(other);
        await bench.write("a.txt", "agent", { sessionId: "one" });
        await bench.write("a.txt", "agent", { sessionId: "two", root: other });
        const report = await bench.checkpoints.revert({ turnId: "t", sessionId: "two" });
        expect(report).toMatchObject({ success: true, reverted: ["a.txt"], ...SHELL_NOT_COVERED });
        expect(await bench.text("a.txt")).toBe("agent");
        expect(await bench.fs.readdir(other)).toEqual([]);
      }));

    test("a turn id that a root shares with one that moved means that one where its new place is named", () =>
      run(async (bench) => {
        const [other, moved] = [`${bench.tree.folder}/other`, `${bench.tree.folder}/moved`];
        await bench.fs.mkdir(other);
        await bench.write("a.txt", "agent");
        await bench.write("b.txt", "agent", { root: other });
        await bench.fs.rename(other, moved);
        const report = await bench.checkpoints.revert({ turnId: "t", root: moved });
        expect(report).toMatchObject({ success: true, reverted: ["b.txt"] });
        expect(await bench.fs.readdir(moved)).toEqual([]);
        expect(await bench.text("a.txt")).toBe("agent");
      }));

    test("what a turn wrote under a folder of a root is, to a revert under the root, somebody's change", () =>
      run(async (bench) => {
        const sub = `${bench.root}/sub`;
        await bench.put("sub/a.txt", "0");
        await bench.write("sub/a.txt", "1");
        await bench.write("a.txt", "2", { root: sub });
        const ofRoot = { turnId: "t", root: bench.root };
        expect(await bench.checkpoints.revert(ofRoot)).toMatchObject({ error_code: "drifted" });
        expect(await bench.checkpoints.revert({ turnId: "t", root: sub })).toMatchObject({ reverted: ["a.txt"] });
        expect(await bench.text("sub/a.txt")).toBe("1");
        expect(await bench.checkpoints.revert(ofRoot)).toMatchObject({ reverted: ["sub/a.txt"] });
        expect(await bench.text("sub/a.txt")).toBe("0");
      }));

    test("a caller confined to a root sees and reverts nothing of another, named or not", () =>
      run(async (bench) => {
        const other = `${bench.tree.folder}/other`;
        await bench.fs.mkdir(other);
        await bench.put("a.txt", "old");
        await bench.write("a.txt", "agent", { turnId: "mine" });
        await bench.write("b.txt", "agent", { turnId: "theirs", root: other });
        await bench.write("c.txt", "agent", { turnId: "both" });
        await bench.write("c.txt", "agent", { turnId: "both", root: other });
        const before = await bench.snapshot();
        const withinRoot = bench.root;
        for (const request of [{ turnId: "theirs" }, { turnId: "theirs", root: bench.root }]) {
          expect(await bench.checkpoints.revert({ ...request, withinRoot, force: true })).toMatchObject({
            success: false,
            error_code: "root_unmapped",
            reverted: [],
          });
          expect(await bench.checkpoints.show("theirs", { ...request, withinRoot })).toBe(null);
          expect(await bench.checkpoints.diff("theirs", { ...request, withinRoot })).toBe(null);
        }
        expect(await bench.snapshot()).toEqual(before);
        expect((await bench.checkpoints.list({ root: withinRoot })).turns).toMatchObject([
          { turn_id: "both", writes: 1 },
          { turn_id: "mine", writes: 1 },
        ]);
        expect((await bench.checkpoints.show("both", { withinRoot }))?.writes.map(({ root }) => root)).toEqual([
          withinRoot,
        ]);
        expect((await bench.checkpoints.diff("both", { withinRoot }))?.files.map(({ path }) => path)).toEqual([
          "c.txt",
        ]);
        expect(await bench.checkpoints.revert({ turnId: "both", withinRoot })).toMatchObject({ reverted: ["c.txt"] });
        expect((await bench.fs.readdir(other)).map(({ name }) => name).sort()).toEqual(["b.txt", "c.txt"]);
        expect(await bench.checkpoints.revert({ undo: true, withinRoot: other })).toMatchObject({
          error_code: "no_checkpoints",
        });
        expect(await bench.checkpoints.revert({ turnId: "mine", withinRoot })).toMatchObject({ reverted: ["a.txt"] });
        expect(await bench.checkpoints.revert({ withinRoot: other })).toMatchObject({
          turn_id: "both",
          reverted: ["c.txt"],
        });
      }));
  });

  describe(`P2, P11: rows that somebody tampered with, on ${name}`, () => {
    /** Everything the rows below could be aimed at. */
    async function prepare(bench: Bench): Promise<void> {
      await bench.put("good.txt", "old");
      await bench.write("good.txt", "agent");
      await bench.put(".git/config", "agent");
      await bench.put("sub/.git/hooks/pre-commit", "agent");
      await bench.put("folder/a.txt", "agent");
      await bench.fs.writeFile(`${bench.tree.folder}/outside`, utf8("agent"));
      await bench.fs.mkdir(`${bench.tree.folder}/project-evil`);
      await bench.fs.writeFile(`${bench.tree.folder}/project-evil/x`, utf8("agent"));
      await bench.fs.symlink("../outside", `${bench.root}/link`);
      await bench.fs.symlink("..", `${bench.root}/up`);
      await bench.blobs.put(sha256Of("planted"), utf8("planted"));
      await bench.fs.writeFile(`${bench.store}/settings.json`, utf8("agent"));
    }

    /** A row that claims the agent turned "planted" into what stands there, so that it would be restored. */
    function planted(bench: Bench, fields: Partial<Checkpoint>): Checkpoint {
      return checkpointRow(0xbad, {
        root: bench.root,
        beforeHash: sha256Of("planted"),
        afterHash: sha256Of("agent"),
        ...fields,
      });
    }

    const PATHS = [
      "../outside",
      "../project-evil/x",
      "../store/settings.json",
      "folder/../../outside",
      "folder/../folder/a.txt",
      "/etc/passwd",
      "//etc/passwd",
      "./folder/a.txt",
      "folder//a.txt",
      "folder/a.txt/",
      "folder\\a.txt",
      "folder/a.txt\0",
      "",
      ".",
      "..",
      "folder",
      ".git/config",
      ".GIT/config",
      ".git./config",
      "sub/.git/hooks/pre-commit",
      "up/outside",
      "up/project/folder/a.txt",
    ];
    for (const existed of [true, false]) {
      test(`a ${existed ? "changed" : "created"} file whose row names a path that is not plainly below the root is never touched`, () =>
        run(async (bench) => {
          await prepare(bench);
          const before = await bench.snapshot();
          for (const [at, relativePath] of PATHS.entries()) {
            const row = planted(bench, {
              checkpointId: `cp_bad${at}`,
              turnId: `bad${at}`,
              relativePath,
              existed,
              beforeHash: existed ? sha256Of("planted") : null,
            });
            await bench.index.append([row]);
            for (const force of [false, true]) {
              const report = await bench.checkpoints.revert({ turnId: `bad${at}`, force });
              expect([relativePath, report.success, report.reverted]).toEqual([relativePath, false, []]);
              expect(["failed", "drifted"]).toContain(report.files[0]?.status);
              expect(await bench.snapshot()).toEqual(before);
            }
          }
          expect(await bench.fs.readFile(`${bench.store}/settings.json`)).toEqual(utf8("agent"));
        }));
    }

    test("a row whose root was changed does not agree with its workspace_id and is never followed", () =>
      run(async (bench) => {
        await prepare(bench);
        const before = await bench.snapshot();
        const id = planted(bench, {}).workspaceId;
        const rows = [
          planted(bench, { turnId: "r1", root: bench.tree.folder, relativePath: "outside", workspaceId: id }),
          planted(bench, {
            turnId: "r2",
            root: "/",
            relativePath: `${bench.tree.folder}/outside`.slice(1),
            workspaceId: id,
          }),
        ];
        for (const [at, row] of rows.entries()) await bench.index.append([{ ...row, checkpointId: `cp_r${at}` }]);
        for (const turnId of ["r1", "r2"]) {
          expect(await bench.checkpoints.revert({ turnId, force: true })).toMatchObject({
            success: false,
            error_code: "unrecoverable",
            reverted: [],
          });
        }
        expect(await bench.snapshot()).toEqual(before);
      }));

    test("a root that is no plain absolute folder is unmapped", () =>
      run(async (bench) => {
        await prepare(bench);
        const roots = ["", "project", `${bench.root}/`, `${bench.root}/../project`, `${bench.root}/folder/a.txt`];
        for (const [at, root] of roots.entries()) {
          await bench.index.append([
            planted(bench, { checkpointId: `cp_${at}`, turnId: `root${at}`, root, relativePath: "folder/a.txt" }),
          ]);
          const report = await bench.checkpoints.revert({ turnId: `root${at}`, force: true });
          expect([root, report.error_code]).toEqual([root, "root_unmapped"]);
        }
        expect(await bench.text("folder/a.txt")).toBe("agent");
      }));

    test("the product's own store is not written, even when it lies in the workspace", () =>
      run(async (bench) => {
        const own = `${bench.root}/own`;
        await bench.put("own/index.db", "agent");
        await bench.blobs.put(sha256Of("planted"), utf8("planted"));
        await bench.index.append([planted(bench, { turnId: "own", relativePath: "own/index.db" })]);
        const checkpoints = bench.rebuilt({ protectedFolders: [own] });
        expect(await checkpoints.revert({ turnId: "own", force: true })).toMatchObject({
          success: false,
          reverted: [],
          files: [{ path: "own/index.db", status: "failed", detail: "it lies in the product's own store" }],
        });
        expect(await bench.text("own/index.db")).toBe("agent");
      }));

    test("a bad row in a turn stops no good path of it", () =>
      run(async (bench) => {
        await prepare(bench);
        await bench.index.append([planted(bench, { turnId: "t", relativePath: "../outside" })]);
        const report = await bench.checkpoints.revert({ turnId: "t" });
        expect(report).toMatchObject({ success: false, error_code: "unrecoverable", reverted: ["good.txt"] });
        expect(await bench.text("good.txt")).toBe("old");
        expect(await bench.fs.readFile(`${bench.tree.folder}/outside`)).toEqual(utf8("agent"));
      }));
  });
}
