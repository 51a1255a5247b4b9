import { accepts, type DoorCase, edits, outside, rejects } from "../door-case.ts";

const LONG = "0123456789\n".repeat(1000);

export const revertCases: readonly DoorCase[] = [
  {
    id: "revert_turn takes a turn back, and only once",
    files: { "a.txt": "one\n", "b.txt": "b\n" },
    steps: [
      edits({ path: "a.txt", old_text: "one", new_text: "two" }, { "a.txt": "two\n" }),
      accepts("write_file", { path: "made.txt", content: "made\n" }, {}, { "made.txt": "made\n" }),
      edits({ patch: "*** Begin Patch\n*** Delete File: b.txt\n*** End Patch" }, { "b.txt": null }),
      accepts("revert_turn", { dry_run: "true" }, { dry_run: true, reverted_count: 0 }),
      accepts(
        "revert_turn",
        {},
        { reverted_count: 3 },
        { "a.txt": "one\n", "made.txt": null, "b.txt": "b\n" },
        { turn: "t2" },
      ),
    ],
  },
  {
    id: "revert_turn with undo_revert brings the newer bytes back, also after force, and refuses when no revert is left",
    files: { "a.txt": "one\n" },
    steps: [
      rejects("revert_turn", { undo_revert: true }, "no_checkpoints", "no revert", "list the turns"),
      edits({ path: "a.txt", old_text: "one", new_text: "two" }, { "a.txt": "two\n" }),
      outside("a.txt", "theirs\n"),
      accepts("revert_turn", { force: true }, { reverted_count: 1 }, { "a.txt": "one\n" }, { turn: "t2" }),
      accepts("revert_turn", { undo_revert: true, dry_run: true }, { dry_run: true, reverted_count: 0 }),
      accepts("revert_turn", { undo_revert: true }, { reverted_count: 1 }, { "a.txt": "theirs\n" }, { turn: "t3" }),
      rejects("revert_turn", { undo_revert: true }, "no_checkpoints", "no revert", "list the turns"),
    ],
  },
  {
    id: "revert_turn refuses newer content, unknown turns and content that is not kept",
    files: { "a.txt": "one\n", "long.txt": LONG },
    steps: [
      rejects("revert_turn", {}, "no_checkpoints", 'session "s"', "turn"),
      rejects("revert_turn", { turn_id: "none" }, "no_checkpoints", '"none"', "list the turns"),
      rejects("revert_turn", { turn_id: 7 }, "bad_argument", "7", "correct it"),
      edits({ path: "a.txt", old_text: "one", new_text: "two" }, { "a.txt": "two\n" }),
      outside("a.txt", "theirs\n"),
      rejects("revert_turn", {}, "drifted", '"a.txt"', "force"),
      accepts("revert_turn", { dry_run: true }, { drifted: ["a.txt"] }),
      accepts(
        "revert_turn",
        { force: true },
        { forced: true, reverted_count: 1 },
        { "a.txt": "one\n" },
        { turn: "t2" },
      ),
      accepts("write_file", { path: "long.txt", content: "short\n" }, {}, { "long.txt": "short\n" }, { turn: "t3" }),
      rejects("revert_turn", {}, "unrecoverable", '"long.txt"', "other path"),
    ],
  },
];
