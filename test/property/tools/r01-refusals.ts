import { boolean, constantFrom, option, record } from "fast-check";
import { revisionOf } from "../../../runtime/file-state/mod.ts";
import { claim, claimEqual } from "../claims.ts";
import { isFlag, isNullOr, isOneOf, isRecordOf } from "../guards.ts";
import { MODES, type Mode } from "./staleness.ts";
import type { ToolsProperty } from "./tools-engine.ts";
import { ROOT, type Workspace } from "./workspace.ts";

const FILES = { "a.txt": "one\ntwo\none\n", "b.json": '{"a": 1}\n', "d/c.txt": "c\n" };
const PATHS = ["a.txt", "b.json", "d/c.txt", "new.txt", "d", "../out", ".git/config", "link/c.txt", ""] as const;
const REVISIONS = ["right", "wrong", "malformed"] as const;

/** What to do, by what it is named for; some can be done and some can't, depending on the file. */
const CALLS = {
  "replace what is there": ["edit_file", { old_text: "two", new_text: "2" }],
  "replace one of two": ["edit_file", { old_text: "one", new_text: "1" }],
  "replace what is not there": ["edit_file", { old_text: "nine", new_text: "9" }],
  "replace the third": ["edit_file", { old_text: "one", new_text: "1", occurrence: 3 }],
  "replace by the same": ["edit_file", { old_text: "two", new_text: "two" }],
  "break the syntax": ["edit_file", { old_text: "1}", new_text: "", validate_syntax: true }],
  "insert at line 99": ["edit_file", { insert_line: 99, new_text: "x" }],
  "insert at the top": ["edit_file", { insert_line: 0, new_text: "x" }],
  "patch what is there": ["edit_file", { patch: "@@ @@\n-two\n+2\n" }],
  "patch half of it": ["edit_file", { patch: "@@ @@\n-two\n+2\n@@ @@\n-nine\n+9\n" }],
  "patch several files": [
    "edit_file",
    { patch: "--- a/d/c.txt\n+++ b/d/c.txt\n@@ @@\n-c\n+C\n--- a/a.txt\n+++ b/a.txt\n@@ @@\n-nine\n+9\n" },
  ],
  "replace a symbol": ["edit_file", { command: "replace_symbol", symbol: "f", new_text: "f" }],
  undo: ["edit_file", { command: "undo_edit" }],
  "write anew": ["write_file", { content: "whole\n" }],
  "write half a character": ["write_file", { content: "\ud800" }],
  "name a thing that is not": ["edit_file", { old_text: "two", new_text: "2", colour: "red" }],
} as const;
const NAMES = [
  "replace what is there",
  "replace one of two",
  "replace what is not there",
  "replace the third",
  "replace by the same",
  "break the syntax",
  "insert at line 99",
  "insert at the top",
  "patch what is there",
  "patch half of it",
  "patch several files",
  "replace a symbol",
  "undo",
  "write anew",
  "write half a character",
  "name a thing that is not",
] as const satisfies readonly (keyof typeof CALLS)[];

interface RefusalCase {
  readonly mode: Mode;
  readonly path: (typeof PATHS)[number];
  readonly call: (typeof NAMES)[number];
  readonly revision: (typeof REVISIONS)[number] | null;
  readonly isRead: boolean;
  readonly isDry: boolean;
}

export const refusals: ToolsProperty<RefusalCase> = (tools) => ({
  id: "R1",
  version: 1,
  title: "A call that is refused, or only tried, changes no byte and keeps no checkpoint",
  doc: "Whatever is asked of whatever path. One that succeeds changes the file that it names and no other.",
  kind: "pbt",
  needsTree: true,
  arbitrary: record({
    mode: constantFrom(...MODES),
    path: constantFrom(...PATHS),
    call: constantFrom(...NAMES),
    revision: option(constantFrom(...REVISIONS)),
    isRead: boolean(),
    isDry: boolean(),
  }),
  async run(value) {
    const work = await tools.open({
      files: { ...FILES, ".git/config": "g\n" },
      coding: { read_before_edit: value.mode },
    });
    await work.fs.symlink("d", `${ROOT}/link`);
    if (value.isRead) await work.call("read_file", { path: value.path });
    const before = await work.tree();
    const [tool, args] = CALLS[value.call];
    const revision = await revisionFor(work, value);
    const asked = { ...args, path: value.path, ...(value.isDry && { dry_run: true }), ...(revision && { revision }) };
    const result = await work.call(tool, asked);
    const after = await work.tree();
    const turns = (await work.runtime.checkpoints.list({})).count;
    if (!result.success || value.isDry) {
      claimEqual(after, before, `the tree after ${result.success ? "a dry run" : result.error_code}`);
      claimEqual(turns, 0, "turns with a checkpoint");
      claim(result.success || result.error.length > 20, "a refusal without a reason");
      return;
    }
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const changed = names.filter((name) => before[name] !== after[name]);
    claimEqual(changed, [`${ROOT}/${value.path.replace("link/", "d/")}`], "the files that changed");
    claimEqual(turns, 1, "turns with a checkpoint");
  },
  classify: ({ isDry, revision, isRead }) =>
    `${isDry ? "dry" : "wet"}, ${revision ?? "no"} revision, ${isRead ? "read" : "unread"}`,
  witnesses: [
    "wet, no revision, read",
    "wet, wrong revision, read",
    "dry, right revision, read",
    "wet, malformed revision, unread",
  ],
  accepts: isRecordOf<RefusalCase>({
    mode: isOneOf(MODES),
    path: isOneOf(PATHS),
    call: isOneOf(NAMES),
    revision: isNullOr(isOneOf(REVISIONS)),
    isRead: isFlag,
    isDry: isFlag,
  }),
});

async function revisionFor(work: Workspace, { path, revision }: RefusalCase): Promise<string | null> {
  if (revision === null) return null;
  if (revision === "malformed") return "xyz";
  const absolute = `${ROOT}/${path}`;
  const isFile = path in FILES && revision === "right";
  return isFile ? revisionOf(work.context().hash.sha256(await work.fs.readFile(absolute))) : "sha256:0123456789ab";
}
