import { describe, expect, test } from "vitest";
import { EMPTY_DOCUMENT, type PlaygroundDocument, type PlaygroundEvent } from "../../playground/src/document/mod.ts";
import { FoldCache } from "../../playground/src/engine/fold-cache.ts";
import { fold } from "../../playground/src/engine/operations/fold.ts";
import { preview } from "../../playground/src/engine/operations/preview.ts";

const FILE = "one\n  two\nthree\n";
const read: PlaygroundEvent = { type: "read", session: "A", arguments: { path: "a.txt" } };
const edit: PlaygroundEvent = {
  type: "edit",
  session: "A",
  arguments: { path: "a.txt", old_text: "two", new_text: "TWO" },
};

function documentOf(events: PlaygroundEvent[], more: Partial<PlaygroundDocument> = {}): PlaygroundDocument {
  return { ...EMPTY_DOCUMENT, files: [{ path: "a.txt", content: { text: FILE } }], events, ...more };
}

describe("folding events", () => {
  test("gives one frame per event and one for the start, with verdicts, answers and contents", async () => {
    const write: PlaygroundEvent = { type: "human-write", path: "a.txt", content: { text: "other\n" } };
    const { frames, contents } = await fold(documentOf([read, write, edit]), { folds: new FoldCache() });
    const verdicts = frames.map((frame) => frame.seen.A?.["a.txt"]?.verdict ?? null);
    const statuses = frames.map((frame) => frame.answer?.status ?? null);
    const texts = frames.map((frame) => new TextDecoder().decode(contents.get(frame.files[0]?.sha256 ?? "")));
    expect(verdicts).toEqual([null, "ok", "stale", "stale"]);
    expect(statuses).toEqual([null, 200, null, 404]);
    expect(texts).toEqual([FILE, FILE, "other\n", "other\n"]);
  });

  test("a list that grew folds to the same states as the whole list at once", async () => {
    const folds = new FoldCache();
    await fold(documentOf([read]), { folds });
    const grown = await fold(documentOf([read, edit]), { folds });
    const whole = await fold(documentOf([read, edit]), { folds: new FoldCache() });
    expect(grown).toEqual(whole);
  });

  test("a skipped event changes nothing and stays in the list", async () => {
    const { frames } = await fold(documentOf([read, { ...edit, skipped: true }]), { folds: new FoldCache() });
    expect(frames).toHaveLength(3);
    expect(frames[2]?.files).toEqual(frames[1]?.files);
    expect(frames[2]?.answer).toBeNull();
  });

  test("a shell command makes its session forget, and a restart everybody; a revert still finds its turn", async () => {
    const shell: PlaygroundEvent = { type: "shell", session: "A", command: "make" };
    const revert: PlaygroundEvent = { type: "revert", session: "A", arguments: { turn_id: "t1" } };
    const { frames } = await fold(documentOf([read, edit, shell, { type: "crash" }, revert]), {
      folds: new FoldCache(),
    });
    const verdicts = frames.map((frame) => frame.seen.A?.["a.txt"]?.verdict ?? null);
    expect(verdicts).toEqual([null, "ok", "ok", "never_read", "never_read", "never_read"]);
    expect(frames[5]?.files[0]?.sha256).toBe(frames[0]?.files[0]?.sha256);
  });

  test("the same size and a kept time do not hide other bytes", async () => {
    const sly: PlaygroundEvent = {
      type: "human-write",
      path: "a.txt",
      content: { text: FILE.toUpperCase() },
      keepTime: true,
    };
    const { frames } = await fold(documentOf([read, sly]), { folds: new FoldCache() });
    expect(frames[2]?.files[0]?.mtimeMs).toBe(frames[1]?.files[0]?.mtimeMs);
    expect(frames[2]?.seen.A?.["a.txt"]?.verdict).toBe("stale");
  });

  test("an event that cannot happen says so", async () => {
    const { frames } = await fold(documentOf([{ type: "touch", path: "b.txt" }]), { folds: new FoldCache() });
    expect(frames[1]?.trouble).toBe("it could not happen: ENOENT");
  });
});

describe("trying an edit", () => {
  test("answers what the tool answers, with the trace and the bytes compared, and changes nothing", async () => {
    const folds = new FoldCache();
    const document = documentOf([read]);
    const asked = {
      document,
      upTo: 1,
      session: "A",
      turn: "t1",
      path: "a.txt",
      edit: { old_text: "two\n", new_text: "TWO\n" },
      whatIf: null,
    };
    const { answer, shown } = await preview(asked, { folds });
    expect([answer.status, shown?.onlySpans, shown?.after]).toEqual([200, true, "one\n  TWO\nthree\n"]);
    expect(shown?.diff.map(({ sign, text, changed }) => [sign, text, changed])).toEqual([
      [" ", "one\n", null],
      ["-", "  two\n", [2, 5]],
      ["+", "  TWO\n", [2, 5]],
      [" ", "three\n", null],
    ]);
    const { frames } = await fold(document, { folds });
    expect(frames[1]?.files).toEqual(frames[0]?.files);
  });

  test("a second try of a miss is not a second miss", async () => {
    const folds = new FoldCache();
    const asked = {
      document: documentOf([read]),
      upTo: 1,
      session: "A",
      turn: "t1",
      path: "a.txt",
      edit: { old_text: "nowhere", new_text: "x" },
      whatIf: null,
    };
    expect(await preview(asked, { folds })).toMatchObject({ answer: { status: 404 } });
    const again = await preview(asked, { folds });
    expect(JSON.stringify(again.answer)).not.toContain("misses");
  });
});
