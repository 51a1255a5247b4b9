import { accepts, type DoorCase, rejects, tokenOf } from "../door-case.ts";

export const writeFileCases: readonly DoorCase[] = [
  {
    id: "write_file makes and replaces files exactly as given",
    files: { "a.txt": { text: "one\r\ntwo\r\n", mode: 0o755 } },
    steps: [
      accepts("write_file", { path: "a.txt", content: "x", dry_run: true }, { dry_run: true, bytes_written: 0 }),
      accepts(
        "write_file",
        { path: "a.txt", content: "1\n2\n", revision: tokenOf("one\r\ntwo\r\n") },
        { created: false, bytes_written: 4 },
        { "a.txt": "1\n2\n" },
      ),
      accepts(
        "write_file",
        { path: "new/deep/b.txt", content: "\ufeff\ud83d\ude00\r\n" },
        { created: true, bytes_written: 9 },
        { "new/deep/b.txt": "\ufeff\ud83d\ude00\r\n" },
      ),
      accepts(
        "write_file",
        { path: "empty.txt", content: "" },
        { created: true, bytes_written: 0 },
        { "empty.txt": "" },
      ),
      accepts(
        "write_file",
        { file_path: "a.json", content: "{}", validate_syntax: true },
        { check: "parser" },
        { "a.json": "{}" },
      ),
    ],
  },
  {
    id: "write_file refuses what it would write for nothing, or over the wrong content",
    files: { "a.txt": "one\n", folder: { folder: true } },
    steps: [
      rejects("write_file", { path: "a.txt", content: "one\n" }, "no_change", '"a.txt"', "nothing is left to do"),
      rejects(
        "write_file",
        { path: "a.txt", content: "x", revision: "abcdef" },
        "revision_mismatch",
        "sha256:abcdef",
        "view the file",
      ),
      rejects(
        "write_file",
        { path: "new.txt", content: "x", revision: "abcdef" },
        "revision_mismatch",
        '"new.txt"',
        "list_files",
      ),
      rejects("write_file", { path: "a.txt", content: "x", revision: "zz" }, "bad_revision", '"zz"', "pass 6 or more"),
      rejects("write_file", { path: "folder", content: "x" }, "not_a_file", '"folder"', "list_files"),
      rejects("write_file", { path: "a.txt", content: "\udc00" }, "bad_argument", "content", "send whole characters"),
      rejects(
        "write_file",
        { path: "new/a.json", content: "[1", validate_syntax: true },
        "syntax_invalid",
        '"new/a.json"',
        "validate_syntax",
      ),
    ],
  },
];
