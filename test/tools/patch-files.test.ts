import { describe, expect, test } from "vitest";
import { FileSystemError } from "../../runtime/errors.ts";
import type { FileSystem } from "../../runtime/ports/mod.ts";
import { aroundReplace } from "../property/tools/around-replace.ts";
import { openWorkspace } from "./workspace.ts";

const FILES = { "a.txt": "a\n", "b.txt": "b\n", "d.txt": "d\n", "m.txt": "m\n" };
const PATCH = [
  "*** Begin Patch",
  "*** Update File: b.txt",
  "@@",
  "-b",
  "+B",
  "*** Add File: sub/new.txt",
  "+new",
  "*** Delete File: d.txt",
  "*** Update File: m.txt",
  "*** Move to: sub/moved.txt",
  "@@",
  "-m",
  "+M",
  "*** Update File: a.txt",
  "@@",
  "-a",
  "+A",
  "*** End Patch",
].join("\n");

/** Writes and removals fail from the n-th on, counted over all of them, until told to stop. */
function failingFrom(at: number): { wrap: (fs: FileSystem) => FileSystem; stop(): void; count(): number } {
  let count = 0;
  let failing = true;
  const meet = (operation: string, path: string) => {
    count += 1;
    if (failing && count === at) throw new FileSystemError("EIO", operation, path);
  };
  return {
    wrap: (fs) => ({
      ...aroundReplace(fs, async (path, replace) => {
        meet("writeFile", path);
        return replace();
      }),
      rm: async (path, options) => {
        meet("rm", path);
        return fs.rm(path, options);
      },
      syncFolder: async (path) => {
        meet("syncFolder", path);
        return fs.syncFolder(path);
      },
    }),
    stop: () => {
      failing = false;
    },
    count: () => count,
  };
}

describe("a patch over several files", () => {
  test("updates, adds, deletes and moves as one turn, which reverts as one", async () => {
    const work = await openWorkspace({ files: FILES });
    await work.fs.chmod("/work/project/m.txt", 0o700);
    const before = await work.tree();
    const result = await work.call("edit_file", { patch: PATCH });
    expect(result).toMatchObject({
      success: true,
      data: {
        command: "patch",
        files: [
          { path: "b.txt", action: "update", matched_lines: [[1, 1]], window: "1\tB" },
          { path: "sub/new.txt", action: "add", sha256_before: null },
          { path: "d.txt", action: "delete", revision: null },
          { path: "m.txt", moved_to: "sub/moved.txt", action: "move" },
          { path: "a.txt", action: "update" },
        ],
      },
    });
    const after = await work.tree();
    expect(Object.keys(after).map((path) => path.slice("/work/project/".length))).toEqual([
      "a.txt",
      "b.txt",
      "sub/moved.txt",
      "sub/new.txt",
    ]);
    expect((await work.fs.lstat("/work/project/sub/moved.txt"))?.mode).toBe(0o700);
    expect(await work.text("sub/moved.txt")).toBe("M\n");
    expect(await work.runtime.checkpoints.list({})).toMatchObject({ count: 1, turns: [{ writes: 6, files: 6 }] });
    expect(await work.call("revert_turn", {})).toMatchObject({ success: true, data: { reverted_count: 6 } });
    expect(await work.tree()).toEqual(before);
  });

  test("one hunk that misses, one guard that refuses or one target that is taken changes no file", async () => {
    const work = await openWorkspace({ files: { ...FILES, "a.txt": "other\n" } });
    const before = await work.tree();
    const refused = await work.call("edit_file", { patch: PATCH });
    expect(refused).toMatchObject({ error_code: "not_found", data: { path: "a.txt" } });
    expect(refused.success ? "" : refused.error).toContain("No file of the patch was changed");
    expect(await work.tree()).toEqual(before);
    await work.put("a.txt", "a\n");
    await work.put("sub/moved.txt", "taken\n");
    const taken = await work.tree();
    expect(await work.call("edit_file", { patch: PATCH })).toMatchObject({ error_code: "already_exists" });
    await work.fs.rm("/work/project/sub/moved.txt");
    const gated = await openWorkspace({ files: FILES, coding: { read_gate: "turn" } });
    for (const path of ["a.txt", "b.txt", "m.txt"]) await gated.call("read_file", { path });
    expect(await gated.call("edit_file", { patch: PATCH })).toMatchObject({
      error_code: "not_read_this_turn",
      data: { path: "d.txt" },
    });
    expect([(await gated.runtime.checkpoints.list({})).count, Object.keys(taken).length]).toEqual([0, 5]);
    expect(await work.call("edit_file", { patch: PATCH, revision: "abcdef" })).toMatchObject({
      error_code: "bad_argument",
    });
    const twice = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+A\n--- a/./a.txt\n+++ b/./a.txt\n@@ -1 +1 @@\n-a\n+B\n";
    expect(await work.call("edit_file", { patch: twice })).toMatchObject({ success: false });
    expect(await work.text("a.txt")).toBe("a\n");
  });

  test("a failure at any write or removal puts everything back and keeps no row", async () => {
    const clean = failingFrom(0);
    await (await openWorkspace({ files: FILES, wrap: clean.wrap })).call("edit_file", { patch: PATCH });
    expect(clean.count()).toBe(8);
    for (let at = 1; at <= clean.count(); at += 1) {
      const faults = failingFrom(at);
      const work = await openWorkspace({ files: FILES, wrap: faults.wrap });
      const before = await work.tree();
      const result = await work.call("edit_file", { patch: PATCH });
      expect([at, result]).toMatchObject([at, { success: false, error_code: "io_error", data: { errno: "EIO" } }]);
      expect([at, await work.tree()]).toEqual([at, before]);
      expect([at, (await work.runtime.checkpoints.list({})).count]).toEqual([at, 0]);
    }
  });

  test("what another program changed in between is left to it, and the rest is put back", async () => {
    for (const [name, foreign] of [
      ["a.txt", "theirs\n"],
      ["d.txt", "theirs\n"],
    ] as const) {
      let armed = true;
      const work = await openWorkspace({
        files: FILES,
        wrap: (fs) =>
          aroundReplace(fs, async (_, replace) => {
            const outcome = await replace();
            if (armed) await fs.writeFile(`/work/project/${name}`, new TextEncoder().encode(foreign));
            armed = false;
            return outcome;
          }),
      });
      const result = await work.call("edit_file", { patch: PATCH });
      expect(result).toMatchObject({ success: false, error_code: "changed_during_write", data: { path: name } });
      expect(await work.text(name)).toBe(foreign);
      for (const other of Object.keys(FILES).filter((path) => path !== name)) {
        expect(await work.text(other)).toBe(FILES[other as keyof typeof FILES]);
      }
      expect((await work.runtime.checkpoints.list({})).count).toBe(0);
    }
  });

  test("what cannot be put back is named, and its checkpoint stays", async () => {
    let written = 0;
    const work = await openWorkspace({
      files: FILES,
      wrap: (fs) =>
        aroundReplace(fs, async (path, replace) => {
          written += 1;
          if (written > 1) throw new FileSystemError("EIO", "writeFile", path);
          return replace();
        }),
    });
    const result = await work.call("edit_file", { patch: PATCH });
    expect(result).toMatchObject({ success: false, error_code: "io_error", data: { not_put_back: ["b.txt"] } });
    expect(await work.text("b.txt")).toBe("B\n");
    expect(await work.runtime.checkpoints.show("t")).toMatchObject({ writes: [{ path: "b.txt" }] });
  });
});

describe("a path that a patch needs as a file and as a folder", () => {
  const begin = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

  test("is refused before anything is written, naming both", async () => {
    const files = { "v/old.txt": "old\n", "other.txt": "other\n" };
    const cases = [
      begin("*** Add File: v/par", "+x", "*** Add File: v/par/child.txt", "+y"),
      begin("*** Add File: v/par/child.txt", "+y", "*** Add File: v/par", "+x"),
      begin("*** Update File: other.txt", "*** Move to: v/par", "*** Add File: v/par/child.txt", "+y"),
      begin("*** Add File: v/par", "+x", "*** Update File: other.txt", "*** Move to: v/par/child.txt"),
    ];
    for (const patch of cases) {
      const work = await openWorkspace({ files });
      const before = await work.tree();
      const refused = await work.call("edit_file", { patch });
      expect([patch, refused]).toMatchObject([
        patch,
        { error_code: "bad_patch", data: { path: "v/par", inside: "v/par/child.txt" } },
      ]);
      expect(await work.tree()).toEqual(before);
    }
  });

  test("is refused where the file is there already, whatever the patch does to it", async () => {
    for (const head of [
      ["*** Update File: a.txt", "@@", "-one", "+two"],
      ["*** Delete File: a.txt"],
      ["*** Update File: a.txt", "*** Move to: b.txt"],
      ["*** Add File: c.txt", "+c"],
    ]) {
      const work = await openWorkspace({ files: { "a.txt": "one\n" } });
      const before = await work.tree();
      const patch = begin(...head, "*** Add File: a.txt/child.txt", "+y");
      const refused = await work.call("edit_file", { patch });
      expect([head, refused.success ? "" : refused.error_code]).not.toEqual([head, "io_error"]);
      expect([head, refused.success]).toEqual([head, false]);
      expect(await work.tree()).toEqual(before);
    }
  });
});
