import { describe, expect, test } from "vitest";
import * as z from "zod";
import { nobleHash } from "../../adapters/hash/noble.ts";
import { SHELL_NOT_COVERED } from "../../runtime/checkpoints/mod.ts";
import type { ToolResult } from "../../runtime/tools/mod.ts";
import { aroundReplace } from "../property/tools/around-replace.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const md5 = (text: string) => nobleHash.md5(bytes(text));
const sha256 = (text: string) => nobleHash.sha256(bytes(text));
const revision = (text: string) => `sha256:${sha256(text).slice(0, 12)}`;

function dataOf(result: ToolResult): Record<string, unknown> {
  if (!result.success) throw new Error(`expected success, got ${result.error_code}: ${result.error}`);
  const { status: _, edited_files: __, ...data }: Record<string, unknown> = { ...result.data };
  return data;
}

/** The whole tree must be the same before and after a refusal. */
async function refusal(work: Workspace, name: string, args: unknown, who = {}) {
  const before = await work.tree();
  const result = await work.call(name, args, who);
  expect(await work.tree()).toEqual(before);
  if (result.success) throw new Error("expected a refusal");
  return result;
}

describe("write_file", () => {
  test("creates a file with its folders and reports bytes, revision and checkpoint", async () => {
    const work = await openWorkspace();
    const data = dataOf(await work.call("write_file", { path: "a/b/c.txt", content: "é\r\n" }));
    expect(data).toEqual({
      path: "a/b/c.txt",
      action: "add",
      bytes_written: 4,
      created: true,
      md5_before: null,
      md5_after: md5("é\r\n"),
      revision: revision("é\r\n"),
      sha256_before: null,
      sha256_after: sha256("é\r\n"),
      checkpoint: { status: "stored", checkpoint_id: expect.stringMatching(/^cp_[0-9a-f]{16}$/), turn_id: "t" },
    });
    expect(await work.text("a/b/c.txt")).toBe("é\r\n");
  });

  test("warns when the line endings of an existing file change, and writes them as given", async () => {
    const work = await openWorkspace({ files: { "a.txt": "1\r\n2\r\n" } });
    await work.call("read_file", { path: "a.txt" });
    const result = await work.call("write_file", { path: "a.txt", content: "1\n2\n3\n" });
    expect(result).toMatchObject({ success: true, warning: "the line endings of this file changed from CRLF to LF" });
    expect(await work.text("a.txt")).toBe("1\n2\n3\n");
  });

  test("refuses content equal to the file", async () => {
    const work = await openWorkspace({ files: { "a.txt": "same" } });
    await work.call("read_file", { path: "a.txt" });
    expect((await refusal(work, "write_file", { path: "a.txt", content: "same" })).error_code).toBe("no_change");
  });

  test("refuses half a surrogate pair instead of writing U+FFFD", async () => {
    const work = await openWorkspace();
    expect((await refusal(work, "write_file", { path: "a.txt", content: "x\ud83d" })).error_code).toBe("bad_argument");
  });

  test("a write without a turn is not checkpointed and says so", async () => {
    const work = await openWorkspace();
    const data = dataOf(await work.call("write_file", { path: "a", content: "1" }, { turnId: "" }));
    expect(data.checkpoint).toEqual({ status: "none", reason: "no_turn" });
  });

  test("P6: a write over a file too large to keep says in its own result that it cannot be reverted", async () => {
    const work = await openWorkspace({ files: { "a.txt": "0123456789" }, coding: { checkpoint_max_blob_bytes: 5 } });
    await work.call("read_file", { path: "a.txt" });
    const result = await work.call("write_file", { path: "a.txt", content: "new" });
    expect(result).toMatchObject({
      success: true,
      warning: "the previous content is over the checkpoint limit and cannot be reverted",
      data: { checkpoint: { status: "none", reason: "too_large" } },
    });
    const detail = await work.runtime.checkpoints.show("t");
    expect(detail?.plan).toMatchObject([{ path: "a.txt", status: "unrecoverable", action: "skip" }]);
  });
});

describe("edit_file", () => {
  test("reports strategy, lines, diff, hashes and checkpoint of an exact edit", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\ntwo\nthree\n" } });
    await work.call("read_file", { path: "a.txt" });
    const data = dataOf(await work.call("edit_file", { path: "a.txt", old_text: "two", new_text: "2" }));
    expect(data).toEqual({
      path: "a.txt",
      action: "update",
      command: "str_replace",
      replacements: 1,
      match_strategy: "exact",
      matched_lines: [[2, 2]],
      window: "1\tone\n2\t2\n3\tthree",
      md5_before: md5("one\ntwo\nthree\n"),
      md5_after: md5("one\n2\nthree\n"),
      diff: "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n",
      revision: revision("one\n2\nthree\n"),
      sha256_before: sha256("one\ntwo\nthree\n"),
      sha256_after: sha256("one\n2\nthree\n"),
      checkpoint: { status: "stored", checkpoint_id: expect.any(String), turn_id: "t" },
    });
    expect(await work.text("a.txt")).toBe("one\n2\nthree\n");
  });

  test("only block_anchor carries requires_review and its note", async () => {
    const file = "def f():\n    a = 1\n    b = 2\n    return a\n";
    const work = await openWorkspace({ files: { "a.py": file } });
    await work.call("read_file", { path: "a.py" });
    const old_text = "def f():\n    x = 1\n    b = 2\n    return a";
    const data = dataOf(await work.call("edit_file", { path: "a.py", old_text, new_text: "def f():\n    return 3" }));
    expect(data).toMatchObject({
      match_strategy: "block_anchor",
      requires_review: true,
      review_note: expect.any(String),
    });
  });

  test("a miss answers 404 data with the closest block and changes nothing", async () => {
    const work = await openWorkspace({ files: { "a.txt": "alpha beta\ngamma delta\n" } });
    await work.call("read_file", { path: "a.txt" });
    const result = await refusal(work, "edit_file", { path: "a.txt", old_text: "alpha bets\n", new_text: "x" });
    expect(result.error_code).toBe("not_found");
    expect(result.data).toMatchObject({ path: "a.txt", closest_match: { start_line: 1, end_line: 1 } });
  });

  test("two places are refused with the strategy and the lines", async () => {
    const work = await openWorkspace({ files: { "a.txt": "x\ny\nx\n" } });
    await work.call("read_file", { path: "a.txt" });
    const result = await refusal(work, "edit_file", { path: "a.txt", old_text: "x", new_text: "z" });
    expect(result).toMatchObject({
      error_code: "ambiguous",
      data: {
        match_strategy: "exact",
        matched_lines: [
          [1, 1],
          [3, 3],
        ],
      },
    });
  });

  test("bytes that are no UTF-8 text are refused and left as they are", async () => {
    const files = {
      "latin.txt": new Uint8Array([0x61, 0xe9, 0x0a]),
      "image.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1]),
    };
    const work = await openWorkspace({ files });
    const edit = { old_text: "a", new_text: "b" };
    expect((await refusal(work, "edit_file", { path: "latin.txt", ...edit })).error_code).toBe("not_utf8");
    expect((await refusal(work, "edit_file", { path: "image.png", ...edit })).error_code).toBe("binary");
    expect((await refusal(work, "read_file", { path: "latin.txt" })).error_code).toBe("not_utf8");
  });

  test("aliases resolve, quoted numbers and booleans are read, and null means not given", async () => {
    const work = await openWorkspace({ files: { "a.txt": "x\nx\n" } });
    const args = { file_path: "a.txt", old_string: "x", new_str: "y", replace_all: "true", expected_replacements: "2" };
    expect(dataOf(await work.call("coding_tools__edit_file", args))).toMatchObject({ replacements: 2 });
    const back = { path: "a.txt", old_text: "y", new_text: "x", replace_all: true, expected_replacements: null };
    expect(dataOf(await work.call("edit_file", back))).toMatchObject({ replacements: 2 });
  });

  test("an unknown argument, a conflicting alias and a wrong type are refused by name; nothing runs", async () => {
    const work = await openWorkspace({ files: { "a.txt": "x\n" } });
    const base = { path: "a.txt", old_text: "x", new_text: "y" };
    const unknown = await refusal(work, "edit_file", { ...base, fuzzy: true });
    expect(unknown).toMatchObject({ error_code: "unsupported_argument", data: { unsupported_arguments: ["fuzzy"] } });
    const conflict = await refusal(work, "edit_file", { ...base, old_str: "z" });
    expect(conflict.error_code).toBe("conflicting_alias");
    for (const args of [{ ...base, replace_all: "yes" }, { path: "a.txt", new_text: "y" }, [base], "x", null]) {
      expect((await refusal(work, "edit_file", args)).error_code).toBe("bad_argument");
    }
    const proto = JSON.parse('{"path":"a.txt","old_text":"x","new_text":"y","__proto__":{"replace_all":true}}');
    expect((await refusal(work, "edit_file", proto)).error_code).toBe("unsupported_argument");
  });

  test("an unknown tool names the tools there are", async () => {
    const work = await openWorkspace();
    expect(await refusal(work, "editt_file", {})).toMatchObject({
      error_code: "unknown_tool",
      data: { tools: work.runtime.tools.map((tool) => tool.name) },
    });
  });
});

describe("read before edit", () => {
  const edit = { path: "a.txt", old_text: "one", new_text: "1" };

  test("warn lets an unread edit through with the block and the warning", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\n" } });
    const result = await work.call("edit_file", edit);
    const message = 'this session has not read "a.txt"; call read_file on it before changing it';
    expect(result).toMatchObject({
      success: true,
      warning: message,
      data: { warning: message, read_before_edit: { verdict: "never_read", mode: "warn", message } },
    });
  });

  test("enforce refuses every verdict but ok, with the block in the data, and reading lifts it", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\n" }, coding: { read_before_edit: "enforce" } });
    expect(await refusal(work, "edit_file", edit)).toMatchObject({
      error_code: "never_read",
      data: { path: "a.txt", read_before_edit: { verdict: "never_read", mode: "enforce" } },
    });
    await work.call("read_file", { path: "a.txt" });
    await work.put("a.txt", "one!\n");
    expect((await refusal(work, "edit_file", edit)).error_code).toBe("stale");
    await work.call("read_file", { path: "a.txt" });
    await work.fs.rm("/work/project/a.txt");
    expect((await refusal(work, "edit_file", edit)).error_code).toBe("gone");
    expect((await refusal(work, "write_file", { path: "a.txt", content: "x" })).error_code).toBe("gone");
    await work.put("a.txt", "one\n");
    await work.call("read_file", { path: "a.txt" });
    const data = dataOf(await work.call("edit_file", edit));
    expect(Object.hasOwn(data, "read_before_edit")).toBe(false);
  });

  test("off neither reads nor reports", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\n" }, coding: { read_before_edit: "off" } });
    expect(Object.hasOwn(dataOf(await work.call("edit_file", edit)), "read_before_edit")).toBe(false);
  });

  test("the warning is carried onto a match failure and onto a missing file", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\n" } });
    await work.call("read_file", { path: "a.txt" });
    await work.put("a.txt", "two\n");
    expect(await refusal(work, "edit_file", edit)).toMatchObject({
      error_code: "not_found",
      data: { read_before_edit: { verdict: "stale", mode: "warn" }, warning: expect.any(String) },
    });
    await work.fs.rm("/work/project/a.txt");
    expect(await refusal(work, "edit_file", edit)).toMatchObject({
      error_code: "not_found",
      data: { read_before_edit: { verdict: "gone" } },
    });
  });

  test("a partial read does not block, and is reported only beside a verdict", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\ntwo\n" }, coding: { read_before_edit: "enforce" } });
    await work.call("read_file", { path: "a.txt", offset: 2 });
    dataOf(await work.call("edit_file", edit));
    await work.call("read_file", { path: "a.txt", limit: 1 });
    await work.put("a.txt", "zero\ntwo\n");
    expect(await refusal(work, "edit_file", edit)).toMatchObject({
      data: { read_before_edit: { read_was_partial: true } },
    });
  });

  test("own writes count as reads; sessions are apart; an unbound call passes", async () => {
    const work = await openWorkspace({ coding: { read_before_edit: "enforce" } });
    dataOf(await work.call("write_file", { path: "a.txt", content: "one\n" }));
    dataOf(await work.call("edit_file", edit));
    const other = { sessionId: "other" };
    const next = { path: "a.txt", old_text: "1", new_text: "2" };
    expect((await refusal(work, "edit_file", next, other)).error_code).toBe("never_read");
    dataOf(await work.call("edit_file", next, { sessionId: "", turnId: "" }));
    expect((await refusal(work, "edit_file", { ...next, old_text: "2", new_text: "3" })).error_code).toBe("stale");
  });

  test("every spelling of a path shares one observation", async () => {
    const work = await openWorkspace({ files: { "d/a.txt": "one\n" }, coding: { read_before_edit: "enforce" } });
    await work.fs.symlink("d", "/work/project/link");
    await work.call("read_file", { path: "./link//a.txt" });
    const data = dataOf(await work.call("edit_file", { ...edit, path: "/work/project/d/a.txt" }));
    expect(data.path).toBe("d/a.txt");
  });
});

describe("what may not be touched", () => {
  const outside = ["../x", "a/../../x", "/etc/passwd", "/work/projectile/x", "a\\b", "a\0b", "out/x", "dangling"];
  for (const path of outside) {
    test(`${JSON.stringify(path)} is refused by every tool that takes a path`, async () => {
      const work = await openWorkspace({ files: { "a/x": "x" } });
      await work.fs.mkdir("/elsewhere");
      await work.fs.symlink("/elsewhere", "/work/project/out");
      await work.fs.symlink("/nowhere/at/all", "/work/project/dangling");
      for (const [tool, more] of TAKE_A_PATH) {
        expect((await refusal(work, tool, { path, ...more })).error_code).toBe("path_outside_root");
      }
      expect(await work.fs.readdir("/elsewhere")).toEqual([]);
    });
  }

  test("nothing writes in a .git folder in any spelling, and reading there is allowed", async () => {
    const work = await openWorkspace({ files: { ".git/config": "[core]\n", "sub/.git/HEAD": "ref\n" } });
    for (const path of [
      ".git/config",
      ".GIT/hooks/pre-commit",
      "sub/.git/HEAD",
      ".git./x",
      "git~1/x",
      ".g\u200cit/x",
    ]) {
      expect((await refusal(work, "write_file", { path, content: "x" })).error_code).toBe("protected_path");
    }
    await work.fs.symlink(".git", "/work/project/plain");
    expect((await refusal(work, "write_file", { path: "plain/config", content: "x" })).error_code).toBe(
      "protected_path",
    );
    expect(dataOf(await work.call("read_file", { path: ".git/config" })).content).toBe("     1|[core]");
  });

  test("the product's own store is neither read nor written nor listed", async () => {
    const work = await openWorkspace();
    const runtime = work.runtime;
    const inside = await runtime.callTool(
      "read_file",
      { path: "store/x" },
      { ...runtime.contextFor({ surface: "http" }), root: "/work" },
    );
    expect(inside).toMatchObject({ success: false, error_code: "protected_path" });
    const listed = await runtime.callTool(
      "list_files",
      { path: "." },
      { ...runtime.contextFor({ surface: "http" }), root: "/work" },
    );
    expect(dataOf(listed).entries).toEqual([{ path: "project", kind: "directory" }]);
  });

  test("a folder is not a file, and a file is not a folder", async () => {
    const work = await openWorkspace({ files: { "d/a.txt": "x" } });
    for (const [tool, more] of TAKE_A_FILE) {
      expect((await refusal(work, tool, { path: "d", ...more })).error_code).toBe("not_a_file");
      expect((await refusal(work, tool, { path: "d/a.txt/b", ...more })).error_code).toBe("not_a_file");
    }
    expect((await refusal(work, "list_files", { path: "d/a.txt" })).error_code).toBe("bad_argument");
  });
});

describe("faults while writing", () => {
  test("a file that changes between the check and the replace is not overwritten, and no row stays", async () => {
    const work = await openWorkspace({
      files: { "a.txt": "one\n" },
      wrap: (fs) =>
        aroundReplace(fs, async (path, replace) => {
          await fs.writeFile(path, bytes("foreign\n"));
          return replace();
        }),
    });
    await work.call("read_file", { path: "a.txt" });
    const result = await work.call("edit_file", { path: "a.txt", old_text: "one", new_text: "1" });
    expect(result).toMatchObject({ success: false, error_code: "changed_during_write" });
    expect(await work.text("a.txt")).toBe("foreign\n");
    expect((await work.runtime.checkpoints.list({})).count).toBe(0);
  });

  test("a file that appears while it is created is not overwritten", async () => {
    const work = await openWorkspace({
      wrap: (fs) => ({
        ...fs,
        writeFile: async (path, data, options) => {
          await fs.writeFile(path, bytes("foreign"));
          return fs.writeFile(path, data, options);
        },
      }),
    });
    const result = await work.call("write_file", { path: "a.txt", content: "mine" });
    expect(result).toMatchObject({ success: false, error_code: "changed_during_write" });
    expect(await work.text("a.txt")).toBe("foreign");
  });

  test("a full disk is a typed failure without a host path, and leaves no row", async () => {
    const { FileSystemError } = await import("../../runtime/errors.ts");
    const work = await openWorkspace({
      files: { "a.txt": "one\n" },
      wrap: (fs) => ({
        ...fs,
        writeFile: async (path) => Promise.reject(new FileSystemError("ENOSPC", "write", path)),
        stageFile: async (path) => Promise.reject(new FileSystemError("ENOSPC", "write", path)),
      }),
    });
    const result = await refusal(work, "edit_file", { path: "a.txt", old_text: "one", new_text: "1" });
    expect(result).toMatchObject({ error_code: "io_error", data: { errno: "ENOSPC" } });
    expect(result.error).not.toContain("/work");
    expect((await work.runtime.checkpoints.list({})).count).toBe(0);
  });

  test("a write that fails after it replaced the file keeps the row, so that the turn still reverts", async () => {
    const { FileSystemError } = await import("../../runtime/errors.ts");
    let failing = true;
    const work = await openWorkspace({
      files: { "a.txt": "one\n" },
      wrap: (fs) =>
        aroundReplace(fs, async (path, replace) => {
          const outcome = await replace();
          if (failing) throw new FileSystemError("EIO", "writeFile", path);
          return outcome;
        }),
    });
    for (const [tool, args] of [
      ["edit_file", { path: "a.txt", old_text: "one", new_text: "1" }],
      ["write_file", { path: "new.txt", content: "x" }],
    ] as const) {
      expect(await work.call(tool, args)).toMatchObject({ error_code: "io_error", data: { errno: "EIO" } });
    }
    expect(await work.text("a.txt")).toBe("1\n");
    failing = false;
    expect(await work.runtime.checkpoints.revert({ turnId: "t" })).toMatchObject({ success: true, reverted_count: 2 });
    expect(await work.text("a.txt")).toBe("one\n");
    expect(await work.fs.lstat("/work/project/new.txt")).toBe(null);
  });

  test("fifty edits of one file at once through different spellings all land", async () => {
    const lines = Array.from({ length: 50 }, (_, at) => `line-${at}-old`).join("\n");
    const work = await openWorkspace({ files: { "d/a.txt": lines } });
    await work.fs.symlink("d/a.txt", "/work/project/link");
    const spellings = ["d/a.txt", "./d//a.txt", "link", "/work/project/d/a.txt"];
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        work.call("edit_file", { path: spellings[at % 4], old_text: `line-${at}-old`, new_text: `line-${at}-new` }),
      ),
    );
    expect(results.filter((result) => !result.success)).toEqual([]);
    expect(await work.text("d/a.txt")).toBe(lines.replaceAll("old", "new"));
    expect((await work.fs.lstat("/work/project/link"))?.kind).toBe("symlink");
  });

  test("a call cancelled before it holds the lock changes nothing", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\n" } });
    const gone = AbortSignal.abort();
    const result = await refusal(
      work,
      "edit_file",
      { path: "a.txt", old_text: "one", new_text: "1" },
      { signal: gone },
    );
    expect(result.error_code).toBe("cancelled");
  });
});

describe("revert_turn", () => {
  test("a store that is busy or damaged is a typed failure, not a fault of the runtime", async () => {
    const { StoreError } = await import("../../runtime/errors.ts");
    const work = await openWorkspace();
    for (const code of ["unavailable", "io_error", "unrecoverable"] as const) {
      const ctx = work.runtime.contextFor({ surface: "http", sessionId: "s", turnId: "t" });
      const revert = () => Promise.reject(new StoreError(code, 'checkpoint index "/work/store/index.db": trouble'));
      const result = await work.runtime.callTool(
        "revert_turn",
        {},
        { ...ctx, checkpoints: { ...ctx.checkpoints, revert } },
      );
      expect(result).toMatchObject({ success: false, error_code: code, data: SHELL_NOT_COVERED });
      expect(result.success ? "" : result.error).not.toContain("/work");
    }
  });

  test("every failure says that shell commands are not covered, also one before the tool itself ran", async () => {
    const work = await openWorkspace();
    for (const [args, signal] of [
      [{ turn_id: 5 }, undefined],
      [{ nonsense: true }, undefined],
      [{}, AbortSignal.abort()],
    ] as const) {
      const result = await refusal(work, "revert_turn", args, signal && { signal });
      expect(result.data).toMatchObject(SHELL_NOT_COVERED);
    }
  });

  test("a turn of a creation and two edits goes back to the bytes before it, through the tool", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\n" } });
    const before = await work.tree();
    await work.call("read_file", { path: "a.txt" });
    await work.call("edit_file", { path: "a.txt", old_text: "one", new_text: "two" });
    await work.call("edit_file", { path: "a.txt", old_text: "two", new_text: "three" });
    await work.call("write_file", { path: "new.txt", content: "new" });
    const data = dataOf(await work.call("revert_turn", {}));
    expect(data).toMatchObject({ turn_id: "t", reverted_count: 2, refused: false, bash_not_covered: true });
    expect([...(data.reverted as string[])].sort()).toEqual(["a.txt", "new.txt"]);
    expect(await work.tree()).toEqual(before);
  });

  test("undo_revert brings back what a revert overwrote, and folders come and go with their files", async () => {
    const work = await openWorkspace();
    await work.put("a.txt", "old\n");
    await work.call("read_file", { path: "a.txt" });
    await work.call("write_file", { path: "a.txt", content: "agent\n" });
    await work.call("write_file", { path: "made/deep/b.txt", content: "agent\n" });
    const newer = await work.tree();
    const { revert_turn_id: revert } = dataOf(await work.call("revert_turn", {}));
    expect((await work.fs.readdir("/work/project")).map(({ name }) => name)).toEqual(["a.txt"]);
    expect(dataOf(await work.call("revert_turn", { undo_revert: true }))).toMatchObject({
      turn_id: revert,
      reverted: ["a.txt", "made/deep/b.txt"],
    });
    expect(await work.tree()).toEqual(newer);
    expect((await refusal(work, "revert_turn", { undo_revert: true })).error_code).toBe("no_checkpoints");
  });

  test("a write through a link remembers the link, and turning it is drift", async () => {
    const work = await openWorkspace();
    await work.put("real/a.txt", "old\n");
    await work.put("other/a.txt", "human\n");
    await work.fs.symlink("real", "/work/project/link");
    for (const path of ["link/a.txt", "/work/project/link/./a.txt"]) {
      dataOf(await work.call("write_file", { path, content: `${path}\n` }));
    }
    expect(await work.runtime.checkpoints.show("t")).toMatchObject({
      writes: [
        { path: "real/a.txt", named_path: "link/a.txt" },
        { path: "real/a.txt", named_path: "link/a.txt" },
      ],
    });
    await work.fs.symlink("other", "/work/project/link", { replace: true });
    expect((await refusal(work, "revert_turn", {})).error_code).toBe("drifted");
    dataOf(await work.call("revert_turn", { force: true }));
    expect([await work.text("real/a.txt"), await work.text("other/a.txt")]).toEqual(["old\n", "human\n"]);
  });

  test("drift refuses with the plan; nothing to revert is no_checkpoints", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\n" } });
    expect((await refusal(work, "revert_turn", {})).error_code).toBe("no_checkpoints");
    await work.call("edit_file", { path: "a.txt", old_text: "one", new_text: "two" });
    await work.put("a.txt", "human\n");
    const refused = await refusal(work, "revert_turn", { turn_id: "t" });
    expect(refused).toMatchObject({ error_code: "drifted", data: { drifted: ["a.txt"], bash_not_covered: true } });
    dataOf(await work.call("revert_turn", { turn_id: "t", force: true }));
    expect(await work.text("a.txt")).toBe("one\n");
  });
});

describe("published schemas", () => {
  test("every successful answer fits its tool's output schema", async () => {
    const work = await openWorkspace({ files: { "a.txt": "one\ntwo\n" } });
    const calls: [string, unknown][] = [
      ["list_files", { recursive: true }],
      ["read_file", { path: "a.txt", limit: 1 }],
      ["edit_file", { path: "a.txt", old_text: "one", new_text: "1" }],
      ["write_file", { path: "b.txt", content: "b" }],
      ["revert_turn", { dry_run: true }],
    ];
    for (const [name, args] of calls) {
      const tool = work.runtime.tools.find((candidate) => candidate.name === name);
      const schema = z.fromJSONSchema(tool?.outputSchema as Parameters<typeof z.fromJSONSchema>[0]);
      const parsed = schema.safeParse(dataOf(await work.call(name, args)));
      expect([name, parsed.error?.issues ?? []]).toEqual([name, []]);
    }
  });

  test("tools state their tier and that none of them has a fuzzy or force-write toggle", async () => {
    const { tools } = (await openWorkspace()).runtime;
    expect(tools.map(({ name, safetyTier }) => [name, safetyTier])).toEqual([
      ["read_file", "safe"],
      ["list_files", "safe"],
      ["edit_file", "safe"],
      ["write_file", "safe"],
      ["revert_turn", "confirm"],
      ["diagnose", "safe"],
      ["memory_save", "safe"],
      ["memory_query", "safe"],
      ["memory_search", "safe"],
      ["memory_delete", "safe"],
      ["todo_write", "safe"],
    ]);
    const names = tools.flatMap((tool) => Object.keys((tool.inputSchema.properties ?? {}) as object));
    expect(names.filter((name) => /fuzz|match/.test(name))).toEqual([]);
  });
});

const TAKE_A_FILE: readonly [string, object][] = [
  ["read_file", {}],
  ["write_file", { content: "x" }],
  ["edit_file", { old_text: "x", new_text: "y" }],
];
const TAKE_A_PATH: readonly [string, object][] = [...TAKE_A_FILE, ["list_files", {}]];
