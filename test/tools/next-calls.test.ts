import { describe, expect, test } from "vitest";
import { type CallToRetry, statusTextOf, type ToolResult } from "../../runtime/tools/mod.ts";
import { openWorkspace } from "./workspace.ts";

const LONG = `${"a long line of text ".repeat(20)}\n`;
const FILES = { "a.txt": "one\ntwo\n", "b.txt": "bee\n", "a.py": "def f():\n    return 1\n" };
const VIEW: CallToRetry = { tool: "edit_file", arguments: { command: "view", path: "a.txt" } };
const LIST: CallToRetry = { tool: "list_files", arguments: {} };

function nextOf(result: ToolResult): readonly CallToRetry[] {
  const data: { status?: { next?: readonly CallToRetry[] } } = { ...result.data };
  return data.status?.next ?? [];
}

const retry = (args: Record<string, unknown>, more: Partial<CallToRetry> = {}, tool = "edit_file"): CallToRetry => ({
  tool,
  arguments: args,
  ...more,
});

const stale = { revision: "abcdef" };
const two = (first: string, second: string) =>
  `--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-${first}\n+1\n--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-${second}\n+b\n`;

/** A refused call of edit_file, or of the tool that is named, and what comes next. */
const CASES: readonly (readonly [string, Record<string, unknown>, readonly CallToRetry[], string?])[] = [
  [
    "a long new text is whole",
    { path: "a.txt", old_text: LONG, new_text: LONG, validate_syntax: true },
    [
      VIEW,
      retry({ command: "str_replace", new_text: LONG, path: "a.txt", validate_syntax: true }, { fill: ["old_text"] }),
    ],
  ],
  [
    "a text too long to repeat is left out, not cut",
    { path: "a.txt", old_text: "none", new_text: LONG.repeat(50) },
    [VIEW, retry({ command: "str_replace", path: "a.txt" }, { fill: ["new_text", "old_text"] })],
  ],
  [
    "only the edit at fault is written anew",
    {
      path: "a.txt",
      edits: [
        { old_text: "one", new_text: "1" },
        { old_str: "none", new_text: LONG },
      ],
    },
    [
      VIEW,
      retry(
        { command: "str_replace", edits: [{ old_text: "one", new_text: "1" }, { new_text: LONG }], path: "a.txt" },
        { fill: ["edits.1.old_text"] },
      ),
    ],
  ],
  [
    "a stale revision holds the edit back",
    { path: "a.txt", old_text: "one", new_text: "1", ...stale },
    [VIEW, retry({ command: "str_replace", new_text: "1", path: "a.txt" }, { fill: ["old_text", "revision"] })],
  ],
  ["a stale undo is not repeated", { path: "a.txt", command: "undo_edit", ...stale }, [VIEW]],
  [
    "a file that is written over is read first",
    { path: "a.txt", content: LONG, ...stale },
    [VIEW, retry({ path: "a.txt" }, { fill: ["content", "revision"] }, "write_file")],
    "write_file",
  ],
  ["what is done already is done", { path: "b.txt", content: "bee\n" }, [], "write_file"],
  ["an edit without effect is looked at", { path: "a.txt", old_text: "one", new_text: "one" }, [VIEW]],
  [
    "a path outside is another",
    { path: "../a.txt", old_text: "one", new_text: "1" },
    [LIST, retry({ command: "str_replace", new_text: "1", old_text: "one" }, { fill: ["path"] })],
  ],
  [
    "a file that is missing cannot be viewed",
    { path: "none.txt", old_text: "one", new_text: "1" },
    [LIST, retry({ command: "str_replace", new_text: "1", old_text: "one" }, { fill: ["path"] })],
  ],
  [
    "of several files the one that failed is viewed",
    { patch: two("one", "none") },
    [
      { tool: "edit_file", arguments: { command: "view", path: "b.txt" } },
      retry({ command: "patch" }, { fill: ["patch"] }),
    ],
  ],
  [
    "a revision for two files is left out",
    { patch: two("one", "bee"), ...stale },
    [VIEW, retry({ command: "patch", patch: two("one", "bee") }, { leave_out: ["revision"] })],
  ],
  [
    "a dry run that cannot be read does not become an edit",
    { path: "a.txt", content: "x", dry_run: "maybe" },
    [retry({ path: "a.txt" }, { fill: ["content", "dry_run"] }, "write_file")],
    "write_file",
  ],
  [
    "nor does the dry run of an undo",
    { path: "a.txt", command: "undo_edit", dry_run: "maybe" },
    [VIEW, retry({ command: "undo_edit" }, { fill: ["dry_run", "path"] })],
  ],
];

describe("the calls that come after a refusal", () => {
  for (const [name, args, wanted, tool = "edit_file"] of CASES) {
    test(name, async () => {
      const work = await openWorkspace({ files: FILES });
      const before = await work.tree();
      const result = await work.call(tool, args);
      expect(result.success).toBe(false);
      expect(nextOf(result)).toEqual(wanted);
      for (const call of wanted.filter(({ fill }) => fill !== undefined)) {
        expect((await work.call(call.tool, call.arguments)).success).toBe(false);
        expect(statusTextOf(result)).toContain(`with what fill names added to the arguments: ${JSON.stringify(call)}`);
      }
      expect(await work.tree()).toEqual(before);
    });
  }

  const missing: readonly (readonly [given: Record<string, unknown>, rest: Record<string, unknown>])[] = [
    [{ path: "a.txt", old_text: "one" }, { new_text: "1" }],
    [{ path: "a.txt", new_text: "1" }, { old_text: "one" }],
    [{ path: "a.txt", start_anchor: "one", new_text: "1" }, { end_anchor: "two" }],
    [{ path: "a.txt", command: "insert", new_text: "x" }, { insert_line: 0 }],
    [{ path: "a.txt", command: "insert", insert_line: 0 }, { new_text: "x" }],
    [{ path: "a.py", command: "replace_symbol", new_text: "def f(): pass" }, { symbol: "f" }],
    [{ path: "a.py", command: "replace_symbol", symbol: "f" }, { new_text: "def f(): pass" }],
    [{ path: "a.txt", command: "patch" }, { patch: "@@\n-one\n+1\n" }],
    [{ patch: "@@\n-one\n+1\n" }, { path: "a.txt" }],
  ];
  for (const [given, rest] of missing) {
    test(`of ${JSON.stringify(given)} what is missing is asked for, and with that it goes through`, async () => {
      const work = await openWorkspace({ files: FILES });
      const call = nextOf(await work.call("edit_file", given)).at(-1);
      expect(call?.fill).toEqual(Object.keys(rest));
      expect(await work.call("edit_file", { ...call?.arguments, ...rest })).toMatchObject({ success: true });
    });
  }

  test("before a patch of several files that were not read, each of them is viewed", async () => {
    const work = await openWorkspace({ files: FILES, coding: { read_gate: "turn" } });
    const next = nextOf(await work.call("edit_file", { patch: two("one", "bee") }));
    expect(next.map(({ arguments: args }) => args.path ?? "the patch")).toEqual(["a.txt", "b.txt", "the patch"]);
    for (const call of next) expect(await work.call(call.tool, call.arguments)).toMatchObject({ success: true });
  });

  test("the call that was refused for want of a read is given whole, and goes through after the view", async () => {
    const work = await openWorkspace({ files: { "a.txt": LONG }, coding: { read_gate: "turn" } });
    const args = { path: "a.txt", old_text: LONG, new_text: `${LONG}${LONG}` };
    const next = nextOf(await work.call("edit_file", args));
    expect(next).toEqual([VIEW, retry(args)]);
    for (const call of next) expect(await work.call(call.tool, call.arguments)).toMatchObject({ success: true });
    expect(await work.text("a.txt")).toBe(`${LONG}${LONG}`);
  });
});

test("no value of a refused call stands in the answer at length", async () => {
  const work = await openWorkspace({ files: FILES });
  const long = "n".repeat(20_000);
  const calls: readonly (readonly [string, Record<string, unknown>])[] = [
    ["edit_file", { path: `../${long}`, old_text: "a", new_text: "b" }],
    ["edit_file", { path: "a.txt", old_text: "one", new_text: "1", revision: long }],
    ["edit_file", { path: "a.txt", command: long }],
    ["edit_file", { path: "a.py", symbol: long, new_text: "x" }],
    ["edit_file", { path: "a.txt", [long]: 1 }],
    ["read_file", { path: long }],
    [long, {}],
  ];
  for (const [tool, args] of calls) {
    const result = await work.call(tool, args);
    const { error } = { error: "", ...result };
    expect(error).toContain("(20");
    expect(error.length).toBeLessThan(1500);
    const sizes = Object.entries({ ...result.data }).map(([name, value]) => [name, JSON.stringify(value).length]);
    expect(sizes.filter(([, size = 0]) => Number(size) > 5000)).toEqual([]);
  }
});
