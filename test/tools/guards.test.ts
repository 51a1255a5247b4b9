import { describe, expect, test } from "vitest";
import { nobleHash } from "../../adapters/hash/noble.ts";
import type { ToolResult } from "../../runtime/tools/mod.ts";
import { openWorkspace } from "./workspace.ts";

const TEXT = "one\ntwo\nthree\n";
const token = (text: string) => `sha256:${nobleHash.sha256(new TextEncoder().encode(text)).slice(0, 12)}`;

function dataOf(result: ToolResult): Record<string, unknown> {
  if (!result.success) throw new Error(`expected success, got ${result.error_code}: ${result.error}`);
  return { ...result.data };
}

const edit = { path: "a.txt", old_text: "two", new_text: "2" };
const FOUR = [
  edit,
  { path: "a.txt", insert_line: 0, new_text: "zero" },
  { path: "a.txt", patch: "@@ -1 +1 @@\n-one\n+1\n" },
  { path: "a.py", symbol: "f", new_text: "def f(): pass" },
] as const;

describe("the turn gate", () => {
  const files = { "a.txt": TEXT, "a.py": "def f():\n    return\n" };

  test("refuses the four commands that change on a file that was not read in the turn, and says how to read it", async () => {
    const work = await openWorkspace({ files, coding: { read_gate: "turn" } });
    await work.call("read_file", { path: "a.txt" }, { turnId: "earlier" });
    await work.call("read_file", { path: "a.py" }, { turnId: "earlier" });
    const before = await work.tree();
    for (const args of FOUR) {
      const result = await work.call("edit_file", args);
      expect(result).toMatchObject({ error_code: "not_read_this_turn", data: { path: args.path, read_gate: "turn" } });
      expect(result.success ? "" : result.error).toMatch(/read_file.*command "view"/);
    }
    expect(await work.tree()).toEqual(before);
    await work.call("edit_file", { path: "a.txt", view_range: [1, 1] });
    await work.call("read_file", { path: "a.py", limit: 1 });
    for (const args of FOUR) dataOf(await work.call("edit_file", args));
  });

  test("a file written or edited in the turn counts as read; a new one has nothing to read", async () => {
    const work = await openWorkspace({ files, coding: { read_gate: "turn" } });
    dataOf(await work.call("write_file", { path: "a.txt", content: "two two\n" }));
    dataOf(await work.call("edit_file", { ...edit, old_text: "two two" }));
    dataOf(await work.call("edit_file", { path: "a.txt", old_text: "2", new_text: "3" }));
    dataOf(await work.call("edit_file", { patch: "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+new\n" }));
    expect(await work.call("edit_file", { ...edit, path: "none.txt" })).toMatchObject({ error_code: "not_found" });
  });

  test("the dry run of an edit is gated too, and is no read itself", async () => {
    const work = await openWorkspace({ files, coding: { read_gate: "turn" } });
    expect(await work.call("edit_file", { ...edit, dry_run: true })).toMatchObject({
      error_code: "not_read_this_turn",
    });
    dataOf(await work.call("write_file", { path: "a.txt", content: "x", dry_run: true }));
    expect(await work.call("edit_file", edit)).toMatchObject({ error_code: "not_read_this_turn" });
  });

  test("after a shell run a mark holds only for the content that it was made on", async () => {
    const work = await openWorkspace({ files, coding: { read_gate: "turn" } });
    await work.call("read_file", { path: "a.txt" });
    const { fileState } = work.runtime.contextFor({ surface: "http" });
    fileState.forgetSession("s");
    expect(dataOf(await work.call("edit_file", edit))).toMatchObject({ read_before_edit: { verdict: "never_read" } });
    fileState.forgetSession("s");
    await work.put("a.txt", "one\ntwo\n");
    expect(await work.call("edit_file", edit)).toMatchObject({ error_code: "not_read_this_turn" });
  });

  test("auto asks it of our own agent and of nobody else; a caller without a turn passes", async () => {
    const work = await openWorkspace({ files });
    const { runtime } = work;
    const as = (surface: "agent" | "mcp", turnId: string) =>
      runtime.callTool(
        "edit_file",
        { ...edit, dry_run: true },
        runtime.contextFor({ surface, sessionId: "s", turnId }),
      );
    expect(await as("agent", "t")).toMatchObject({ error_code: "not_read_this_turn" });
    expect(await as("agent", "")).toMatchObject({ success: true });
    expect(await as("mcp", "t")).toMatchObject({ success: true });
  });

  test("comes before staleness, and staleness before the revision", async () => {
    const work = await openWorkspace({ files, coding: { read_gate: "turn", read_before_edit: "enforce" } });
    const args = { ...edit, revision: "000000" };
    expect(await work.call("edit_file", args)).toMatchObject({ error_code: "not_read_this_turn" });
    await work.call("read_file", { path: "a.txt" });
    await work.put("a.txt", "two\n");
    expect(await work.call("edit_file", args)).toMatchObject({ error_code: "stale" });
    await work.call("read_file", { path: "a.txt" });
    expect(await work.call("edit_file", args)).toMatchObject({ error_code: "revision_mismatch" });
    await work.fs.rm("/work/project/a.txt");
    expect(await work.call("edit_file", args)).toMatchObject({ error_code: "gone" });
  });
});

describe("revision", () => {
  test("read, view and edit report it, every form of it is taken, and a changed file is refused with both", async () => {
    const work = await openWorkspace({ files: { "a.txt": TEXT } });
    const read = dataOf(await work.call("read_file", { path: "a.txt" }));
    const viewed = dataOf(await work.call("edit_file", { path: "a.txt", command: "view" }));
    expect([read.revision, viewed.revision]).toEqual([token(TEXT), token(TEXT)]);
    const done = dataOf(await work.call("edit_file", { ...edit, revision: `[revision ${read.revision}]` }));
    expect(done.revision).toBe(token("one\n2\nthree\n"));
    await work.put("a.txt", "one\n2\nthree!\n");
    const before = await work.tree();
    const refused = await work.call("edit_file", {
      path: "a.txt",
      old_text: "2",
      new_text: "3",
      revision: done.revision,
    });
    expect(refused).toMatchObject({
      error_code: "revision_mismatch",
      error:
        `edit_file: "a.txt" changed since revision ${done.revision} was read (it is now ${token("one\n2\nthree!\n")}); ` +
        "nothing was changed, view the file again and retry",
      data: { path: "a.txt", revision: done.revision, current_revision: token("one\n2\nthree!\n") },
    });
    expect(await work.tree()).toEqual(before);
    expect(await work.call("edit_file", { ...edit, path: "none", revision: "abcdef" })).toMatchObject({
      error_code: "revision_mismatch",
      data: { current_revision: null },
    });
  });

  test("without a session, and where nothing else is checked, it still refuses", async () => {
    const work = await openWorkspace({ files: { "a.txt": TEXT }, coding: { read_before_edit: "off" } });
    const unbound = { sessionId: "", turnId: "" };
    expect(await work.call("edit_file", { ...edit, revision: "abcdef" }, unbound)).toMatchObject({
      error_code: "revision_mismatch",
    });
    dataOf(
      await work.call("edit_file", { ...edit, revision: token(TEXT).toUpperCase().replace("SHA", "sha") }, unbound),
    );
  });
});

describe("addresses that count", () => {
  const insert = { path: "a.txt", insert_line: 1, new_text: "x" };
  const second = { path: "a.txt", old_text: "e", new_text: "E", occurrence: 2 };

  test("need the content that the session was shown, in every mode", async () => {
    for (const read_before_edit of ["off", "warn"] as const) {
      const work = await openWorkspace({ files: { "a.txt": TEXT }, coding: { read_before_edit } });
      for (const args of [insert, second, { path: "a.txt", edits: [second].map(({ path: _, ...one }) => one) }]) {
        expect(await work.call("edit_file", args)).toMatchObject({ error_code: "stale_line_address" });
        await work.put("a.txt", TEXT);
        await work.call("read_file", { path: "a.txt", limit: 1 });
        dataOf(await work.call("edit_file", { ...args, dry_run: true }));
        await work.put("a.txt", "\nthree\n");
        expect(await work.call("edit_file", args)).toMatchObject({ error_code: "stale_line_address" });
        await work.put("a.txt", TEXT);
        dataOf(await work.call("edit_file", { ...args, dry_run: true }));
        await work.put("a.txt", `${TEXT}more\n`);
      }
    }
  });

  test("line 0 is the top of whatever is there", async () => {
    const work = await openWorkspace({ files: { "a.txt": TEXT } });
    dataOf(await work.call("edit_file", { ...insert, insert_line: 0 }));
    expect(await work.text("a.txt")).toBe(`x\n${TEXT}`);
  });

  test("an edit of its own moves lines: only its revision, or another look, renews them", async () => {
    const work = await openWorkspace({ files: { "a.txt": TEXT } });
    await work.call("read_file", { path: "a.txt" });
    const done = dataOf(await work.call("edit_file", insert));
    expect(await work.call("edit_file", insert)).toMatchObject({ error_code: "stale_line_address" });
    dataOf(await work.call("edit_file", { ...insert, revision: done.revision }));
    expect(await work.call("edit_file", insert)).toMatchObject({ error_code: "stale_line_address" });
    await work.call("edit_file", { path: "a.txt", anchor: "three" });
    dataOf(await work.call("edit_file", insert));
    expect(await work.text("a.txt")).toBe("one\nx\nx\nx\ntwo\nthree\n");
  });

  test("a caller without a session, or one that read nothing, passes the revision", async () => {
    const work = await openWorkspace({ files: { "a.txt": TEXT } });
    for (const sessionId of ["", "other"]) {
      expect(await work.call("edit_file", insert, { sessionId })).toMatchObject({ error_code: "stale_line_address" });
      const dry = { ...insert, revision: token(TEXT), dry_run: true };
      dataOf(await work.call("edit_file", dry, { sessionId }));
    }
  });
});
