import { expect, test } from "vitest";
import { openWorkspace } from "./workspace.ts";

const PATCH = "--- a/a.txt\n+++ b/a.txt\n@@ -3 +3 @@\n-x\n+NEW\n";
const FILES = { "a.txt": "x\na\nx\nb\nx\n" };

test("a hunk's line number chooses between equal places only in content that was shown as it is now", async () => {
  const work = await openWorkspace({ files: FILES });
  const ambiguous = { success: false, error_code: "ambiguous" };
  expect(await work.call("edit_file", { patch: PATCH })).toMatchObject(ambiguous);
  await work.call("read_file", { path: "a.txt" });
  await work.call("edit_file", { path: "a.txt", insert_line: 0, new_text: "q\nq" });
  expect(await work.call("edit_file", { patch: PATCH })).toMatchObject(ambiguous);
  await work.put("a.txt", "q\nx\na\nx\nb\nx\n");
  expect(await work.call("edit_file", { patch: PATCH })).toMatchObject(ambiguous);
  expect(await work.text("a.txt")).toBe("q\nx\na\nx\nb\nx\n");
});

test("after a look, or with the revision of what was counted in, the number chooses", async () => {
  const looked = await openWorkspace({ files: FILES });
  await looked.call("edit_file", { command: "view", path: "a.txt" });
  expect(await looked.call("edit_file", { patch: PATCH })).toMatchObject({ success: true });
  expect(await looked.text("a.txt")).toBe("x\na\nNEW\nb\nx\n");
  const told = await openWorkspace({ files: FILES });
  const other = await told.call("read_file", { path: "a.txt" }, { sessionId: "other" });
  const revision = other.success && "revision" in other.data ? other.data.revision : "";
  expect(await told.call("edit_file", { patch: PATCH, revision })).toMatchObject({ success: true });
  expect(await told.text("a.txt")).toBe("x\na\nNEW\nb\nx\n");
});
