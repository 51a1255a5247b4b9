import { type DoorCase, edits, reads, refuses } from "../door-case.ts";

const CODE = "def a():\n    return 1\n\n\ndef b():\n    return 1\n";
const FILES = { "a.py": CODE, "t.txt": "one\ntwo\nthree\n", "m.txt": { text: "m\n", mode: 0o700 }, "d.txt": "d\n" };

const v4a = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
const unified = (path: string, ...lines: string[]) => [`--- a/${path}`, `+++ b/${path}`, ...lines, ""].join("\n");
const blocks = (search: string, replace: string) => `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;

const SEVERAL = v4a(
  "*** Update File: t.txt",
  "@@",
  "-two",
  "+2",
  "*** Add File: sub/new.txt",
  "+made",
  "*** Delete File: d.txt",
  "*** Update File: m.txt",
  "*** Move to: sub/moved.txt",
  "@@",
  "-m",
  "+M",
);

export const patchCases: readonly DoorCase[] = [
  {
    id: "patch takes a unified diff, a V4A patch and SEARCH/REPLACE blocks",
    files: FILES,
    steps: [
      reads("a.py"),
      edits(
        { path: "a.py", patch: "@@ -90,4 +90,4 @@\n\n\n def b():\n-    return 1\n+    return 2\n", dry_run: true },
        {},
        { dry_run: true, command: "patch" },
      ),
      edits(
        { path: "a.py", patch: "@@ -90,4 +90,4 @@\n\n\n def b():\n-    return 1\n+    return 2\n" },
        { "a.py": `${CODE.slice(0, -2)}2\n` },
      ),
      edits({ patch: v4a("*** Update File: t.txt", "@@", " one", "-two", "+2") }, { "t.txt": "one\n2\nthree\n" }),
      edits({ path: "t.txt", patch: blocks("three", "3") }, { "t.txt": "one\n2\n3\n" }),
      edits(
        {
          patch: unified("t.txt", "@@ -1,3 +1,2 @@", " one", "-2", " 3", "\\ No newline at end of file").replace(
            " 3\n",
            "-3\n+3\n",
          ),
        },
        { "t.txt": "one\n3" },
      ),
    ],
  },
  {
    id: "patch changes several files as one turn",
    files: FILES,
    steps: [
      edits({ patch: SEVERAL, dry_run: true }, {}, { dry_run: true }),
      edits(
        { patch: SEVERAL },
        {
          "t.txt": "one\n2\nthree\n",
          "sub/new.txt": "made\n",
          "d.txt": null,
          "m.txt": null,
          "sub/moved.txt": { text: "M\n", mode: 0o700 },
        },
        {
          files: [
            { action: "update" },
            { action: "add" },
            { action: "delete" },
            { action: "move", moved_to: "sub/moved.txt" },
          ],
        },
      ),
      edits(
        {
          patch: unified("t.txt", "@@ -1 +1 @@", "-one", "+1") + unified("sub/new.txt", "@@ -1 +1 @@", "-made", "+new"),
        },
        { "t.txt": "1\n2\nthree\n", "sub/new.txt": "new\n" },
      ),
      edits(
        { patch: `t.txt\n${blocks("three", "3")}a.py\n${blocks("def a():", "def c():")}` },
        { "t.txt": "1\n2\n3\n", "a.py": CODE.replace("def a", "def c") },
      ),
    ],
  },
  {
    id: "one file of a patch that cannot be changed leaves all as they are",
    files: { ...FILES, "sub/moved.txt": "taken\n" },
    steps: [
      refuses({ patch: SEVERAL }, "already_exists", '"sub/moved.txt"', "move it elsewhere"),
      refuses(
        { patch: v4a("*** Update File: t.txt", "@@", "-two", "+2", "*** Update File: a.py", "@@", "-absent", "+x") },
        "not_found",
        '"a.py"',
        "No file of the patch was changed",
      ),
      refuses(
        { patch: v4a("*** Update File: t.txt", "@@", "-two", "+2", "*** Update File: none.txt", "@@", "-a", "+x") },
        "not_found",
        '"none.txt"',
        "check the path",
      ),
      refuses(
        { patch: v4a("*** Update File: t.txt", "@@", "-two", "+2", "*** Delete File: none.txt") },
        "not_found",
        '"none.txt"',
        "check the path",
      ),
      refuses(
        { patch: v4a("*** Update File: t.txt", "@@", "-two", "+2", "*** Add File: a.py", "+x") },
        "already_exists",
        '"a.py"',
        "change it by hunks",
      ),
      refuses(
        { patch: v4a("*** Update File: t.txt", "@@", "-two", "+2", "*** Add File: ../x.txt", "+x") },
        "path_outside_root",
        '"../x.txt"',
        "Pass a path",
      ),
      refuses(
        { patch: v4a("*** Update File: t.txt", "@@", "-two", "+2", "*** Add File: .git/hooks/x", "+x") },
        "protected_path",
        '".git/hooks/x"',
        "use git",
      ),
      refuses(
        { patch: v4a("*** Update File: t.txt", "@@", "-two", "+2", "*** Add File: t.txt/x", "+x") },
        "not_a_file",
        '"t.txt/x"',
        "list_files",
      ),
      refuses(
        { patch: v4a("*** Update File: t.txt", "@@", "-two", "+2", "*** Update File: ./t.txt", "@@", "-one", "+1") },
        "bad_argument",
        "t.txt",
        "each file once",
      ),
      refuses({ patch: SEVERAL, revision: "abcdef" }, "bad_argument", "revision", "leave it out"),
      refuses({ patch: SEVERAL, path: "t.txt" }, "bad_argument", "path", "leave path out"),
    ],
  },
  {
    id: "patch refuses hunks without one place",
    files: FILES,
    steps: [
      refuses(
        { path: "a.py", patch: "@@ -1,1 +1,1 @@\n-    return 1\n+    return 2\n" },
        "ambiguous",
        "lines 2 and 6",
        "add",
      ),
      refuses(
        { path: "a.py", patch: "@@ -1,1 +1,1 @@\n-    return 7\n+    return 2\n" },
        "not_found",
        "does not occur",
        "copy",
      ),
      refuses(
        { path: "t.txt", patch: "@@ -1,2 +1,2 @@\n one\n-two\n+2\n@@ -2,2 +2,2 @@\n-two\n+zwei\n three\n" },
        "overlapping_hunks",
        "hunks 1 and 2",
        "make one hunk",
      ),
      refuses({ path: "t.txt", patch: "@@ -1,0 +1,1 @@\n+zero\n" }, "bad_patch", "only adds lines", "as context"),
      refuses({ path: "t.txt", patch: "@@ -1,1 +1,1 @@\n-one\n+one\n" }, "no_change", "the same", "read the file"),
      refuses(
        { path: "t.txt", patch: v4a("*** Delete File: t.txt").replace("t.txt", "none.txt") },
        "bad_argument",
        '"none.txt"',
        "leave one of the two out",
      ),
      refuses(
        {
          patch: unified("d.txt", "@@ -1 +0,0 @@", "-d")
            .replace("+++ b/d.txt", "+++ /dev/null")
            .replace("-d\n", "-x\n"),
        },
        "not_found",
        "does not occur",
        "copy",
      ),
    ],
  },
  {
    id: "patch refuses text that is no patch",
    files: FILES,
    steps: [
      refuses({ path: "t.txt", patch: "do it" }, "bad_patch", "no hunks", "write a unified diff"),
      refuses({ path: "t.txt", command: "patch" }, "bad_patch", "patch", "pass"),
      refuses({ path: "t.txt", patch: "@@ -1,1 +1,1 @@\n-one\n*two\n" }, "bad_patch", '"*two"', "expected"),
      refuses(
        { path: "t.txt", patch: "*** Begin Patch\n*** Frobnicate File: t.txt\n*** End Patch" },
        "bad_patch",
        "Frobnicate",
        "expected",
      ),
      refuses({ path: "t.txt", patch: "<<<<<<< SEARCH\none\n=======\n1\n" }, "bad_patch", "patch", "expected"),
      refuses({ patch: "@@ -1,1 +1,1 @@\n-one\n+1\n" }, "bad_argument", "names no file", "pass path"),
      refuses(
        { path: "a.py", patch: unified("t.txt", "@@ -1 +1 @@", "-one", "+1") },
        "bad_argument",
        '"t.txt"',
        "leave one of the two out",
      ),
      refuses({ path: "t.txt", patch: 5 }, "bad_argument", "5", "correct it"),
      refuses(
        { path: "t.txt", patch: "@@ -1 +1 @@\n-one\n+1\n", old_text: "one" },
        "unsupported_argument",
        "old_text",
        "It takes",
      ),
    ],
  },
];
