import { accepts, type DoorCase, edits, outside, reads, refuses, rejects, tokenOf } from "../door-case.ts";

const FILES = { "a.txt": "one\n", "b.txt": "b\n" };
const change = { path: "a.txt", old_text: "one", new_text: "two" };

export const guardCases: readonly DoorCase[] = [
  {
    id: "a revision is compared with the file, whatever the session saw",
    files: FILES,
    steps: [
      edits({ ...change, revision: tokenOf("one\n") }, { "a.txt": "two\n" }, { revision: tokenOf("two\n") }),
      refuses(
        { path: "a.txt", old_text: "two", new_text: "x", revision: tokenOf("one\n") },
        "revision_mismatch",
        tokenOf("one\n"),
        tokenOf("two\n"),
      ),
      refuses(
        { path: "a.txt", old_text: "two", new_text: "x", revision: tokenOf("one\n") },
        "revision_mismatch",
        '"a.txt"',
        "view the file again",
      ),
      refuses(
        { path: "a.txt", old_text: "two", new_text: "x", revision: "abc" },
        "bad_revision",
        '"abc"',
        "pass 6 or more",
      ),
      refuses(
        { path: "a.txt", insert_line: 0, new_text: "x", revision: "nonsense" },
        "bad_revision",
        '"nonsense"',
        "pass 6 or more",
      ),
      refuses(
        { path: "a.txt", patch: "@@ -1 +1 @@\n-two\n+x\n", revision: "abcdef" },
        "revision_mismatch",
        "sha256:abcdef",
        "view",
      ),
      refuses(
        { path: "none.txt", old_text: "two", new_text: "x", revision: "abcdef" },
        "revision_mismatch",
        '"none.txt"',
        "list_files",
      ),
      edits(
        { path: "a.txt", old_text: "two", new_text: "three", revision: `[revision ${tokenOf("two\n")}]` },
        { "a.txt": "three\n" },
      ),
      edits(
        { path: "a.txt", old_text: "three", new_text: "four", revision: tokenOf("three\n").slice(7).toUpperCase() },
        { "a.txt": "four\n" },
      ),
    ],
  },
  {
    id: "by default a change that was not seen is told, not refused",
    files: FILES,
    steps: [
      edits(change, { "a.txt": "two\n" }, { read_before_edit: { verdict: "never_read", mode: "warn" } }),
      outside("a.txt", "2\n"),
      edits(
        { path: "a.txt", old_text: "2", new_text: "3" },
        { "a.txt": "3\n" },
        { read_before_edit: { verdict: "stale" } },
      ),
      outside("a.txt", null),
      refuses({ path: "a.txt", old_text: "3", new_text: "4" }, "not_found", '"a.txt"', "list_files"),
      accepts(
        "write_file",
        { path: "a.txt", content: "again\n" },
        { read_before_edit: { verdict: "gone" } },
        { "a.txt": "again\n" },
      ),
    ],
  },
  {
    id: "enforced, what was not seen is refused",
    profile: "enforcing",
    files: FILES,
    steps: [
      refuses(change, "never_read", '"a.txt"', "call read_file"),
      rejects("write_file", { path: "a.txt", content: "x" }, "never_read", '"a.txt"', "call read_file"),
      refuses({ ...change, dry_run: true }, "never_read", '"a.txt"', "call read_file"),
      reads("a.txt"),
      edits(change, { "a.txt": "two\n" }),
      outside("a.txt", "2\n"),
      refuses({ path: "a.txt", old_text: "2", new_text: "3" }, "stale", '"a.txt"', "call read_file again"),
      refuses(
        { patch: "*** Begin Patch\n*** Update File: b.txt\n@@\n-b\n+B\n*** End Patch" },
        "never_read",
        '"b.txt"',
        "call read_file",
      ),
      outside("a.txt", null),
      refuses({ path: "a.txt", old_text: "2", new_text: "3" }, "gone", '"a.txt"', "list_files"),
      rejects("write_file", { path: "a.txt", content: "x" }, "gone", '"a.txt"', "list_files"),
      accepts("write_file", { path: "new.txt", content: "x" }, { created: true }, { "new.txt": "x" }),
    ],
  },
  {
    id: "gated, an edit needs a read in its turn",
    profile: "gated",
    files: FILES,
    steps: [
      refuses(change, "not_read_this_turn", '"a.txt"', "Read it with read_file"),
      refuses({ path: "a.txt", insert_line: 0, new_text: "x" }, "not_read_this_turn", '"a.txt"', 'command "view"'),
      reads("a.txt"),
      edits(change, { "a.txt": "two\n" }),
      edits({ path: "a.txt", old_text: "two", new_text: "three" }, { "a.txt": "three\n" }),
      refuses({ path: "a.txt", old_text: "three", new_text: "x" }, "not_read_this_turn", '"a.txt"', "Read it", {
        turn: "t2",
      }),
      edits({ command: "view", path: "a.txt" }, {}, {}, { turn: "t2" }),
      edits({ path: "a.txt", old_text: "three", new_text: "four" }, { "a.txt": "four\n" }, {}, { turn: "t2" }),
      refuses(
        { patch: "*** Begin Patch\n*** Update File: a.txt\n@@\n-four\n+4\n*** Delete File: b.txt\n*** End Patch" },
        "not_read_this_turn",
        '"b.txt"',
        "Read it",
        { turn: "t2" },
      ),
      accepts("write_file", { path: "b.txt", content: "B\n" }, {}, { "b.txt": "B\n" }),
      edits({ path: "b.txt", old_text: "B", new_text: "b" }, { "b.txt": "b\n" }),
    ],
  },
];
