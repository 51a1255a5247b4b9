import { type DoorCase, edits, outside, reads, refuses, tokenOf } from "../door-case.ts";

const TEXT = "one\ntwo\nthree\ntwo\n";
const FILES = { "t.txt": TEXT, "open.txt": "x\r\ny" };

export const insertCases: readonly DoorCase[] = [
  {
    id: "insert puts lines at the top, behind a line and beside an anchor",
    files: { ...FILES, "empty.txt": "", "bom.txt": "\ufeffone\n" },
    steps: [
      edits({ path: "t.txt", insert_line: 0, new_text: "zero" }, { "t.txt": `zero\n${TEXT}` }, { command: "insert" }),
      reads("t.txt"),
      edits({ path: "t.txt", insert_line: "5", new_text: "end\n", dry_run: true }, {}, { dry_run: true }),
      edits({ path: "t.txt", insert_line: "5", new_text: "end\n" }, { "t.txt": `zero\n${TEXT}end\n` }),
      edits(
        { path: "t.txt", insert_after_anchor: "three", new_text: "3b" },
        { "t.txt": "zero\none\ntwo\nthree\n3b\ntwo\nend\n" },
      ),
      edits(
        { path: "t.txt", insert_before_anchor: "zero", new_text: "top\n\n" },
        { "t.txt": "top\n\nzero\none\ntwo\nthree\n3b\ntwo\nend\n" },
      ),
      reads("open.txt"),
      edits({ path: "open.txt", insert_line: 2, new_text: "z\n" }, { "open.txt": "x\r\ny\r\nz" }),
      edits({ path: "empty.txt", insert_line: 0, new_text: "first" }, { "empty.txt": "first\n" }),
      edits({ path: "bom.txt", insert_line: 0, new_text: "zero" }, { "bom.txt": "\ufeffzero\none\n" }),
    ],
  },
  {
    id: "insert refuses a place that is none, or several",
    files: FILES,
    steps: [
      reads("t.txt"),
      refuses(
        { path: "t.txt", insert_line: 5, new_text: "x" },
        "bad_argument",
        "insert_line is 5, and the file has 4 lines",
        "pass 0",
      ),
      refuses({ path: "t.txt", insert_line: -1, new_text: "x" }, "bad_argument", "insert_line is -1", "pass 0"),
      refuses(
        { path: "t.txt", insert_line: 1, insert_after_anchor: "one", new_text: "x" },
        "bad_argument",
        "several places",
        "pass one of",
      ),
      refuses({ path: "t.txt", command: "insert", new_text: "x" }, "bad_argument", "no place", "pass one of"),
      refuses({ path: "t.txt", insert_line: 1 }, "bad_argument", "new_text is missing", "pass"),
      refuses(
        { path: "t.txt", insert_line: 0, new_text: "\ufeff" },
        "bad_argument",
        "byte order mark",
        "pass the lines",
      ),
      refuses({ path: "t.txt", insert_after_anchor: "two", new_text: "x" }, "ambiguous", "lines 2 and 4", "add text"),
      refuses(
        { path: "t.txt", insert_before_anchor: "four", new_text: "x" },
        "not_found",
        "insert_before_anchor",
        "read the file",
      ),
      refuses({ path: "none.txt", insert_line: 0, new_text: "x" }, "not_found", '"none.txt"', "write_file"),
      refuses({ path: "t.txt", insert_line: "first", new_text: "x" }, "bad_argument", '"first"', "correct it"),
    ],
  },
  {
    id: "a line counted in other content than the session was shown is refused",
    files: FILES,
    steps: [
      refuses({ path: "t.txt", insert_line: 1, new_text: "x" }, "stale_line_address", "insert_line 1", "View the file"),
      refuses(
        { path: "t.txt", old_text: "two", new_text: "x", occurrence: 1 },
        "stale_line_address",
        "occurrence 1",
        "View the file",
      ),
      reads("t.txt"),
      edits({ path: "t.txt", insert_line: 1, new_text: "1b" }, { "t.txt": "one\n1b\ntwo\nthree\ntwo\n" }),
      refuses({ path: "t.txt", insert_line: 2, new_text: "x" }, "stale_line_address", "insert_line 2", "View the file"),
      edits(
        { path: "t.txt", insert_line: 2, new_text: "1c", revision: tokenOf("one\n1b\ntwo\nthree\ntwo\n") },
        { "t.txt": "one\n1b\n1c\ntwo\nthree\ntwo\n" },
      ),
      outside("t.txt", `${TEXT}two\n`),
      refuses(
        { path: "t.txt", edits: [{ old_text: "two", new_text: "x", occurrence: 2 }] },
        "stale_line_address",
        "occurrence 2",
        "View the file",
      ),
    ],
  },
];
