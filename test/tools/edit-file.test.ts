import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { ToolResult } from "../../runtime/tools/mod.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

const CODE = "def a():\n    return 1\n\n\ndef b():\n    return 1\n";
const FILES = { "a.py": CODE, "t.txt": "one\ntwo\nthree\ntwo\n", "crlf.txt": "x\r\ny", "n.json": '{"a": 1}\n' };

interface Case {
  readonly does: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What stands in the file afterwards, or the code of the refusal. */
  readonly leaves?: string;
  readonly refuses?: string;
  /** What the data or the error must hold. */
  readonly says?: object | RegExp;
}

const CASES: readonly Case[] = [
  {
    does: "view without more shows the file",
    args: { path: "t.txt" },
    says: { content: "     1|one\n     2|two\n     3|three\n     4|two", total_lines: 4, command: "view" },
  },
  {
    does: "view_range shows a range, and -1 is the end",
    args: { path: "t.txt", view_range: [3, -1] },
    says: { content: "     3|three\n     4|two", start_line: 3, end_line: 4 },
  },
  {
    does: "a range beyond the end is cut to it",
    args: { path: "t.txt", view_range: [4, 99] },
    says: { start_line: 4, end_line: 4 },
  },
  {
    does: "a range that starts outside is refused with the line count",
    args: { path: "t.txt", view_range: [5, 9] },
    refuses: "bad_argument",
    says: /starts outside the file.*4 lines/,
  },
  {
    does: "a range that ends before it starts is refused",
    args: { path: "t.txt", view_range: [3, 2] },
    refuses: "bad_argument",
    says: /ends before it starts/,
  },
  {
    does: "an anchor shows its surroundings",
    args: { path: "t.txt", anchor: "three", context_before: 1, context_after: 0 },
    says: { content: "     2|two\n     3|three", matched_lines: [[3, 3]] },
  },
  {
    does: "an anchor in two places is refused with the lines",
    args: { path: "t.txt", anchor: "two" },
    refuses: "ambiguous",
    says: /lines 2 and 4/,
  },
  { does: "an anchor that is not there is refused", args: { path: "t.txt", anchor: "thre e" }, refuses: "not_found" },
  {
    does: "two ways to say what to view are refused",
    args: { path: "t.txt", anchor: "one", view_range: [1, 2] },
    refuses: "bad_argument",
    says: /view_range and anchor/,
  },
  {
    does: "a symbol shows its declaration",
    args: { path: "a.py", symbol: "b", context_before: 0, context_after: 0 },
    says: { content: "     5|def b():\n     6|    return 1", symbol: "b", symbol_kind: "function", extent: "parser" },
  },
  {
    does: "a symbol that is not there lists what is",
    args: { path: "a.py", symbol: "c", command: "view" },
    refuses: "not_found",
    says: /declares a, b/,
  },

  {
    does: "str_replace is meant by old_text",
    args: { path: "t.txt", old_text: "three", new_text: "3" },
    leaves: "one\ntwo\n3\ntwo\n",
    says: { command: "str_replace", window: "1\tone\n2\ttwo\n3\t3\n4\ttwo" },
  },
  {
    does: "two places are refused",
    args: { path: "t.txt", old_text: "two", new_text: "2" },
    refuses: "ambiguous",
    says: /lines 2, 4/,
  },
  {
    does: "occurrence chooses one",
    args: { path: "t.txt", old_text: "two", new_text: "2", occurrence: 2 },
    leaves: "one\ntwo\nthree\n2\n",
  },
  {
    does: "an occurrence that is not there is refused with the count",
    args: { path: "t.txt", old_text: "two", new_text: "2", occurrence: 3 },
    refuses: "bad_argument",
    says: /occurrence is 3, and exact found 2/,
  },
  {
    does: "anchors name what they hold",
    args: { path: "t.txt", start_anchor: "one", end_anchor: "three", new_text: "1-3" },
    leaves: "1-3\ntwo\n",
  },
  {
    does: "one anchor alone is refused",
    args: { path: "t.txt", start_anchor: "one", new_text: "x" },
    refuses: "bad_argument",
    says: /end_anchor go together/,
  },
  {
    does: "new_text equal to old_text is refused",
    args: { path: "t.txt", old_text: "one", new_text: "one" },
    refuses: "no_change",
  },
  {
    does: "without new_text nothing is written",
    args: { path: "t.txt", old_text: "one" },
    refuses: "bad_argument",
    says: /new_text is missing/,
  },
  {
    does: "expected_replacements is held against replace_all",
    args: { path: "t.txt", old_text: "two", new_text: "2", replace_all: true, expected_replacements: 3 },
    refuses: "unexpected_replacement_count",
  },
  {
    does: "edits are made together",
    args: {
      path: "t.txt",
      edits: [
        { old_text: "three", new_text: "one" },
        { old_str: "one", new_str: "three" },
      ],
    },
    leaves: "three\ntwo\none\ntwo\n",
  },
  {
    does: "edits written as JSON text are read",
    args: { path: "t.txt", edits: '[{"old_text":"one","new_text":"1"}]' },
    leaves: "1\ntwo\nthree\ntwo\n",
  },
  {
    does: "one edit that misses refuses all",
    args: {
      path: "t.txt",
      edits: [
        { old_text: "one", new_text: "1" },
        { old_text: "four", new_text: "4" },
      ],
    },
    refuses: "not_found",
    says: /edit 2 of 2/,
  },
  {
    does: "edits beside old_text are refused",
    args: { path: "t.txt", old_text: "one", new_text: "1", edits: [{ old_text: "two", new_text: "2" }] },
    refuses: "bad_argument",
    says: /edits and old_text/,
  },
  {
    does: "an unknown name in an edit is refused",
    args: { path: "t.txt", edits: [{ old_text: "one", new_text: "1", fuzzy: true }] },
    refuses: "unsupported_argument",
    says: /fuzzy/,
  },

  {
    does: "insert at line 0 is the top",
    args: { path: "t.txt", insert_line: 0, new_text: "zero" },
    leaves: "zero\none\ntwo\nthree\ntwo\n",
    says: { command: "insert", matched_lines: [] },
  },
  {
    does: "insert takes the file's line ends and leaves its open end",
    args: { path: "crlf.txt", insert_line: 2, new_text: "z\n" },
    leaves: "x\r\ny\r\nz",
  },
  {
    does: "insert below an anchor",
    args: { path: "t.txt", insert_after_anchor: "three", new_text: "3b" },
    leaves: "one\ntwo\nthree\n3b\ntwo\n",
  },
  {
    does: "a line beyond the end is refused with the count",
    args: { path: "t.txt", insert_line: 5, new_text: "x" },
    refuses: "bad_argument",
    says: /has 4 lines/,
  },
  {
    does: "two places are refused",
    args: { path: "t.txt", insert_line: 1, insert_after_anchor: "one", new_text: "x" },
    refuses: "bad_argument",
    says: /several places/,
  },
  {
    does: "no place is refused",
    args: { path: "t.txt", command: "insert", new_text: "x" },
    refuses: "bad_argument",
    says: /no place/,
  },

  {
    does: "a unified diff with blank context lines and wrong numbers",
    args: { path: "a.py", patch: "@@ -90,4 +90,4 @@\n\n\n def b():\n-    return 1\n+    return 2\n" },
    leaves: `${CODE.slice(0, -2)}2\n`,
    says: { command: "patch", files: [{ path: "a.py", action: "update" }] },
  },
  {
    does: "SEARCH/REPLACE blocks",
    args: { path: "t.txt", patch: "<<<<<<< SEARCH\nthree\n=======\n3\n>>>>>>> REPLACE\n" },
    leaves: "one\ntwo\n3\ntwo\n",
  },
  {
    does: "a V4A patch names its file",
    args: { patch: "*** Begin Patch\n*** Update File: t.txt\n@@\n-three\n+3\n*** End Patch" },
    leaves: "one\ntwo\n3\ntwo\n",
  },
  {
    does: "a hunk in two places is refused",
    args: { path: "a.py", patch: "@@ -1,1 +1,1 @@\n-    return 1\n+    return 2\n" },
    refuses: "ambiguous",
  },
  {
    does: "text that is no patch is refused",
    args: { path: "t.txt", patch: "do it" },
    refuses: "bad_patch",
    says: /has no hunks/,
  },
  {
    does: "a patch for another file than path is refused",
    args: { path: "a.py", patch: "--- a/t.txt\n+++ b/t.txt\n@@ -1 +1 @@\n-one\n+1\n" },
    refuses: "bad_argument",
    says: /"a.py" and the patch is for "t.txt"/,
  },

  {
    does: "replace_symbol is meant by symbol and new_text",
    args: { path: "a.py", symbol: "b", new_text: "def b():\n    return 2\n" },
    leaves: `${CODE.slice(0, -2)}2\n`,
    says: { command: "replace_symbol", symbol: "b", extent: "parser", verify: "parses" },
  },
  {
    does: "a symbol that is not there lists what is",
    args: { path: "a.py", symbol: "A.b", new_text: "x" },
    refuses: "not_found",
    says: /no declaration is called A.b; it declares a, b/,
  },
  {
    does: "replace_symbol without new_text is refused",
    args: { path: "a.py", command: "replace_symbol", symbol: "b" },
    refuses: "bad_argument",
    says: /new_text is missing/,
  },

  {
    does: "undo_edit without history says what is recorded",
    args: { path: "t.txt", command: "undo_edit" },
    refuses: "no_history",
    says: /turn_id/,
  },

  {
    does: "validate_syntax refuses a result that does not parse",
    args: { path: "n.json", old_text: "1}", new_text: "1", validate_syntax: true },
    refuses: "syntax_invalid",
    says: /line 2|line 1/,
  },
  {
    does: "validate_syntax lets a correct result through",
    args: { path: "n.json", old_text: "1", new_text: "2", validate_syntax: true },
    leaves: '{"a": 2}\n',
    says: { check: "parser", verify: "parses" },
  },
  {
    does: "validate_syntax never blocks what nobody can check",
    args: { path: "t.txt", old_text: "one", new_text: "((", validate_syntax: true },
    leaves: "((\ntwo\nthree\ntwo\n",
  },

  {
    does: "an unknown command lists the six",
    args: { path: "t.txt", command: "replace" },
    refuses: "bad_argument",
    says: /view, str_replace, insert, patch, replace_symbol, undo_edit/,
  },
  {
    does: "an argument of another command is refused by name",
    args: { path: "t.txt", command: "insert", insert_line: 1, new_text: "x", old_text: "one" },
    refuses: "unsupported_argument",
    says: /does not take old_text/,
  },
  {
    does: "what models fill in and do not use is ignored",
    args: {
      path: "t.txt",
      command: "str_replace",
      old_text: "one",
      new_text: "1",
      edits: [],
      redo: false,
      view_range: null,
    },
    leaves: "1\ntwo\nthree\ntwo\n",
  },
  ...[{ insert_line: 0 }, { anchor: "" }, { view_range: [] }, { patch: "" }].map((extra) => ({
    does: "what its command does not take is refused by name although it is 0 or empty",
    args: { path: "t.txt", command: "str_replace", old_text: "one", new_text: "1", ...extra },
    refuses: "unsupported_argument",
    says: new RegExp(`does not take ${Object.keys(extra)[0]};`),
  })),
  ...[{ edits: [] }, { edits: "" }, { patch: "" }, { old_text: "" }, { new_text: "" }, { insert_line: 0 }].map(
    (empty) => ({
      does: "an edit that holds nothing is no look at the file",
      args: { path: "t.txt", ...empty },
      refuses: "patch" in empty ? "bad_patch" : "bad_argument",
      says: /edits"? is|(?:old|new)_text is missing|the patch/,
    }),
  ),
  {
    does: "without a path nothing runs",
    args: { old_text: "one", new_text: "1" },
    refuses: "bad_argument",
    says: /path is missing/,
  },
  {
    does: "a file that is not there is refused",
    args: { path: "none.txt", old_text: "a", new_text: "b" },
    refuses: "not_found",
    says: /does not exist/,
  },
  {
    does: "a revision that is no token is refused",
    args: { path: "t.txt", old_text: "one", new_text: "1", revision: "v1" },
    refuses: "bad_revision",
    says: /6 or more hex digits/,
  },
  {
    does: "nor is an empty one",
    args: { path: "t.txt", old_text: "one", new_text: "1", revision: "" },
    refuses: "bad_revision",
    says: /revision "" is not a token/,
  },
];

async function readAll(work: Workspace): Promise<void> {
  for (const path of Object.keys(FILES)) await work.call("read_file", { path });
}

function outputFaults(work: Workspace, result: ToolResult): unknown[] {
  const tool = work.runtime.tools.find(({ name }) => name === "edit_file");
  const schema = z.fromJSONSchema(tool?.outputSchema as Parameters<typeof z.fromJSONSchema>[0]);
  return schema.safeParse(result.data).error?.issues ?? [];
}

describe("edit_file", () => {
  for (const { does, args, leaves, refuses, says } of CASES) {
    test(`${does}: ${JSON.stringify(args).slice(0, 60)}`, async () => {
      const work = await openWorkspace({ files: FILES });
      await readAll(work);
      const before = await work.tree();
      const result = await work.call("edit_file", args);
      if (refuses !== undefined) {
        expect(result).toMatchObject({ success: false, error_code: refuses });
        expect(result.success ? "" : result.error).toMatch(says instanceof RegExp ? says : /\w/);
        expect(await work.tree()).toEqual(before);
        expect((await work.runtime.checkpoints.list({})).count).toBe(0);
        return;
      }
      expect(result).toMatchObject({ success: true, ...(says && { data: says }) });
      expect(outputFaults(work, result)).toEqual([]);
      const path = String(args.path ?? "t.txt");
      expect(await work.text(path)).toBe(leaves ?? FILES[path as keyof typeof FILES]);
    });

    // The same call, except that nothing may happen.
    if (leaves === undefined) continue;
    test(`${does}, dry: ${JSON.stringify(args).slice(0, 60)}`, async () => {
      const work = await openWorkspace({ files: FILES });
      await readAll(work);
      const before = await work.tree();
      const dry = await work.call("edit_file", { ...args, dry_run: true });
      expect(await work.tree()).toEqual(before);
      expect((await work.runtime.checkpoints.list({})).count).toBe(0);
      expect(outputFaults(work, dry)).toEqual([]);
      const path = String(args.path ?? "t.txt");
      const real = await work.call("edit_file", args);
      if (!dry.success || !real.success) throw new Error("refused");
      const onlyReal = ["checkpoint", "md5_before", "md5_after", "files", "status", "edited_files"];
      const withoutThem = (data: object) => Object.entries(data).filter(([name]) => !onlyReal.includes(name));
      expect(Object.fromEntries(withoutThem(dry.data))).toEqual({
        ...Object.fromEntries(withoutThem(real.data)),
        dry_run: true,
      });
      expect(await work.text(path)).toBe(leaves);
      expect(dry.data).not.toHaveProperty("edited_files");
    });
  }

  test("the schema says six commands and demands none", async () => {
    const work = await openWorkspace();
    const schema = work.runtime.tools.find(({ name }) => name === "edit_file")?.inputSchema;
    expect(schema).toMatchObject({
      properties: {
        command: { type: "string", enum: ["view", "str_replace", "insert", "patch", "replace_symbol", "undo_edit"] },
      },
    });
    expect(schema).not.toHaveProperty("required");
  });

  test("a second miss in a row on a file asks for another read, with the closest block; a hit ends the row", async () => {
    const work = await openWorkspace({ files: FILES });
    await readAll(work);
    const miss = { path: "t.txt", old_text: "tree", new_text: "3" };
    const first = await work.call("edit_file", miss);
    expect(first.success ? "" : first.error).not.toContain("in a row");
    const second = await work.call("edit_file", miss);
    expect(second).toMatchObject({ data: { misses: 2, closest_match: { start_line: 3, text: "three" } } });
    expect(second.success ? "" : second.error).toMatch(/miss 2 in a row.*read it again.*copy a longer region/);
    expect(JSON.stringify(second)).not.toContain("write_file");
    const other = await work.call("edit_file", { ...miss, path: "crlf.txt" });
    expect(other.data).not.toHaveProperty("misses");
    await work.call("edit_file", { path: "t.txt", old_text: "three", new_text: "3" });
    expect((await work.call("edit_file", miss)).data).not.toHaveProperty("misses");
  });

  test("text that stands twice is no miss, and a second miss shows the nearest block however little alike it is", async () => {
    const work = await openWorkspace({ files: FILES });
    for (let at = 0; at < 3; at += 1) {
      const twice = await work.call("edit_file", { path: "t.txt", old_text: "two", new_text: "2" });
      expect(twice).toMatchObject({ error_code: "ambiguous" });
      expect(twice.success ? "" : twice.error).not.toContain("in a row");
    }
    const far = { path: "t.txt", old_text: "wxyzthqq", new_text: "3" };
    const patch = { path: "t.txt", patch: "@@ -1 +1 @@\n-wxyzthqq\n+3\n" };
    const anchor = { path: "t.txt", insert_after_anchor: "wxyzthqq", new_text: "3" };
    expect((await work.call("edit_file", far)).data).not.toHaveProperty("closest_match");
    for (const args of [far, patch, anchor]) {
      expect(await work.call("edit_file", args)).toMatchObject({ data: { closest_match: { text: "three" } } });
    }
  });

  test("replace_symbol gives a flush-left method the indentation of its class, and takes one that has it as it is", async () => {
    const file = "class A:\n    @p\n    def f(self):\n        return 1\n";
    const wanted = "class A:\n    @p\n    def f(self):\n        return 2\n";
    for (const new_text of [
      "@p\ndef f(self):\n    return 2\n",
      "    @p\n    def f(self):\n        return 2\n",
      "@p\n    def f(self):\n        return 2",
    ]) {
      const work = await openWorkspace({ files: { "a.py": file } });
      await work.call("edit_file", { path: "a.py", symbol: "A.f", new_text });
      expect([new_text, await work.text("a.py")]).toEqual([new_text, wanted]);
    }
    const work = await openWorkspace({ files: { "a.py": file } });
    const bare = await work.call("edit_file", { path: "a.py", symbol: "A.f", new_text: "def f(self):\n    return 2" });
    expect(bare).toMatchObject({ data: { warning: expect.stringContaining('"@p"') } });
    expect(await work.text("a.py")).toBe(wanted.replace("    @p\n", ""));
  });

  test("replace_symbol moves code to its place and leaves the lines inside strings as they are", async () => {
    const heredoc = "f() {\n  cat <<EOF\nin\n  deep\nEOF\n  echo 'a\n b'\n}";
    const cases = [
      [
        "a.ts",
        "class A {\n    f() {}\n}\n",
        "A.f",
        `f() {\n  return \`a\n  b \${[\n    1,\n  ]}\nc\`;\n}`,
        `class A {\n    f() {\n      return \`a\n  b \${[\n        1,\n      ]}\nc\`;\n    }\n}\n`,
      ],
      [
        "a.tsx",
        "class A {\n    f() {}\n}\n",
        "A.f",
        "f() {\n  return <p title={`a\n  b`}>it's</p>;\n}",
        "class A {\n    f() {\n      return <p title={`a\n  b`}>it's</p>;\n    }\n}\n",
      ],
      [
        "a.py",
        "class A:\n    def f(self): pass\n",
        "A.f",
        'def f(self):\n    """Doc.\n\n    More.\n    """\n    return f"""a\n  b\n"""',
        'class A:\n    def f(self):\n        """Doc.\n\n        More.\n        """\n        return f"""a\n  b\n"""\n',
      ],
      [
        "a.sh",
        "if true; then\n  f() { :; }\nfi\n",
        "f",
        heredoc,
        "if true; then\n  f() {\n    cat <<EOF\nin\n  deep\nEOF\n    echo 'a\n b'\n  }\nfi\n",
      ],
      [
        "a.rb",
        "class A\n  def f; end\nend\n",
        "A.f",
        "def f\n  <<X + %q(a\n b)\nin\nX\nend",
        "class A\n  def f\n    <<X + %q(a\n b)\nin\nX\n  end\nend\n",
      ],
      [
        "a.php",
        "<?php\nclass A {\n    function f() {}\n}\n",
        "A.f",
        "function f() {\n    return <<<X\nin\n  X;\n}",
        "<?php\nclass A {\n    function f() {\n        return <<<X\nin\n  X;\n    }\n}\n",
      ],
      [
        "a.kt",
        "class A {\n    fun f() = 1\n}\n",
        "A.f",
        'fun f(): String {\n    return """a\n  b"""\n}',
        'class A {\n    fun f(): String {\n        return """a\n  b"""\n    }\n}\n',
      ],
    ] as const;
    for (const [path, text, symbol, new_text, wanted] of cases) {
      const work = await openWorkspace({ files: { [path]: text } });
      const result = await work.call("edit_file", { path, symbol, new_text });
      expect([path, result.success ? "" : result.error, await work.text(path)]).toEqual([path, "", wanted]);
    }
  });

  test("replace_symbol leaves a comment behind the declaration on its line", async () => {
    const cases = [
      ["a.kt", "fun f() {\n    g()\n} // kept\nval x = 1\n", "fun f() {} // kept\nval x = 1\n", "fun f() {}"],
      ["a.ts", "function f() {\n} // kept\n", "function f() { g(); } // kept\n", "function f() { g(); }"],
      ["a.py", "f = 1  # kept\n", "f = 2  # kept\n", "f = 2"],
      ["a.swift", "let f = 1 /* kept */\n", "let f = 2 /* kept */\n", "let f = 2"],
    ] as const;
    for (const [path, text, wanted, new_text] of cases) {
      const work = await openWorkspace({ files: { [path]: text } });
      await work.call("edit_file", { path, symbol: "f", new_text });
      expect([path, await work.text(path)]).toEqual([path, wanted]);
    }
  });

  test("replace_symbol asks which one of an accessor pair and of overloads is meant, and occurrence says it", async () => {
    const text = "class A {\n  get x() { return 1; }\n  set x(v) {}\n}\n";
    const java = "class A {\n  int f(int a) { return 1; }\n  int f(long a) { return 2; }\n}\n";
    const work = await openWorkspace({ files: { "a.ts": text, "A.java": java } });
    const before = await work.tree();
    for (const [path, symbol] of [
      ["a.ts", "A.x"],
      ["A.java", "f"],
    ] as const) {
      const refused = await work.call("edit_file", { path, symbol, new_text: "x" });
      expect(refused).toMatchObject({
        error_code: "ambiguous",
        error: expect.stringContaining("pass occurrence, from 1 to 2"),
      });
    }
    const beyond = await work.call("edit_file", { path: "A.java", symbol: "f", occurrence: 3, command: "view" });
    expect(beyond).toMatchObject({
      error_code: "ambiguous",
      error: expect.stringContaining("occurrence 3 is none of them"),
    });
    const unread = { path: "A.java", symbol: "f", new_text: "int f() { return 3; }", occurrence: 2 };
    expect(await work.call("edit_file", unread)).toMatchObject({ error_code: "stale_line_address" });
    expect(await work.tree()).toEqual(before);
    await work.call("read_file", { path: "A.java" });
    expect(await work.call("edit_file", unread)).toMatchObject({ success: true });
    expect(await work.text("A.java")).toBe(java.replace("int f(long a) { return 2; }", "int f() { return 3; }"));
    await work.call("edit_file", { path: "a.ts", symbol: "A.x.get", new_text: "get x() { return 2; }" });
    expect(await work.text("a.ts")).toBe(text.replace("1", "2"));
  });

  test("a symbol_kind that does not fit says what the name is, and an unknown one which there are", async () => {
    const work = await openWorkspace({ files: { "a.ts": "class A {}\n" } });
    const symbol = { path: "a.ts", symbol: "A", new_text: "x" };
    expect(await work.call("edit_file", { ...symbol, symbol_kind: "method" })).toMatchObject({
      error_code: "not_found",
      error: expect.stringContaining("A is declared as class at line 1, not as method"),
    });
    expect(await work.call("edit_file", { ...symbol, symbol_kind: "klass" })).toMatchObject({
      error_code: "bad_argument",
      error: expect.stringContaining("function, method, constructor, class"),
    });
  });
});

describe("write_file", () => {
  test("dry_run writes nothing, and revision and validate_syntax hold as for an edit", async () => {
    const work = await openWorkspace({ files: FILES });
    await readAll(work);
    const before = await work.tree();
    const args = { path: "n.json", content: '{"a": 2}\n' };
    expect(await work.call("write_file", { ...args, dry_run: true })).toMatchObject({
      success: true,
      data: { dry_run: true, bytes_written: 0, diff: expect.stringContaining('+{"a": 2}'), verify: "parses" },
    });
    expect(await work.call("write_file", { ...args, revision: "000000" })).toMatchObject({
      error_code: "revision_mismatch",
    });
    expect(await work.call("write_file", { ...args, revision: "zz" })).toMatchObject({ error_code: "bad_revision" });
    const broken = { path: "n.json", content: "{", validate_syntax: true };
    expect(await work.call("write_file", broken)).toMatchObject({ error_code: "syntax_invalid" });
    expect(await work.tree()).toEqual(before);
    expect(await work.call("write_file", { ...args, validate_syntax: true })).toMatchObject({
      data: { check: "parser" },
    });
  });
});
