import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_UNDO_DEPTH, nextStep, REDO_TOOL, replayHistory, UNDO_TOOL } from "../../runtime/checkpoints/mod.ts";
import type { Checkpoint } from "../../runtime/ports/mod.ts";
import { checkpointRow } from "../conformance/checkpoint-rows.ts";

/** A write from one content to another; `null` is no file. */
function write(number: number, before: string | null, after: string | null, toolName = "edit_file"): Checkpoint {
  const fields = { existed: before !== null, beforeHash: before, afterHash: after, deleted: after === null, toolName };
  return checkpointRow(number, fields);
}

const ids = (rows: readonly Checkpoint[]) => rows.map(({ callId }) => callId.slice("call_".length));

describe("the history of a file", () => {
  test("an undo moves the newest write over, a redo moves it back, and another write leaves nothing to redo", () => {
    const rows = [write(1, "a", "b"), write(2, "b", "c"), write(3, "c", "b", UNDO_TOOL)];
    expect(ids(replayHistory(rows).undo)).toEqual(["1"]);
    expect(ids(replayHistory(rows).redo)).toEqual(["2"]);
    const redone = [...rows, write(4, "b", "c", REDO_TOOL)];
    expect(ids(replayHistory(redone).undo)).toEqual(["1", "2"]);
    const edited = [...rows, write(5, "b", "d")];
    expect(ids(replayHistory(edited).undo)).toEqual(["1", "5"]);
    expect(replayHistory(edited).redo).toEqual([]);
  });

  test("25 writes can be undone, and no more", () => {
    const rows = Array.from({ length: 30 }, (_, at) => write(at, `h${at}`, `h${at + 1}`));
    const { undo } = replayHistory(rows);
    expect([undo.length, undo[0]?.callId]).toEqual([MAX_UNDO_DEPTH, "call_5"]);
  });

  test("a file that somebody else changed has drifted", () => {
    const history = replayHistory([write(1, "a", "b")]);
    expect(nextStep(history, "b", "undo")).toMatchObject({
      target: "a",
      mode: 0o644,
      isDrifted: false,
      undoLeft: 0,
      redoLeft: 1,
    });
    expect(nextStep(history, "x", "undo")).toMatchObject({ target: "a", isDrifted: true });
    expect(nextStep(history, null, "undo")).toMatchObject({ isDrifted: true });
    expect(nextStep(history, "b", "redo")).toBe(null);
  });

  test("a file that was taken back by other means goes on from there", () => {
    const history = replayHistory([write(1, null, "a"), write(2, "a", "b"), write(3, "b", "c")]);
    expect(nextStep(history, "a", "undo")).toMatchObject({ target: null, isDrifted: false, undoLeft: 0, redoLeft: 3 });
    expect(nextStep(history, "a", "redo")).toMatchObject({ target: "b", isDrifted: false, undoLeft: 2, redoLeft: 1 });
    expect(nextStep(history, null, "undo")).toBe(null);
    expect(nextStep(history, null, "redo")).toMatchObject({ target: "a", isDrifted: false });
  });

  test("a content that was not kept is no target, and never taken for no file", () => {
    const history = replayHistory([
      checkpointRow(1, { existed: true, beforeHash: null, beforeSize: 9, afterHash: "b" }),
    ]);
    expect(nextStep(history, "b", "undo")).toMatchObject({ target: undefined, isDrifted: false });
    expect(nextStep(history, null, "undo")).toMatchObject({ isDrifted: true });
  });

  test("undoing and redoing in any order visits the states of a list with a cursor", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("edit", "undo", "redo"), { maxLength: 60 }), (steps) => {
        const rows: Checkpoint[] = [];
        let states = ["h0"];
        let at = 0;
        for (const [index, step] of steps.entries()) {
          const now = states[at] ?? "";
          if (step === "edit") {
            states = [...states.slice(0, at + 1), `h${index + 1}`];
            at += 1;
            rows.push(write(index, now, states[at] ?? ""));
            continue;
          }
          const next = nextStep(replayHistory(rows), now, step);
          const wanted = step === "undo" ? states[at - 1] : states[at + 1];
          // Of a long list the oldest states are forgotten.
          if (next === null) {
            expect(wanted === undefined || (step === "undo" && states.length > MAX_UNDO_DEPTH)).toBe(true);
            continue;
          }
          expect([next.target, next.isDrifted]).toEqual([wanted, false]);
          at += step === "undo" ? -1 : 1;
          rows.push(write(index, now, wanted ?? "", step === "undo" ? UNDO_TOOL : REDO_TOOL));
        }
      }),
    );
  });
});
