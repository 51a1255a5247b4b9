import { describe, expect, test } from "vitest";
import { nobleHash } from "../../adapters/hash/noble.ts";
import {
  applyPolicy,
  FileStateTracker,
  fingerprintOf,
  isUnchanged,
  MAX_HASHED_BYTES,
} from "../../runtime/file-state/mod.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const look = (text: string, mtimeNs = 1n) => fingerprintOf({ mtimeNs }, encode(text), nobleHash);
const seen = (text: string, mtimeNs = 1n) => ({ ...look(text, mtimeNs), partial: false });

describe("fingerprints", () => {
  test("equal bytes are unchanged whatever the time says", () => {
    expect(isUnchanged(look("a", 1n), look("a", 2n))).toBe(true);
  });

  test("same size and a restored time do not hide other bytes", () => {
    expect(isUnchanged(look("a", 1n), look("b", 1n))).toBe(false);
  });

  test("over 8 MiB only time and size count", () => {
    const large = new Uint8Array(MAX_HASHED_BYTES + 1);
    const first = fingerprintOf({ mtimeNs: 5n }, large, nobleHash);
    expect(first).toEqual({ mtimeNs: 5n, size: MAX_HASHED_BYTES + 1, contentHash: null });
    large[7] = 1;
    expect(isUnchanged(first, fingerprintOf({ mtimeNs: 5n }, large, nobleHash))).toBe(true);
    expect(isUnchanged(first, fingerprintOf({ mtimeNs: 6n }, large, nobleHash))).toBe(false);
  });
});

describe("verdicts", () => {
  const tracker = new FileStateTracker();
  tracker.observe("s", "/r/seen", seen("one"));
  tracker.observe("", "/r/seen", seen("one"));

  const table = [
    ["an unchanged file is ok", "s", "/r/seen", look("one", 9n), "ok"],
    ["other bytes are stale", "s", "/r/seen", look("two"), "stale"],
    ["an absent file that was read is gone", "s", "/r/seen", null, "gone"],
    ["an existing file that was not read is never_read", "s", "/r/other", look("x"), "never_read"],
    ["creating a file needs no read", "s", "/r/new", null, "ok"],
    ["another session has its own memory", "t", "/r/seen", look("one"), "never_read"],
    ["no session always passes", "", "/r/seen", look("two"), "ok"],
  ] as const;
  for (const [name, session, path, current, verdict] of table) {
    test(name, () => {
      expect(tracker.judge(session, path, current).verdict).toBe(verdict);
    });
  }

  test("a partial read never changes a verdict", () => {
    const partial = new FileStateTracker();
    partial.observe("s", "/r/a", { ...look("one"), partial: true });
    expect(partial.judge("s", "/r/a", look("one")).verdict).toBe("ok");
    expect(partial.judge("s", "/r/a", look("two"))).toEqual({
      verdict: "stale",
      observation: { ...look("one"), partial: true },
    });
  });

  test("forgetting a session drops its observations and no other's", () => {
    const two = new FileStateTracker();
    two.observe("s", "/r/a", seen("1"));
    two.observe("s", "/r/b", seen("2"));
    two.observe("t", "/r/a", seen("1"));
    expect(two.forgetSession("s")).toBe(2);
    expect(two.forgetSession("s")).toBe(0);
    expect(two.judge("s", "/r/a", look("1")).verdict).toBe("never_read");
    expect(two.judge("t", "/r/a", look("1")).verdict).toBe("ok");
  });

  test("memory is bounded: the least recently used session and the oldest file go first", () => {
    const small = new FileStateTracker({ maxSessions: 2, maxFilesPerSession: 2 });
    for (const path of ["/1", "/2", "/3"]) small.observe("a", path, seen(path));
    expect(small.observation("a", "/1")).toBeNull();
    expect(small.observation("a", "/3")).toEqual(seen("/3"));
    small.observe("b", "/1", seen("1"));
    small.observe("a", "/3", seen("/3"));
    small.observe("c", "/1", seen("1"));
    expect(small.observation("b", "/1")).toBeNull();
    expect(small.observation("a", "/3")).toEqual(seen("/3"));
  });
});

describe("policy", () => {
  const judgement = { verdict: "stale", observation: { ...seen("x"), partial: true } } as const;

  test("ok and off say nothing", () => {
    expect(applyPolicy("enforce", { verdict: "ok", observation: null }, "a")).toBeNull();
    expect(applyPolicy("off", judgement, "a")).toBeNull();
  });

  test("warn and enforce say the verdict, the mode, the next step and that the read was partial", () => {
    for (const mode of ["warn", "enforce"] as const) {
      expect(applyPolicy(mode, judgement, "src/a.ts")).toEqual({
        verdict: "stale",
        mode,
        message: '"src/a.ts" changed since this session read it; call read_file again before changing it',
        read_was_partial: true,
      });
    }
  });

  test("read_was_partial is absent when the read was whole", () => {
    const block = applyPolicy("warn", { verdict: "gone", observation: seen("x") }, "a");
    expect(block && Object.keys(block)).toEqual(["verdict", "mode", "message"]);
  });
});
