import { accepts, type DoorCase, edits, outside, refuses, tokenOf } from "../door-case.ts";

const undo = (more: object = {}) => ({ path: "a.txt", command: "undo_edit", ...more });
const LONG = "0123456789\n".repeat(1000);

export const undoCases: readonly DoorCase[] = [
  {
    id: "undo_edit goes back over turns, and redo forward",
    files: { "a.txt": { text: "0\n", mode: 0o640 } },
    steps: [
      edits({ path: "a.txt", old_text: "0", new_text: "1" }, { "a.txt": "1\n" }, {}, { turn: "t1" }),
      edits({ path: "a.txt", old_text: "1", new_text: "2" }, { "a.txt": "2\n" }, {}, { turn: "t2" }),
      edits(undo({ dry_run: true }), {}, { dry_run: true, undone: { turn_id: "t2" } }, { turn: "t3" }),
      edits(undo(), { "a.txt": "1\n" }, { undo_left: 1, redo_left: 1 }, { turn: "t3" }),
      edits(undo(), { "a.txt": "0\n" }, { undo_left: 0, redo_left: 2 }, { turn: "t3" }),
      refuses(undo(), "no_history", "nothing to undo", "redo: true", { turn: "t3" }),
      edits(undo({ redo: true }), { "a.txt": "1\n" }, { undo_left: 1, redo_left: 1 }, { turn: "t4" }),
      edits(undo({ redo: "true", revision: tokenOf("1\n") }), { "a.txt": "2\n" }, { redo_left: 0 }, { turn: "t4" }),
      refuses(undo({ redo: true }), "no_history", "nothing to redo", "no undo of it is left", { turn: "t4" }),
    ],
  },
  {
    id: "undo_edit takes back what was made, deleted and moved",
    files: { "old.txt": { text: "old\n", mode: 0o750 } },
    steps: [
      accepts("write_file", { path: "a.txt", content: "made\n" }, { created: true }, { "a.txt": "made\n" }),
      edits(undo(), { "a.txt": null }, { action: "delete" }),
      edits(undo({ redo: true }), { "a.txt": "made\n" }, { action: "add" }),
      edits({ patch: "*** Begin Patch\n*** Delete File: old.txt\n*** End Patch" }, { "old.txt": null }),
      edits(
        { path: "old.txt", command: "undo_edit" },
        { "old.txt": { text: "old\n", mode: 0o750 } },
        { action: "add" },
      ),
    ],
  },
  {
    id: "undo_edit refuses newer work, foreign history and content that is not kept",
    files: { "a.txt": "one\n", "b.txt": "b\n", "long.txt": LONG },
    steps: [
      refuses(undo(), "no_history", '"a.txt"', "turn_id"),
      edits({ path: "a.txt", old_text: "one", new_text: "two" }, { "a.txt": "two\n" }),
      refuses(undo(), "no_history", '"a.txt"', "turn_id", { session: "other" }),
      refuses(undo({ revision: "abcdef" }), "revision_mismatch", "sha256:abcdef", "view the file"),
      refuses(undo({ revision: "v1" }), "bad_revision", '"v1"', "pass 6 or more hex digits"),
      refuses(undo({ old_text: "two" }), "unsupported_argument", "old_text", "It takes"),
      refuses(undo({ validate_syntax: true }), "unsupported_argument", "validate_syntax", "It takes"),
      outside("a.txt", "theirs\n"),
      refuses(undo(), "drifted", '"a.txt"', "force overwrites"),
      edits(undo({ force: true, dry_run: true }), {}, { dry_run: true }),
      edits(
        undo({ force: true }),
        { "a.txt": "one\n" },
        { warning: "the newer content of the file was overwritten, as force asks" },
      ),
      edits({ path: "b.txt", old_text: "b", new_text: "c" }, { "b.txt": "c\n" }),
      outside("b.txt", null),
      refuses({ path: "b.txt", command: "undo_edit" }, "drifted", '"b.txt"', "force"),
      accepts(
        "write_file",
        { path: "long.txt", content: "short\n" },
        { checkpoint: { status: "none", reason: "too_large" } },
        { "long.txt": "short\n" },
      ),
      refuses({ path: "long.txt", command: "undo_edit" }, "unrecoverable", '"long.txt"', "Write it anew"),
      refuses({ path: "none.txt", command: "undo_edit" }, "no_history", '"none.txt"', "turn_id"),
    ],
  },
  {
    id: "an edit without a turn is made, and is not there to undo",
    unbound: true,
    files: { "a.txt": "one\n" },
    steps: [
      edits(
        { path: "a.txt", old_text: "one", new_text: "two" },
        { "a.txt": "two\n" },
        { checkpoint: { status: "none", reason: "no_turn" } },
        { turn: null },
      ),
      refuses(undo(), "no_history", "this call names none either", "turn_id", { turn: null }),
      edits(
        { path: "a.txt", old_text: "two", new_text: "three" },
        { "a.txt": "three\n" },
        {},
        { session: null, turn: null },
      ),
      refuses(
        { path: "a.txt", insert_line: 1, new_text: "x" },
        "stale_line_address",
        "insert_line 1",
        "pass as revision",
        { session: null, turn: null },
      ),
      edits(
        { path: "a.txt", insert_line: 1, new_text: "x", revision: tokenOf("three\n") },
        { "a.txt": "three\nx\n" },
        {},
        { session: null, turn: null },
      ),
    ],
  },
];
