import { describe, expect, test } from "vitest";
import { type BlobState, type CurrentState, planRevert } from "../../runtime/checkpoints/mod.ts";
import type { Checkpoint } from "../../runtime/ports/mod.ts";
import { checkpointRow, sha256Of } from "../conformance/checkpoint-rows.ts";

const A = sha256Of("a");
const B = sha256Of("b");
const C = sha256Of("c");
const D = sha256Of("d");

/** A write from one content to another; `null` is "no file". */
function write(before: string | null, after: string | null, fields: Partial<Checkpoint> = {}): Checkpoint {
  return checkpointRow(0, { existed: before !== null, beforeHash: before, afterHash: after, ...fields });
}

function holds(sha256: string): CurrentState {
  return { kind: "file", sha256, mode: 0o644 };
}

const MISSING: CurrentState = { kind: "missing" };

function plan(rows: readonly Checkpoint[], current: CurrentState, blobs: Record<string, BlobState> = { [A]: "good" }) {
  const stored = new Map(Object.entries(blobs));
  return planRevert([{ label: "f", rows }], new Map([["f", current]]), stored)[0];
}

const restorable = { path: "f", status: "restorable", action: "restore", detail: "" };
const alreadyReverted = { path: "f", status: "already_reverted", action: "skip", detail: "" };

describe("planRevert, for one write", () => {
  test("restores a file that is what the agent left", () => {
    expect(plan([write(A, B)], holds(B))).toEqual(restorable);
  });

  test("deletes a file that the turn created and that is what the agent left", () => {
    expect(plan([write(null, B)], holds(B), {})).toEqual({ ...restorable, action: "delete" });
  });

  test("skips a file that holds its content from before the turn, even when that content was lost", () => {
    expect(plan([write(A, B)], holds(A))).toEqual(alreadyReverted);
    expect(plan([write(A, B)], holds(A), {})).toEqual(alreadyReverted);
  });

  test("skips a file the turn created when it is gone", () => {
    expect(plan([write(null, B)], MISSING, {})).toEqual(alreadyReverted);
  });

  test("takes any other content for drift, and says what force would do", () => {
    const detail = "it changed after the agent wrote it";
    expect(plan([write(A, B)], holds(C))).toEqual({ path: "f", status: "drifted", action: "restore", detail });
    expect(plan([write(null, B)], holds(C))).toEqual({ path: "f", status: "drifted", action: "delete", detail });
  });

  test("takes a file that was deleted since for drift", () => {
    const detail = "it was deleted after the agent wrote it";
    expect(plan([write(A, B)], MISSING)).toEqual({ path: "f", status: "drifted", action: "restore", detail });
  });

  test("takes a file for drifted when it was not recorded what the agent wrote", () => {
    expect(plan([write(A, null)], holds(B))).toMatchObject({ status: "drifted", action: "restore" });
  });

  test("names a content that was too large to be kept unrecoverable, whatever is there now", () => {
    const row = write(A, B, { beforeHash: null, beforeSize: 9_000_000 });
    const detail = "the content before the turn (9000000 bytes) was too large to be kept";
    for (const current of [holds(B), holds(C), MISSING]) {
      expect(plan([row], current)).toEqual({ path: "f", status: "unrecoverable", action: "skip", detail });
    }
  });

  test("names a stored content that is missing or damaged unrecoverable", () => {
    for (const state of ["missing", "damaged"] as const) {
      const detail = `the stored content ${A} is ${state}`;
      const blobs = state === "missing" ? {} : { [A]: state };
      expect(plan([write(A, B)], holds(B), blobs)).toEqual({
        path: "f",
        status: "unrecoverable",
        action: "skip",
        detail,
      });
    }
  });

  test("puts drift before a lost content, since it must stop the whole turn", () => {
    const entry = plan([write(A, B)], holds(C), { [A]: "damaged" });
    expect(entry).toMatchObject({ status: "drifted", action: "restore" });
    expect(entry?.detail).toBe(`it changed after the agent wrote it; the stored content ${A} is damaged`);
  });

  test("takes a folder, link or device in the file's place for drift that no force can undo", () => {
    const detail = "a folder stands where the agent left a file";
    expect(plan([write(A, B)], { kind: "in_the_way", what: "a folder" })).toEqual({
      path: "f",
      status: "drifted",
      action: "skip",
      detail,
    });
  });

  test("names a path that may not be touched or read failed", () => {
    expect(plan([write(A, B)], { kind: "unusable", why: "because" })).toEqual({
      path: "f",
      status: "failed",
      action: "skip",
      detail: "because",
    });
  });

  test("names a path nobody looked at failed", () => {
    expect(planRevert([{ label: "f", rows: [write(A, B)] }], new Map(), new Map())[0]?.status).toBe("failed");
  });
});

describe("planRevert, for several writes of one path", () => {
  test("goes back to the state before the first write", () => {
    expect(plan([write(A, B), write(B, C)], holds(C))).toEqual(restorable);
    expect(plan([write(null, B), write(B, C)], holds(C), {})).toEqual({ ...restorable, action: "delete" });
  });

  test("needs only the first content: a later one that is lost does not matter", () => {
    expect(plan([write(A, B), write(B, C)], holds(C), { [A]: "good", [B]: "damaged" })).toEqual(restorable);
  });

  test("takes a change by somebody else between two writes for drift", () => {
    const detail = "somebody else changed it between two writes of this turn";
    expect(plan([write(A, B), write(D, C)], holds(C))).toEqual({
      path: "f",
      status: "drifted",
      action: "restore",
      detail,
    });
    expect(plan([write(null, B), write(D, C)], holds(C), {})).toMatchObject({ status: "drifted", action: "delete" });
    expect(plan([write(A, B), write(B, C), write(D, B)], holds(B))).toMatchObject({ status: "drifted" });
  });

  test("sees such a change by the size when the content was too large to be kept", () => {
    const big = (beforeSize: number) => write(B, C, { beforeHash: null, beforeSize });
    expect(plan([write(A, B, { afterSize: 12 }), big(12)], holds(C))).toEqual(restorable);
    expect(plan([write(A, B, { beforeSize: 10, afterSize: 12 }), big(99)], holds(C))).toMatchObject({
      status: "drifted",
    });
  });

  test("sees such a change also at the same size, where the hash of what was not kept is known", () => {
    const big = (seenHash: string) => write(null, C, { existed: true, beforeHash: null, beforeSize: 12, seenHash });
    expect(plan([write(A, B, { afterSize: 12 }), big(B)], holds(C))).toEqual(restorable);
    expect(plan([write(A, B, { afterSize: 12 }), big(D)], holds(C))).toMatchObject({
      status: "drifted",
      detail: "somebody else changed it between two writes of this turn",
    });
    // The last write was recorded and never carried out.
    expect(plan([write(A, B, { afterSize: 12 }), big(B)], holds(B))).toEqual(restorable);
    expect(plan([big(D)], holds(D))).toEqual(alreadyReverted);
    expect(plan([big(D)], holds(C))).toMatchObject({ status: "unrecoverable" });
  });

  test("does not mind a write that was recorded and never carried out", () => {
    // The process died between the row and the file, and the agent tried again.
    expect(plan([write(A, B), write(A, C)], holds(C))).toEqual(restorable);
    // It died there at the last write.
    expect(plan([write(A, B), write(B, C)], holds(B))).toEqual(restorable);
    expect(plan([write(null, B), write(null, C)], holds(C), {})).toEqual({ ...restorable, action: "delete" });
  });

  test("says so when the turn itself went back to where it began", () => {
    expect(plan([write(A, B), write(B, A)], holds(A))).toEqual(alreadyReverted);
  });
});

test("planRevert judges each path for itself, in the order given", () => {
  const paths = [
    { label: "x", rows: [write(A, B)] },
    { label: "y", rows: [write(null, C)] },
    { label: "z", rows: [write(A, B)] },
  ];
  const current = new Map<string, CurrentState>([
    ["x", holds(B)],
    ["y", holds(C)],
    ["z", holds(D)],
  ]);
  const entries = planRevert(paths, current, new Map([[A, "good"]]));
  expect(entries.map(({ path, status, action }) => [path, status, action])).toEqual([
    ["x", "restorable", "restore"],
    ["y", "restorable", "delete"],
    ["z", "drifted", "restore"],
  ]);
});

describe("a file the turn deleted", () => {
  const deletion = checkpointRow(1, { beforeHash: A, afterHash: null, afterSize: 0, deleted: true });

  test("comes back while nothing stands there", () => {
    expect(plan([deletion], { kind: "missing" })).toEqual({
      path: "f",
      status: "restorable",
      action: "restore",
      detail: "",
    });
  });

  test("has drifted once a new file stands there", () => {
    const detail = "a new file stands where the agent deleted one";
    expect(plan([deletion], holds(B))).toEqual({
      path: "f",
      status: "drifted",
      action: "restore",
      detail,
    });
  });

  test("is as before when it was brought back, or when the turn had made it", () => {
    const before = { status: "already_reverted", action: "skip" };
    expect(plan([deletion], holds(A))).toMatchObject(before);
    expect(plan([write(null, B), { ...deletion, beforeHash: B }], { kind: "missing" })).toMatchObject(before);
  });

  test("and wrote again is judged by what it wrote", () => {
    const rows = [deletion, checkpointRow(2, { existed: false, beforeHash: null, beforeMode: null, afterHash: C })];
    expect(plan(rows, holds(C))).toMatchObject({ status: "restorable", action: "restore" });
    expect(plan(rows, holds(B))).toMatchObject({ status: "drifted" });
  });
});
