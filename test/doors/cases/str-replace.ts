import { type DoorCase, edits, reads, refuses } from "../door-case.ts";

const TEXT = "one\ntwo\nthree\ntwo\n";
const FILES = { "t.txt": TEXT, "keep.txt": { text: "keep\n", mode: 0o600 } };
const SPAN = `start\n${"x".repeat(200)}\nend\n`;

export const strReplaceCases: readonly DoorCase[] = [
  {
    id: "str_replace writes one place, and says what it did",
    files: {
      ...FILES,
      "run.sh": { text: "echo a\n", mode: 0o755 },
      "crlf.txt": "a\r\nb\r\n",
      "loose.py": "if x:\n    go()\n    stop()\n",
    },
    steps: [
      reads("t.txt"),
      edits(
        { path: "t.txt", old_text: "three", new_text: "3" },
        { "t.txt": "one\ntwo\n3\ntwo\n" },
        { match_strategy: "exact", status: { kind: "edit_ok" } },
      ),
      edits({ path: "run.sh", old_str: "a", new_str: "$& $1 \\1" }, { "run.sh": "echo $& $1 \\1\n" }),
      edits({ path: "crlf.txt", old_text: "a\nb", new_text: "c\nd" }, { "crlf.txt": "c\r\nd\r\n" }),
      edits(
        { path: "loose.py", old_text: "go()\nstop()", new_text: "go()\nwait()" },
        { "loose.py": "if x:\n    go()\n    wait()\n" },
        { match_strategy: "indentation_flexible" },
      ),
      edits(
        { path: "t.txt", old_text: "two", new_text: "2", replace_all: "true", expected_replacements: "2" },
        { "t.txt": "one\n2\n3\n2\n" },
        { replacements: 2 },
      ),
    ],
  },
  {
    id: "str_replace takes occurrences, anchors and several edits",
    files: FILES,
    steps: [
      reads("t.txt"),
      edits(
        { path: "t.txt", old_text: "two", new_text: "2", occurrence: 2, dry_run: true },
        {},
        { dry_run: true, diff: expectedDiff() },
      ),
      edits({ path: "t.txt", old_text: "two", new_text: "2", occurrence: 2 }, { "t.txt": "one\ntwo\nthree\n2\n" }),
      edits({ path: "t.txt", start_anchor: "one", end_anchor: "three", new_text: "1-3" }, { "t.txt": "1-3\n2\n" }),
      edits(
        {
          path: "t.txt",
          edits: [
            { old_text: "2", new_text: "1-3" },
            { old_string: "1-3", new_string: "2" },
          ],
        },
        { "t.txt": "2\n1-3\n" },
      ),
      edits({ path: "keep.txt", edits: '[{"old_text":"keep","new_text":"kept"}]' }, { "keep.txt": "kept\n" }),
      edits({ path: "keep.txt", old_text: "kept\n", new_text: "" }, { "keep.txt": "" }),
    ],
  },
  {
    id: "str_replace refuses text that names no place, or several",
    files: FILES,
    steps: [
      reads("t.txt"),
      refuses({ path: "t.txt", old_text: "thrice", new_text: "x" }, "not_found", "old_text", "copy old_text"),
      refuses({ path: "t.txt", old_text: "four", new_text: "x" }, "not_found", "miss 2 in a row", "read it again"),
      refuses(
        { path: "t.txt", old_text: "two", new_text: "x" },
        "ambiguous",
        "2 places (lines 2, 4)",
        "add surrounding lines",
      ),
      refuses(
        { path: "t.txt", old_text: "two", new_text: "x", replace_all: true, expected_replacements: 3 },
        "unexpected_replacement_count",
        "expected_replacements is 3",
        "read the file",
      ),
      refuses(
        { path: "t.txt", old_text: "two", new_text: "x", occurrence: 3 },
        "bad_argument",
        "occurrence is 3",
        "count from 1",
      ),
      refuses(
        { path: "t.txt", old_text: "two", new_text: "x", occurrence: 0 },
        "bad_argument",
        "occurrence is 0",
        "count the places from 1",
      ),
      refuses({ path: "t.txt", old_text: "", new_text: "x" }, "empty_needle", "old_text is empty", "pass the text"),
      refuses({ path: "t.txt", old_text: "one", new_text: "one" }, "no_change", "the same", "read the file"),
      refuses({ path: "none.txt", old_text: "one", new_text: "1" }, "not_found", '"none.txt"', "write_file"),
      refuses(
        { path: "t.txt", start_anchor: "one", end_anchor: "four", new_text: "x" },
        "not_found",
        "end_anchor",
        "read the file",
      ),
      refuses(
        { path: "t.txt", start_anchor: "three", end_anchor: "one", new_text: "x" },
        "not_found",
        "end_anchor",
        "pass text that follows",
      ),
      refuses(
        { path: "t.txt", start_anchor: "two", end_anchor: "three", new_text: "x" },
        "ambiguous",
        "start_anchor",
        "add text",
      ),
    ],
  },
  {
    id: "str_replace refuses what a looser match would lose",
    files: {
      "a.txt": "aaa\n",
      "span.txt": SPAN,
      "block.txt": "f {\n  a\n}\nf {\n  b\n}\n",
      "class.txt": "class A {\n  a\n  b\n}\n",
      "body.txt": "g {\n  a\n  b\n}\n",
    },
    steps: [
      refuses(
        { path: "a.txt", old_text: "aa", new_text: "b", replace_all: true },
        "overlapping_matches",
        "share text",
        "make old_text longer",
      ),
      refuses(
        { path: "span.txt", old_text: "start\nb\nend", new_text: "z" },
        "oversized_span",
        "lines 1 to 3",
        "copy all of it",
      ),
      refuses(
        { path: "block.txt", old_text: "f {\n  x\n}", new_text: "f {}", replace_all: true },
        "replace_all_not_allowed",
        "replace_all",
        "copy one",
      ),
      refuses(
        { path: "class.txt", old_text: "      a\n      b", new_text: "      a\n  c" },
        "no_sound_mapping",
        "line 2 of new_text",
        "copy old_text",
      ),
      refuses(
        { path: "body.txt", old_text: "g {\n  ...\n}", new_text: "g {\n}" },
        "elision_placeholder",
        "placeholder",
        "copy the whole block",
      ),
    ],
  },
  {
    id: "str_replace refuses arguments that contradict each other",
    files: FILES,
    steps: [
      reads("t.txt"),
      refuses({ path: "t.txt", old_text: "one" }, "bad_argument", "new_text", "pass"),
      refuses({ path: "t.txt", new_text: "one" }, "bad_argument", "old_text", "pass it"),
      refuses(
        { path: "t.txt", start_anchor: "one", new_text: "x" },
        "bad_argument",
        "start_anchor and end_anchor",
        "pass both",
      ),
      refuses(
        { path: "t.txt", old_text: "one", start_anchor: "one", end_anchor: "two", new_text: "x" },
        "bad_argument",
        "old_text and anchors",
        "pass one",
      ),
      refuses(
        { path: "t.txt", old_text: "two", new_text: "x", occurrence: 1, replace_all: true },
        "bad_argument",
        "replace_all",
        "pass one",
      ),
      refuses(
        { path: "t.txt", old_text: "two", new_text: "x", expected_replacements: -1 },
        "bad_argument",
        "-1",
        "correct it",
      ),
      refuses(
        { path: "t.txt", old_text: "two", new_text: "x", replace_all: "yes" },
        "bad_argument",
        '"yes"',
        "correct it",
      ),
      refuses({ path: "t.txt", old_text: "two", new_text: "x", occurrence: 1.5 }, "bad_argument", "1.5", "correct it"),
      refuses(
        { path: "t.txt", old_text: "one", new_text: "half \ud83d" },
        "bad_argument",
        "new_text",
        "send whole characters",
      ),
      refuses(
        { path: "t.txt", old_text: "half \ud83d", new_text: "x" },
        "bad_argument",
        "old_text",
        "send whole characters",
      ),
    ],
  },
  {
    id: "edits are refused as a whole, and the refusal says which",
    files: FILES,
    steps: [
      reads("t.txt"),
      refuses(
        {
          path: "t.txt",
          edits: [
            { old_text: "one", new_text: "1" },
            { old_text: "four", new_text: "4" },
          ],
        },
        "not_found",
        "edit 2 of 2",
        "read the file",
      ),
      refuses(
        {
          path: "t.txt",
          edits: [
            { old_text: "one\ntwo", new_text: "1" },
            { old_text: "two\nthree", new_text: "4" },
          ],
        },
        "overlapping_hunks",
        "edits 1 and 2",
        "make one edit",
      ),
      refuses(
        { path: "t.txt", edits: [{ old_text: "one", new_text: "one" }] },
        "no_change",
        "the same",
        "leave it out",
      ),
      refuses(
        { path: "t.txt", old_text: "one", new_text: "1", edits: [{ old_text: "two", new_text: "2" }] },
        "bad_argument",
        "edits and old_text",
        "put every replacement into edits",
      ),
      refuses(
        { path: "t.txt", edits: [{ old_text: "one", new_text: "1", fuzzy: true }] },
        "unsupported_argument",
        '"fuzzy"',
        "Supported",
      ),
      refuses(
        { path: "t.txt", edits: [{ old_text: "one", old_str: "two", new_text: "1" }] },
        "conflicting_alias",
        '"old_str"',
        "send one",
      ),
      refuses({ path: "t.txt", edits: [{ old_text: "one" }] }, "bad_argument", "edits.0.new_text", "pass it"),
      refuses({ path: "t.txt", edits: ["one"] }, "bad_argument", "edits.0", "correct it"),
      refuses({ path: "t.txt", edits: "one" }, "bad_argument", "edits", "correct it"),
      refuses({ path: "t.txt", command: "str_replace", edits: [] }, "bad_argument", "edits is empty", "pass"),
    ],
  },
];

function expectedDiff(): string {
  return "--- a/t.txt\n+++ b/t.txt\n@@ -1,4 +1,4 @@\n one\n two\n three\n-two\n+2\n";
}
