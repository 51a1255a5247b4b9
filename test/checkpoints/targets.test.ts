import { describe, expect, test } from "vitest";
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

    test("a turn that wrote under two roots names absolute paths and reverts both", () =>
      run(async (bench) => {
        const other = `${bench.tree.folder}/other`;
        await bench.fs.mkdir(other);
        await bench.put("a.txt", "old");
        await bench.write("a.txt", "agent");
        await bench.write("a.txt", "agent", { root: other });
        const report = await bench.checkpoints.revert({});
        expect(report).toMatchObject({ success: true, reverted: [`${bench.root}/a.txt`, `${other}/a.txt`] });
        expect(await bench.text("a.txt")).toBe("old");
        expect(await bench.fs.readdir(other)).toEqual([]);
      }));

    test("one file written under a root and under a folder of it is one path", () =>
      run(async (bench) => {
        await bench.put("sub/a.txt", "0");
        await bench.write("sub/a.txt", "1");
        await bench.write("a.txt", "2", { root: `${bench.root}/sub` });
        const report = await bench.checkpoints.revert({});
        expect(report).toMatchObject({ success: true, reverted: [`${bench.root}/sub/a.txt`] });
        expect(await bench.text("sub/a.txt")).toBe("0");
      }));

    test("a caller confined to a root reverts no turn of another, named or not", () =>
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
        for (const turnId of ["theirs", "both"]) {
          expect(await bench.checkpoints.revert({ turnId, withinRoot, force: true })).toMatchObject({
            success: false,
            error_code: "root_unmapped",
            reverted: [],
          });
        }
        expect(await bench.snapshot()).toEqual(before);
        expect(await bench.checkpoints.revert({ turnId: "both" })).toMatchObject({ success: true });
        expect(await bench.checkpoints.revert({ turnId: "mine", withinRoot })).toMatchObject({ reverted: ["a.txt"] });
        expect(await bench.checkpoints.revert({ withinRoot: other })).toMatchObject({ turn_id: "both" });
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
