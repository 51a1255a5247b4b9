import { describe, expect, test } from "vitest";
import type { ToolResult } from "../../runtime/tools/mod.ts";
import { openWorkspace } from "./workspace.ts";

const ON = { post_edit_diagnostics: "on" } as const;

function dataOf(result: ToolResult): Record<string, unknown> {
  if (!result.success) throw new Error(result.error);
  return { ...result.data };
}

const OLD = '{\n  "a": 1,\n  "b": 2\n}\n';
const MISSING_COMMA = {
  checker: "json",
  findings: [{ severity: "error", code: "JSONDecodeError", line: 3, message: '"," is due, found "\\"b\\""' }],
  new_count: 1,
};
const CLEAN = { checker: "json", findings: [], new_count: 0 };

describe("what a write broke", () => {
  test("stands in the answer of every command that changes a file", async () => {
    const { call } = await openWorkspace({ coding: ON, files: { "a.json": OLD } });
    const edit = async (args: object) => dataOf(await call("edit_file", { path: "a.json", ...args })).diagnostics;
    expect(await edit({ old_text: "1,", new_text: "1" })).toEqual(MISSING_COMMA);
    expect(await edit({ command: "undo_edit" })).toEqual(CLEAN);
    expect(await edit({ command: "undo_edit", redo: true })).toEqual(MISSING_COMMA);
    expect(await edit({ insert_after_anchor: '"a": 1', new_text: "  ," })).toEqual(CLEAN);
    const patch = '--- a/a.json\n+++ b/a.json\n@@ -4,2 +4,2 @@\n   "b": 2\n-}\n+]\n';
    const patched = dataOf(await call("edit_file", { patch }));
    const wrongEnd = { ...MISSING_COMMA, findings: [expect.objectContaining({ line: 5, code: "JSONDecodeError" })] };
    expect([patched.diagnostics, patched.files]).toEqual([
      wrongEnd,
      [expect.objectContaining({ diagnostics: wrongEnd })],
    ]);
    expect(dataOf(await call("write_file", { path: "a.json", content: "{}" })).diagnostics).toEqual(CLEAN);
  });

  test("a new file has nothing to compare with, and says so", async () => {
    const { call } = await openWorkspace({ coding: ON });
    const written = dataOf(await call("write_file", { path: "a.yaml", content: "a: [1\nb: 2\n" }));
    expect(written.diagnostics).toEqual({
      checker: "yaml",
      findings: [expect.objectContaining({ severity: "error", code: "YAMLError" })],
      new_count: 1,
      baseline: "unavailable",
    });
  });

  test("agrees with verify and with validate_syntax, which look at the same text", async () => {
    const { call } = await openWorkspace({ coding: ON, files: { "a.json": OLD } });
    const args = { path: "a.json", old_text: "1,", new_text: "1" };
    const refused = await call("edit_file", { ...args, validate_syntax: true });
    expect([refused.success, !refused.success && refused.error_code]).toEqual([false, "syntax_invalid"]);
    const tried = dataOf(await call("edit_file", { ...args, dry_run: true }));
    expect([tried.diagnostics, tried.verify]).toEqual([MISSING_COMMA, 'line 3: "," is due, found "\\"b\\""']);
    const checked = dataOf(
      await call("edit_file", { path: "a.json", old_text: "1,", new_text: "3,", validate_syntax: true }),
    );
    expect([checked.diagnostics, checked.verify]).toEqual([CLEAN, "parses"]);
  });

  test("is what verify says too, where the grammar reads what the language does not allow", async () => {
    const { call } = await openWorkspace({ coding: ON });
    const written = dataOf(await call("write_file", { path: "a.py", content: 'x = 1\nprint "x"\n' }));
    expect([written.diagnostics, written.verify]).toEqual([
      expect.objectContaining({ checker: "ruff-wasm", new_count: 1 }),
      "line 2: Simple statements must be separated by newlines or semicolons, says ruff-wasm",
    ]);
  });

  test("is no key at all without a checker, when it is off, and for a refusal", async () => {
    const files = { "a.md": "a\n", "a.json": "{}\n", "a.ts": "let a = 1;\n", "a.js": "let a = 1;\n" };
    const on = await openWorkspace({ coding: ON, files });
    for (const path of ["a.md", "a.ts", "a.js"]) {
      expect([path, "diagnostics" in dataOf(await on.call("write_file", { path, content: "(" }))]).toEqual([
        path,
        false,
      ]);
    }
    const refused = await on.call("edit_file", { path: "a.json", old_text: "nothing like it", new_text: "x" });
    expect("diagnostics" in (refused.data ?? {})).toBe(false);
    const off = await openWorkspace({ files });
    expect("diagnostics" in dataOf(await off.call("write_file", { path: "a.json", content: "[]" }))).toBe(false);
  });

  test("leaves no file behind, and nothing but the written one changes", async () => {
    const { call, tree } = await openWorkspace({
      coding: ON,
      files: { "src/a.py": "import os\n", "src/b.json": "{}" },
    });
    const before = Object.keys(await tree());
    await call("write_file", { path: "src/a.py", content: "import sys\n" });
    await call("write_file", { path: "src/b.json", content: "[" });
    expect(Object.keys(await tree())).toEqual(before);
  });

  test("runs when the lock is free again: a second write does not wait for the first one's checker", async () => {
    let release = () => {};
    const started = new Promise<void>((entered) => {
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      blocker.run = async () => {
        entered();
        await held;
        return { kind: "missing" };
      };
    });
    const { call, text } = await openWorkspace({
      coding: ON,
      files: { "a.js": "1;\n" },
      checkers: { processes: { run: () => blocker.run() }, typescript: { check: async () => null } },
    });
    const first = call("write_file", { path: "a.js", content: "2;\n" });
    await started;
    const second = call("write_file", { path: "a.js", content: "3;\n" });
    while ((await text("a.js")) !== "3;\n") await new Promise((resolve) => setTimeout(resolve, 5));
    release();
    expect([(await first).success, (await second).success]).toEqual([true, true]);
  });
});

const blocker: { run: () => Promise<{ kind: "missing" }> } = { run: async () => ({ kind: "missing" }) };

describe("diagnose", () => {
  test("checks a file, or a text in its place, and against another only what is new", async () => {
    const { call } = await openWorkspace({ files: { "a.json": OLD.split("1,").join("1") } });
    const block = { ...MISSING_COMMA, baseline: "unavailable" };
    const status = { status: expect.anything() };
    const answer = async (args: object) => dataOf(await call("diagnose", { path: "a.json", ...args }));
    expect(await answer({})).toEqual({ path: "a.json", checked: true, diagnostics: block, ...status });
    expect(await answer({ before: OLD })).toEqual({
      path: "a.json",
      checked: true,
      diagnostics: MISSING_COMMA,
      ...status,
    });
    expect(await answer({ content: OLD })).toEqual({
      path: "a.json",
      checked: true,
      diagnostics: { ...CLEAN, baseline: "unavailable" },
      ...status,
    });
    expect((await answer({ path: "new.json", content: "{" })).checked).toBe(true);
  });

  test("says why nothing was checked, which is no all-clear", async () => {
    const { call } = await openWorkspace({
      files: { "a.md": "a", "a.js": "(", "big.json": `"${"x".repeat(2_000_000)}"` },
    });
    const reasonOf = async (path: string) => dataOf(await call("diagnose", { path }));
    expect(await reasonOf("a.md")).toEqual({
      path: "a.md",
      checked: false,
      reason: "no_checker",
      status: expect.anything(),
    });
    expect((await reasonOf("a.js")).reason).toBe("missing");
    expect((await reasonOf("big.json")).reason).toBe("too_large");
  });

  test("refuses what is no text file in the workspace", async () => {
    const { call } = await openWorkspace({
      files: { "a.json": new Uint8Array([0xff, 0xfe, 0x00, 0x41]), "b/c.json": "{}" },
    });
    const codeOf = async (path: string) => {
      const result = await call("diagnose", { path });
      return result.success ? "success" : result.error_code;
    };
    expect([await codeOf("gone.json"), await codeOf("b"), await codeOf("../x.json"), await codeOf("a.json")]).toEqual([
      "not_found",
      "not_a_file",
      "path_outside_root",
      "binary",
    ]);
  });
});
