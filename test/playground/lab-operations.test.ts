import { describe, expect, test } from "vitest";
import { EMPTY_DOCUMENT, type PlaygroundDocument, type PlaygroundEvent } from "../../playground/src/document/mod.ts";
import { FoldCache } from "../../playground/src/engine/fold-cache.ts";
import { crash } from "../../playground/src/engine/operations/crash.ts";
import { fold } from "../../playground/src/engine/operations/fold.ts";
import { modes } from "../../playground/src/engine/operations/modes.ts";
import { schedules } from "../../playground/src/engine/operations/schedules.ts";
import { turns } from "../../playground/src/engine/operations/turns.ts";

const FILE = "one\ntwo\nthree\n";
const read: PlaygroundEvent = { type: "read", session: "A", arguments: { path: "a.txt" } };
const edit: PlaygroundEvent = {
  type: "edit",
  session: "A",
  arguments: { path: "a.txt", old_text: "two", new_text: "TWO" },
};
const foreign: PlaygroundEvent = { type: "human-write", path: "a.txt", content: { text: "theirs\ntwo\n" } };
const sly: PlaygroundEvent = {
  type: "human-write",
  path: "a.txt",
  content: { text: "ONE\ntwo\nthree\n" },
  keepTime: true,
};

function documentOf(events: PlaygroundEvent[], more: Partial<PlaygroundDocument> = {}): PlaygroundDocument {
  return { ...EMPTY_DOCUMENT, files: [{ path: "a.txt", content: { text: FILE } }], events, ...more };
}

describe("the same events in three modes", () => {
  test("off asks nobody, warn writes and says so, enforce refuses", async () => {
    const asked = { document: documentOf([read, foreign, edit]), upTo: 3, whatIf: {} };
    const results = await modes(asked, { folds: new FoldCache() });
    expect(results.map(({ mode, answer }) => [mode, answer?.status])).toEqual([
      ["off", 200],
      ["warn", 200],
      ["enforce", 409],
    ]);
    expect(results.map(({ before, after }) => before?.sha256 === after?.sha256)).toEqual([false, false, true]);
    expect(results[1]?.seenBefore.A?.["a.txt"]).toMatchObject({ verdict: "stale", decidedBy: "size" });
  });

  test("by time and size alone, other bytes of the same size and time pass, and enforce writes over them", async () => {
    const document = documentOf([read, sly, edit]);
    const folds = new FoldCache();
    const status = async (timesOnly: boolean) =>
      (await modes({ document, upTo: 3, whatIf: { timesOnly } }, { folds })).at(-1)?.answer?.status;
    expect([await status(false), await status(true), await status(false)]).toEqual([409, 200, 409]);
  });
});

describe("two agents on one file", () => {
  const ask = async (mode: "off" | "warn" | "enforce", act: "edit" | "write", noLock: boolean) => {
    const document = documentOf([], { settings: { read_before_edit: mode, read_gate: "auto" } });
    const asked = { document, upTo: 0, path: "a.txt", sessions: ["A", "B"], act, whatIf: { noLock } } as const;
    const { schedules: all } = await schedules(asked, { folds: new FoldCache() });
    const count = (of: (one: (typeof all)[number]) => boolean) => all.filter(of).length;
    return {
      all: all.length,
      both: count(({ kept }) => kept.length === 2),
      refused: count(({ refused }) => refused.length > 0),
      lost: count(({ lost }) => lost.length > 0),
    };
  };

  test("with the lock no schedule loses an edit, in any mode", async () => {
    expect(await ask("off", "edit", false)).toEqual({ all: 20, both: 20, refused: 0, lost: 0 });
    expect(await ask("warn", "edit", false)).toEqual({ all: 20, both: 20, refused: 0, lost: 0 });
    expect(await ask("enforce", "edit", false)).toEqual({ all: 20, both: 2, refused: 18, lost: 0 });
  });

  test("whole files from memory lose work where nobody refuses, and none under enforce", async () => {
    expect((await ask("warn", "write", false)).lost).toBe(18);
    expect(await ask("enforce", "write", false)).toEqual({ all: 20, both: 2, refused: 18, lost: 0 });
  });

  test("without the lock an edit is lost although both were answered with success", async () => {
    expect((await ask("enforce", "edit", true)).lost).toBeGreaterThan(0);
    expect((await ask("warn", "edit", true)).lost).toBeGreaterThan(0);
  });

  test("a file without two lines of its own has no schedules", async () => {
    const document = documentOf([], { files: [{ path: "a.txt", content: { text: "same\nsame\n" } }] });
    const asked = { document, upTo: 0, path: "a.txt", sessions: ["A", "B"], act: "edit", whatIf: {} } as const;
    expect(await schedules(asked, { folds: new FoldCache() })).toEqual({ lines: null, schedules: [] });
  });
});

describe("turns and their reverts", () => {
  const text = async (events: PlaygroundEvent[]) => {
    const { frames, contents } = await fold(documentOf(events), { folds: new FoldCache() });
    return new TextDecoder().decode(contents.get(frames.at(-1)?.files[0]?.sha256 ?? ""));
  };

  test("a drifted turn is refused, forced, and the forced revert is taken back", async () => {
    const events: PlaygroundEvent[] = [read, edit, foreign];
    const revert: PlaygroundEvent = { type: "revert", session: "A", turn: "r", arguments: { turn_id: "t1" } };
    const forced: PlaygroundEvent = { ...revert, arguments: { turn_id: "t1", force: true } };
    const undo: PlaygroundEvent = { type: "revert", session: "A", turn: "r", arguments: { undo_revert: true } };
    expect(await text([...events, revert])).toBe("theirs\ntwo\n");
    expect(await text([...events, forced])).toBe(FILE);
    expect(await text([...events, forced, undo])).toBe("theirs\ntwo\n");

    const folds = new FoldCache();
    const shown = await turns({ document: documentOf(events), upTo: 3, turn: "t1" }, { folds });
    expect(shown.detail?.plan.map(({ path, status }) => [path, status])).toEqual([["a.txt", "drifted"]]);
    expect(shown.sides[0]?.newer.map(({ sign, text: line }) => `${sign}${line}`)).toEqual([
      "-one\n",
      "-TWO\n",
      "-three\n",
      "+theirs\n",
      "+two\n",
    ]);
    expect(shown.blobs).toMatchObject([{ state: "good", usedBy: [{ turn: "t1", path: "a.txt" }] }]);
    const later = await turns({ document: documentOf([...events, forced]), upTo: 4, turn: null }, { folds });
    expect(later.turns.map(({ kind, reverts }) => [kind, reverts])).toEqual([
      ["revert", "t1"],
      ["write", null],
    ]);
  });

  test("a lost or altered blob makes its path unrecoverable; pruning takes what is too old", async () => {
    const { frames } = await fold(documentOf([read, edit]), { folds: new FoldCache() });
    const sha256 = frames[2]?.blobs[0]?.sha256 ?? "";
    const shownAfter = async (event: PlaygroundEvent) =>
      turns({ document: documentOf([read, edit, event]), upTo: 3, turn: "t1" }, { folds: new FoldCache() });
    const dropped = await shownAfter({ type: "store", action: "drop", sha256 });
    const altered = await shownAfter({ type: "store", action: "alter", sha256 });
    const pruned = await shownAfter({ type: "prune", days: 400 });
    expect([dropped.blobs[0]?.state, altered.blobs[0]?.state]).toEqual(["missing", "damaged"]);
    expect([dropped, altered].map(({ detail }) => detail?.plan[0]?.status)).toEqual(["unrecoverable", "unrecoverable"]);
    expect([pruned.detail, pruned.blobs, pruned.turns]).toEqual([null, [], []]);
  });
});

describe("a crash at a storage call", () => {
  const revert: PlaygroundEvent = { type: "revert", session: "A", turn: "r", arguments: { turn_id: "t1" } };

  test("of an edit leaves the file old or new, and the next start removes what was temporary", async () => {
    const asked = { document: documentOf([read]), upTo: 1, event: edit };
    const { calls } = await crash({ ...asked, at: 10_000 }, { folds: new FoldCache() });
    const seen = new Set<string>();
    for (let at = 1; at <= calls.length; at += 3) {
      const { died, after } = await crash({ ...asked, at }, { folds: new FoldCache() });
      expect(died).not.toBeNull();
      expect(after.files.map(({ path }) => path)).toEqual(["a.txt"]);
      seen.add(after.files[0]?.holds ?? "");
    }
    expect([...seen].sort()).toEqual(["after", "before"]);
  });

  test("of a revert is finished by the next start", async () => {
    const asked = { document: documentOf([read, edit]), upTo: 2, event: revert };
    const { calls } = await crash({ ...asked, at: 10_000 }, { folds: new FoldCache() });
    const rename = calls.findLastIndex(({ operation, path }) => operation === "rename" && path.endsWith(".tmp"));
    const { died, after, recovered } = await crash({ ...asked, at: rename + 1 }, { folds: new FoldCache() });
    expect(died?.files.find(({ path }) => path === "a.txt")?.holds).toBe("before");
    expect(recovered.map(({ state }) => state)).toEqual(["finished"]);
    expect(after.files.map(({ path, holds }) => [path, holds])).toEqual([["a.txt", "after"]]);
  });
});
