import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ToolResult } from "../../runtime/tools/mod.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

function dataOf(result: ToolResult): Record<string, unknown> {
  if (!result.success) throw new Error(`expected success, got ${result.error_code}: ${result.error}`);
  return { ...result.data };
}

const undo = { path: "a.txt", command: "undo_edit" };
const redo = { ...undo, redo: true };

async function textOrNone(work: Workspace): Promise<string | null> {
  return (await work.fs.lstat("/work/project/a.txt")) === null ? null : work.text("a.txt");
}

describe("undo_edit", () => {
  test("goes one deeper with each call, over turns, and redo steps forward", async () => {
    const work = await openWorkspace({ files: { "a.txt": "0\n" } });
    for (const at of [0, 1, 2]) {
      await work.call("edit_file", { path: "a.txt", old_text: `${at}`, new_text: `${at + 1}` }, { turnId: `t${at}` });
    }
    expect(dataOf(await work.call("edit_file", undo))).toMatchObject({
      command: "undo_edit",
      action: "update",
      undone: { turn_id: "t2", tool_name: "edit_file" },
      undo_left: 2,
      redo_left: 1,
      diff: "--- a/a.txt\n+++ b/a.txt\n@@ -1,1 +1,1 @@\n-3\n+2\n",
    });
    dataOf(await work.call("edit_file", undo));
    expect(await work.text("a.txt")).toBe("1\n");
    expect(dataOf(await work.call("edit_file", redo))).toMatchObject({ undo_left: 2, redo_left: 1 });
    expect(await work.text("a.txt")).toBe("2\n");
    await work.call("edit_file", { path: "a.txt", old_text: "2", new_text: "x" });
    expect(await work.call("edit_file", redo)).toMatchObject({ error_code: "no_history" });
    for (const wanted of ["2\n", "1\n", "0\n"]) {
      dataOf(await work.call("edit_file", undo));
      expect(await work.text("a.txt")).toBe(wanted);
    }
    expect(await work.call("edit_file", undo)).toMatchObject({ error_code: "no_history" });
  });

  test("a file that was made goes away and comes back, and one that was deleted comes back with its mode", async () => {
    const work = await openWorkspace();
    await work.call("write_file", { path: "a.txt", content: "made\n" });
    expect(dataOf(await work.call("edit_file", undo))).toMatchObject({ action: "delete", revision: null });
    expect(await textOrNone(work)).toBe(null);
    dataOf(await work.call("edit_file", redo));
    await work.fs.chmod("/work/project/a.txt", 0o750);
    dataOf(await work.call("edit_file", { patch: "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch" }));
    expect(await textOrNone(work)).toBe(null);
    expect(dataOf(await work.call("edit_file", undo))).toMatchObject({ action: "add" });
    expect(await work.text("a.txt")).toBe("made\n");
    expect((await work.fs.lstat("/work/project/a.txt"))?.mode).toBe(0o750);
  });

  test("newer work of somebody else is never undone unless force says so, and then it can be reverted", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\n" } });
    await work.call("edit_file", { path: "a.txt", old_text: "one", new_text: "two" });
    await work.put("a.txt", "human\n");
    const before = await work.tree();
    expect(await work.call("edit_file", undo)).toMatchObject({ error_code: "drifted", data: { turn_id: "t" } });
    expect(await work.call("edit_file", { ...undo, force: true, dry_run: true })).toMatchObject({ success: true });
    expect(await work.tree()).toEqual(before);
    const forced = dataOf(await work.call("edit_file", { ...undo, force: true }, { turnId: "forced" }));
    expect(forced).toMatchObject({ warning: "the newer content of the file was overwritten, as force asks" });
    expect(await work.text("a.txt")).toBe("one\n");
    await work.runtime.checkpoints.revert({ turnId: "forced" });
    expect(await work.text("a.txt")).toBe("human\n");
  });

  test("another session's edits are not this one's to undo", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\n" } });
    await work.call("edit_file", { path: "a.txt", old_text: "one", new_text: "two" });
    expect(await work.call("edit_file", undo, { sessionId: "other" })).toMatchObject({ error_code: "no_history" });
    await work.call("edit_file", { path: "a.txt", old_text: "two", new_text: "three" }, { sessionId: "other" });
    expect(await work.call("edit_file", undo)).toMatchObject({ error_code: "drifted" });
    expect(await work.text("a.txt")).toBe("three\n");
  });

  test("after a reverted turn it goes on from there; without a turn nothing was stored, and it says so", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\n" } });
    await work.call("edit_file", { path: "a.txt", old_text: "one", new_text: "two" }, { turnId: "t1" });
    await work.call("edit_file", { path: "a.txt", old_text: "two", new_text: "three" }, { turnId: "t2" });
    dataOf(await work.call("revert_turn", { turn_id: "t2" }));
    dataOf(await work.call("edit_file", undo));
    expect(await work.text("a.txt")).toBe("one\n");
    const fresh = await openWorkspace({ files: { "a.txt": "one\n" } });
    await fresh.call("edit_file", { path: "a.txt", old_text: "one", new_text: "two" }, { turnId: "" });
    const refused = await fresh.call("edit_file", undo, { turnId: "" });
    expect(refused).toMatchObject({ error_code: "no_history" });
    expect(refused.success ? "" : refused.error).toContain(
      "without one nothing was stored; this call names none either",
    );
  });

  test("that nothing is left has its true reason, and an edit of one's own is nobody else's", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\n" } });
    const why = async (args: object) => {
      const result = await work.call("edit_file", args);
      return result.success ? "" : `${result.error_code}: ${result.error}`;
    };
    expect(await why(undo)).toMatch(/^no_history: .*has no recorded edit of it/);
    await work.call("edit_file", { path: "a.txt", old_text: "one", new_text: "two" });
    dataOf(await work.call("edit_file", undo));
    expect(await why(undo)).toMatch(/^no_history: .*all 1 recorded edits .* are undone already/);
    dataOf(await work.call("edit_file", redo));
    expect(await why(redo)).toMatch(/^no_history: .*no undo of it is left/);
    await work.call("edit_file", { path: "a.txt", old_text: "two", new_text: "three" }, { turnId: "" });
    expect(await why(undo)).toMatch(/^drifted: .*this session edited it again without a turn_id/);
    await work.put("a.txt", "human\n");
    expect(await why(undo)).toMatch(/^drifted: .*somebody else changed it/);
    const turnless = await openWorkspace({ files: { "a.txt": "one\n" } });
    await turnless.call("edit_file", { path: "a.txt", old_text: "one", new_text: "two" }, { turnId: "" });
    expect(await turnless.call("edit_file", undo)).toMatchObject({
      error_code: "no_history",
      error: expect.stringContaining("this session edited it without a turn_id"),
    });
  });

  test("a content that was too large to be kept is named, and nothing is written", async () => {
    const work = await openWorkspace({ files: { "a.txt": "0123456789" }, coding: { checkpoint_max_blob_bytes: 5 } });
    await work.call("write_file", { path: "a.txt", content: "new" });
    expect(await work.call("edit_file", undo)).toMatchObject({ error_code: "unrecoverable" });
    expect(await work.text("a.txt")).toBe("new");
  });

  test("any edits, undone and redone in any order, give the bytes of the states in between", async () => {
    const content = fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", "é", "\ufeff", " "), maxLength: 8 });
    const step = fc.oneof(
      { weight: 3, arbitrary: content.map((text) => ({ kind: "write" as const, text })) },
      { weight: 2, arbitrary: fc.constant({ kind: "undo" as const }) },
      { weight: 2, arbitrary: fc.constant({ kind: "redo" as const }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const work = await openWorkspace();
        let states: (string | null)[] = [null];
        let at = 0;
        for (const [index, next] of steps.entries()) {
          const who = { turnId: `t${index}` };
          if (next.kind === "write") {
            const result = await work.call("write_file", { path: "a.txt", content: next.text }, who);
            if (!result.success) expect([result.error_code, next.text]).toEqual(["no_change", states[at]]);
            else states = [...states.slice(0, ++at), next.text];
          } else {
            const result = await work.call("edit_file", next.kind === "undo" ? undo : redo, who);
            const wanted = at + (next.kind === "undo" ? -1 : 1);
            if (result.success) at = wanted;
            else expect([result.error_code, states[wanted]]).toEqual(["no_history", undefined]);
          }
          expect(await textOrNone(work)).toBe(states[at]);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("undo_edit of a move", () => {
  const move = { patch: "*** Begin Patch\n*** Update File: z/m1\n*** Move to: z/m2\n*** End Patch" };
  const undoOf = (path: string, more: object = {}) => ({ path, command: "undo_edit", ...more });

  test("is one step, whichever path is named, and so is its redo", async () => {
    for (const [undone, redone] of [
      ["z/m1", "z/m2"],
      ["z/m2", "z/m1"],
      ["z/m2", "z/m2"],
    ] as const) {
      const work = await openWorkspace({ files: { "z/m1": "only copy\n" } });
      const before = await work.tree();
      dataOf(await work.call("edit_file", move));
      const after = await work.tree();
      expect(Object.keys(after)).toEqual(["/work/project/z/m2"]);
      const back = dataOf(await work.call("edit_file", undoOf(undone)));
      expect(back).toMatchObject({ undo_left: 0, redo_left: 1, files: [{ path: undone }, {}] });
      expect(await work.tree()).toEqual(before);
      dataOf(await work.call("edit_file", undoOf(redone, { redo: true })));
      expect(await work.tree()).toEqual(after);
      dataOf(await work.call("edit_file", undoOf(undone)));
      expect(await work.tree()).toEqual(before);
    }
  });

  test("moves with edits, several in one patch, go back each with its own other half", async () => {
    const files = { "a/1": "one\n", "a/2": "two\n", "a/3": "three\n" };
    const work = await openWorkspace({ files });
    const patch = ["*** Begin Patch"];
    for (const [at, word] of ["one", "two"].entries()) {
      patch.push(`*** Update File: a/${at + 1}`, `*** Move to: b/${at + 1}`, "@@", `-${word}`, "+new");
    }
    dataOf(await work.call("edit_file", { patch: [...patch, "*** Delete File: a/3", "*** End Patch"].join("\n") }));
    dataOf(await work.call("edit_file", undoOf("b/2")));
    expect(await work.text("a/2")).toBe("two\n");
    expect(await work.text("b/1")).toBe("new\n");
    expect(Object.keys(await work.tree())).toEqual(["/work/project/a/2", "/work/project/b/1"]);
  });

  test("is refused while the other path was written since, and names it", async () => {
    const work = await openWorkspace({ files: { "z/m1": "only copy\n" } });
    dataOf(await work.call("edit_file", move));
    dataOf(await work.call("write_file", { path: "z/m1", content: "new work\n" }));
    const before = await work.tree();
    const refused = await work.call("edit_file", undoOf("z/m2", { force: true }));
    expect(refused).toMatchObject({ error_code: "drifted", data: { other_path: "z/m1" } });
    expect(await work.tree()).toEqual(before);
    dataOf(await work.call("edit_file", undoOf("z/m1")));
    await work.put("z/m1", "human\n");
    expect(await work.call("edit_file", undoOf("z/m2"))).toMatchObject({
      error_code: "drifted",
      data: { path: "z/m1" },
    });
    expect(await work.text("z/m2")).toBe("only copy\n");
  });
});

describe("undo_edit without a turn", () => {
  test("is refused where it would lose what is there, and the history stays whole", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\n" } });
    dataOf(await work.call("edit_file", { path: "a.txt", old_text: "one", new_text: "two" }));
    const refused = await work.call("edit_file", undo, { turnId: "" });
    expect(refused).toMatchObject({ error_code: "bad_argument", data: { argument: "turn_id" } });
    expect(await work.text("a.txt")).toBe("two\n");
    dataOf(await work.call("edit_file", { ...undo, dry_run: true }, { turnId: "" }));
    dataOf(await work.call("edit_file", undo));
    expect(await work.call("edit_file", redo, { turnId: "" })).toMatchObject({ error_code: "bad_argument" });
    dataOf(await work.call("edit_file", redo));
    expect(await work.text("a.txt")).toBe("two\n");
  });
});
