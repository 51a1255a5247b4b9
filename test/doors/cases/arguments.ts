import { type DoorCase, edits, refuses, rejects } from "../door-case.ts";

const FILES = { "t.txt": "one\ntwo\n" };
const change = { path: "t.txt", old_text: "one", new_text: "1" };

/** As it comes from JSON; a literal would set the object's prototype. */
const PROTO: Readonly<Record<string, unknown>> = JSON.parse('{"path":"t.txt","__proto__":{"a":1}}');

export const argumentCases: readonly DoorCase[] = [
  {
    id: "arguments that no tool has, or that differ, are refused by name",
    files: FILES,
    steps: [
      refuses({ ...change, fuzzy: true }, "unsupported_argument", '"fuzzy"', "Supported"),
      refuses({ ...change, constructor: 1 }, "unsupported_argument", '"constructor"', "Supported"),
      refuses(PROTO, "unsupported_argument", '"__proto__"', "Supported"),
      refuses({ ...change, old_str: "two" }, "conflicting_alias", '"old_str"', "send one"),
      refuses({ ...change, file_path: "u.txt" }, "conflicting_alias", '"file_path"', "send one"),
      refuses({ ...change, command: "insert", insert_line: 1 }, "unsupported_argument", "old_text", "It takes"),
      refuses({ ...change, command: "view" }, "unsupported_argument", "old_text, new_text", "It takes"),
      refuses(
        { path: "t.txt", command: "replace" },
        "bad_argument",
        '"replace"',
        "view, str_replace, insert, patch, replace_symbol, undo_edit",
      ),
      refuses({ old_text: "one", new_text: "1" }, "bad_argument", "path is missing", "name the file"),
      refuses({}, "bad_argument", "path is missing", "name the file"),
      refuses({ ...change, insert_line: 0 }, "unsupported_argument", "insert_line", "It takes"),
      refuses({ ...change, anchor: "" }, "unsupported_argument", "anchor", "It takes"),
      refuses({ ...change, revision: "" }, "bad_revision", 'revision ""', "pass 6 or more"),
      rejects("write_file", { path: "t.txt", content: "x", revision: "" }, "bad_revision", 'revision ""', "pass 6"),
      refuses({ path: "t.txt", patch: "" }, "bad_patch", "patch", "nothing was changed"),
      refuses({ ...change, path: 5 }, "bad_argument", "5", "correct it"),
      refuses({ ...change, old_text: ["one"] }, "bad_argument", '["one"]', "correct it"),
      refuses({ ...change, dry_run: "maybe" }, "bad_argument", '"maybe"', "correct it"),
      refuses({ ...change, path: "half\ud800" }, "bad_argument", "path", "send whole characters"),
      refuses({ ...change, old_text: { text: "x".repeat(5000) } }, "bad_argument", "old_text", "correct it"),
      rejects("no_such_tool", {}, "unknown_tool", '"no_such_tool"', "call one of"),
      rejects("write_file", { path: "t.txt" }, "bad_argument", "content", "pass it"),
      rejects("write_file", { path: "t.txt", content: 5 }, "bad_argument", "5", "correct it"),
      rejects("write_file", { path: "t.txt", content: "x", mode: 7 }, "unsupported_argument", '"mode"', "Supported"),
      rejects("read_file", {}, "bad_argument", "path", "pass it"),
      rejects("revert_turn", { turn_id: "" }, "bad_argument", "turn_id", "correct it"),
    ],
  },
  {
    id: "what models fill in and do not use is ignored, and quoted numbers are read",
    files: FILES,
    steps: [
      edits(
        {
          ...change,
          command: "str_replace",
          edits: [],
          redo: false,
          view_range: null,
        },
        { "t.txt": "1\ntwo\n" },
      ),
      edits(
        { path: "t.txt", old_text: "two", new_string: "2", expected_replacements: "1", dry_run: "false" },
        { "t.txt": "1\n2\n" },
      ),
      edits({ path: "t.txt", view_range: ["1", "1"] }, {}, { end_line: 1 }),
    ],
  },
];
