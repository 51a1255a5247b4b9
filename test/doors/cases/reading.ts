import { accepts, type DoorCase, rejects } from "../door-case.ts";

export const readingCases: readonly DoorCase[] = [
  {
    id: "read_file and list_files show what is there",
    files: {
      "a.txt": "one\ntwo\nthree\n",
      "sub/b.txt": "b",
      "sub/link": { link: "../a.txt" },
      "z.bin": { bytes: [0, 1] },
    },
    steps: [
      accepts(
        "read_file",
        { path: "a.txt", offset: "2", limit: 1 },
        { content: "     2|two", truncated: true, next_offset: 3 },
      ),
      accepts("read_file", { path: "sub/link" }, { path: "a.txt", total_lines: 3 }),
      accepts("list_files", {}, { count: 3, entries: [{ path: "a.txt" }, { path: "sub" }, { path: "z.bin" }] }),
      accepts(
        "list_files",
        { path: "sub", recursive: true },
        {
          entries: [
            { path: "sub/b.txt", size: 1 },
            { path: "sub/link", kind: "symlink" },
          ],
        },
      ),
      accepts("list_files", { limit: 1 }, { count: 1, truncated: true }),
      accepts("coding_tools__read_file", { path: "a.txt" }, { total_lines: 3 }),
    ],
  },
  {
    id: "read_file and list_files refuse what cannot be shown",
    files: {
      "a.txt": "one\n",
      "z.bin": { bytes: [0, 1, 2] },
      "latin.txt": { bytes: [0xe9, 0x0a] },
      "long.txt": "0123456789\n".repeat(200_000),
      "line.txt": "x".repeat(2_100_000),
    },
    steps: [
      rejects("read_file", { path: "none.txt" }, "not_found", '"none.txt"', "list_files"),
      rejects("read_file", { path: "." }, "not_a_file", '"."', "list_files"),
      rejects("read_file", { path: "z.bin" }, "binary", '"z.bin"', "write_file"),
      rejects("read_file", { path: "latin.txt" }, "not_utf8", '"latin.txt"', "Convert"),
      rejects("read_file", { path: "a.txt", offset: 2 }, "bad_argument", "offset 2", "pass an offset"),
      rejects("read_file", { path: "a.txt", offset: 0 }, "bad_argument", "offset", "correct it"),
      rejects("read_file", { path: "a.txt", limit: -1 }, "bad_argument", "-1", "correct it"),
      rejects("read_file", { path: "long.txt" }, "too_large", "2200000", "pass offset and limit"),
      rejects("read_file", { path: "line.txt", offset: 1 }, "too_large", "line 1", "str_replace"),
      rejects("list_files", { path: "none" }, "not_found", '"none"', "list"),
      rejects("list_files", { path: "a.txt" }, "bad_argument", '"a.txt"', "read_file"),
      rejects("list_files", { limit: 0 }, "bad_argument", "is 0", "correct it"),
      rejects("list_files", { recursive: "all" }, "bad_argument", '"all"', "correct it"),
    ],
  },
];
