import { type DoorCase, edits, refuses } from "../door-case.ts";

const FILES = { "t.txt": "one\ntwo\nthree\ntwo\n", "empty.txt": "", "crlf.txt": "a\r\nb" };

export const viewCases: readonly DoorCase[] = [
  {
    id: "view shows a file, a range and surroundings, and changes nothing",
    files: { ...FILES, "a.py": "def a():\n    return 1\n\n\ndef b():\n    return 2\n" },
    steps: [
      edits({ path: "t.txt" }, {}, { command: "view", content: "     1|one\n     2|two\n     3|three\n     4|two" }),
      edits({ command: "", path: "t.txt", view_range: [3, -1] }, {}, { start_line: 3, end_line: 4, total_lines: 4 }),
      edits({ command: "view", path: "t.txt", view_range: "[4, 99]" }, {}, { start_line: 4, end_line: 4 }),
      edits(
        { path: "t.txt", anchor: "three", context_before: 1, context_after: "0" },
        {},
        { start_line: 2, end_line: 3 },
      ),
      edits(
        { path: "a.py", symbol: "b", context_before: 0, context_after: 0 },
        {},
        { symbol_kind: "function", start_line: 5 },
      ),
      edits({ file_path: "empty.txt" }, {}, { content: "", total_lines: 0 }),
      edits({ path: "crlf.txt" }, {}, { content: "     1|a\n     2|b" }),
    ],
  },
  {
    id: "view refuses ranges outside the file",
    files: FILES,
    steps: [
      refuses({ path: "t.txt", view_range: [5, 9] }, "bad_argument", "view_range [5, 9]", "pass"),
      refuses({ path: "t.txt", view_range: [0, 2] }, "bad_argument", "view_range [0, 2]", "pass"),
      refuses({ path: "t.txt", view_range: [3, 2] }, "bad_argument", "view_range [3, 2]", "pass"),
      refuses({ path: "empty.txt", view_range: [2, 3] }, "bad_argument", "view_range [2, 3]", "pass"),
      refuses({ path: "t.txt", view_range: [1, 2, 3] }, "bad_argument", "[1,2,3]", "correct it"),
      refuses({ path: "t.txt", view_range: "1-2" }, "bad_argument", '"1-2"', "correct it"),
      refuses({ path: "t.txt", anchor: "one", context_before: -1 }, "bad_argument", "-1", "correct it"),
    ],
  },
  {
    id: "view refuses an anchor or symbol that names no place or several",
    files: { ...FILES, "a.py": "def a():\n    return 1\n\n\ndef a():\n    return 2\n" },
    steps: [
      refuses({ path: "t.txt", anchor: "two" }, "ambiguous", "lines 2 and 4", "add text"),
      refuses({ path: "t.txt", anchor: "thre e" }, "not_found", "anchor", "copy it"),
      refuses(
        { path: "t.txt", anchor: "one", view_range: [1, 2] },
        "bad_argument",
        "view_range and anchor",
        "pass one",
      ),
      refuses({ path: "a.py", symbol: "a" }, "ambiguous", "a names 2 declarations", "pass symbol_kind"),
      refuses({ path: "a.py", symbol: "c" }, "not_found", "c; it declares a", "Pass one of these"),
    ],
  },
  {
    id: "view refuses what is no text that can be shown",
    files: {
      folder: { folder: true },
      "b.bin": { bytes: [0, 1, 2, 0, 255] },
      "wide.txt": { bytes: [0xff, 0xfe, 0x61, 0, 0x0a, 0] },
      "latin.txt": { bytes: [0x63, 0x61, 0x66, 0xe9, 0x0a] },
      "long.txt": "0123456789\n".repeat(200_000),
    },
    steps: [
      refuses({ path: "none.txt" }, "not_found", '"none.txt"', "list_files"),
      refuses({ path: "folder" }, "not_a_file", '"folder"', "list_files"),
      refuses({ path: "b.bin" }, "binary", '"b.bin"', "write_file"),
      refuses({ path: "wide.txt" }, "binary", "UTF-16", "Convert"),
      refuses({ path: "latin.txt" }, "not_utf8", "offset 3", "Convert"),
      refuses({ path: "long.txt" }, "too_large", "2200000", "view_range"),
      edits({ path: "long.txt", view_range: [199_999, -1] }, {}, { start_line: 199_999, end_line: 200_000 }),
    ],
  },
];
