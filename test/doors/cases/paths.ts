import { accepts, type DoorCase, edits, refuses, rejects } from "../door-case.ts";

const BAD_PATHS = [
  ["../x", "path_outside_root", '"../x"', "root"],
  ["sub/../../x", "path_outside_root", '"sub/../../x"', "root"],
  ["/etc/hostname", "path_outside_root", '"/etc/hostname"', "root"],
  ["sub\\x", "path_outside_root", "backslash", "separate folders with /"],
  ["a\0b", "path_outside_root", "NUL", "Pass a path"],
  ["", "bad_argument", "path is", "file"],
  ["out.txt", "path_outside_root", '"out.txt"', "Pass a path"],
  ["circle", "path_outside_root", "circle", "Pass a path"],
  [".git/config", "protected_path", '".git/config"', "use git"],
  [".GIT/config", "protected_path", '".GIT/config"', "use git"],
  ["t.txt/x", "not_a_file", '"t.txt/x"', "list_files"],
  ["sub", "not_a_file", '"sub"', "list_files"],
] as const;

const FILES = {
  "t.txt": "one\n",
  "sub/in.txt": "in\n",
  ".git/config": "[core]\n",
  "link.txt": { link: "sub/in.txt" },
  "out.txt": { link: "../outside.txt" },
  circle: { link: "circle" },
} as const;

export const pathCases: readonly DoorCase[] = [
  {
    id: "a path that leaves the root, or is protected, or is no file is refused by every command",
    files: FILES,
    steps: BAD_PATHS.flatMap(([path, code, names, next]) => [
      refuses({ path, old_text: "one", new_text: "x" }, code, names, next),
      refuses({ path, insert_line: 0, new_text: "x" }, code, names, next),
      refuses({ path, symbol: "a", new_text: "x" }, code, names, next),
      refuses({ path, command: "undo_edit" }, code, names, next),
      rejects("write_file", { path, content: "x" }, code, names, next),
    ]),
  },
  {
    id: "a link inside the root is followed, an absolute path below it is known, and .git is only read",
    files: FILES,
    steps: [
      edits(
        { path: "link.txt", old_text: "in", new_text: "by link" },
        { "sub/in.txt": "by link\n" },
        { path: "sub/in.txt" },
      ),
      edits({ path: "./sub//in.txt", old_text: "by link", new_text: "in" }, { "sub/in.txt": "in\n" }),
      edits({ command: "view", path: ".git/config" }, {}, { content: "     1|[core]" }),
      accepts("read_file", { path: ".git/config" }),
      rejects("read_file", { path: "out.txt" }, "path_outside_root", '"out.txt"', "Pass a path"),
      rejects("list_files", { path: ".." }, "path_outside_root", '".."', "root"),
    ],
  },
];
