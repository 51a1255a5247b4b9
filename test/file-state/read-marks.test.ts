import { describe, expect, test } from "vitest";
import { gateFor, isRevisionOf, parseRevision, ReadMarks, revisionOf } from "../../runtime/file-state/mod.ts";

const HASH = "1a2b3c4d5e6f7890".repeat(4);
const limits = { maxSessions: 8, maxFiles: 8 };
const first = { sessionId: "s", turnId: "t1" };
const second = { sessionId: "s", turnId: "t2" };

describe("read marks", () => {
  test("auto asks for a read in the turn of our own agent and for nothing elsewhere", () => {
    expect(["agent", "http", "mcp", "cli"].map((surface) => gateFor("auto", surface))).toEqual([
      "turn",
      "off",
      "off",
      "off",
    ]);
    expect(["turn", "session", "off"].map((gate) => gateFor(gate as "turn", "agent"))).toEqual([
      "turn",
      "session",
      "off",
    ]);
  });

  test("a read passes in its own turn, and in later ones only where the session is asked for", () => {
    const marks = new ReadMarks(limits);
    expect(marks.passes("turn", first, "/a", "x")).toBe(false);
    marks.read(first, "/a", "x");
    expect(marks.passes("turn", first, "/a", "x")).toBe(true);
    expect(marks.passes("turn", first, "/b", "x")).toBe(false);
    expect(marks.passes("turn", second, "/a", "x")).toBe(false);
    expect(marks.passes("session", second, "/a", "x")).toBe(true);
    expect(marks.passes("session", { sessionId: "other", turnId: "t1" }, "/a", "x")).toBe(false);
    marks.wrote(second, "/a", "y");
    expect(marks.passes("turn", second, "/a", "y")).toBe(true);
  });

  test("without doubt other content passes, for that is the business of staleness; with it only the same content does", () => {
    const marks = new ReadMarks(limits);
    marks.read(first, "/a", "x");
    expect(marks.passes("turn", first, "/a", "changed")).toBe(true);
    marks.doubt("s");
    expect(marks.passes("turn", first, "/a", "changed")).toBe(false);
    expect(marks.passes("turn", first, "/a", "x")).toBe(true);
    marks.read(first, "/a", "changed");
    expect(marks.passes("turn", first, "/a", "changed again")).toBe(true);
  });

  test("a window of a large file has no hash, so after doubt it has to be read again", () => {
    const marks = new ReadMarks(limits);
    marks.read(first, "/a", null);
    expect(marks.passes("turn", first, "/a", "x")).toBe(true);
    marks.doubt("s");
    expect(marks.passes("turn", first, "/a", "x")).toBe(false);
  });

  test("callers without a session or a turn pass, and leave no mark without a session", () => {
    const marks = new ReadMarks(limits);
    expect(marks.passes("turn", { sessionId: "s", turnId: "" }, "/a", "x")).toBe(true);
    expect(marks.passes("session", { sessionId: "s", turnId: "" }, "/a", "x")).toBe(false);
    const unbound = { sessionId: "", turnId: "" };
    marks.read(unbound, "/a", "x");
    expect(marks.passes("session", unbound, "/a", "x")).toBe(true);
    expect(marks.shownHash("", "/a")).toBe(null);
  });

  test("own writes move lines, so what was shown stays what it was", () => {
    const marks = new ReadMarks(limits);
    marks.read(first, "/a", "x");
    marks.wrote(second, "/a", "y");
    expect(marks.shownHash("s", "/a")).toBe("x");
    marks.read(second, "/a", "y");
    expect(marks.shownHash("s", "/a")).toBe("y");
    marks.forget("s", "/a");
    expect(marks.shownHash("s", "/a")).toBe(null);
  });

  test("what is dropped over the limits asks for another read", () => {
    const marks = new ReadMarks({ maxSessions: 1, maxFiles: 2 });
    for (const path of ["/a", "/b", "/c"]) marks.read(first, path, "x");
    expect(["/a", "/b", "/c"].map((path) => marks.passes("turn", first, path, "x"))).toEqual([false, true, true]);
    marks.read({ sessionId: "other", turnId: "t1" }, "/a", "x");
    expect(marks.passes("turn", first, "/c", "x")).toBe(false);
  });
});

describe("revision tokens", () => {
  test("bare, prefixed and bracketed forms of six or more digits are read", () => {
    const forms = [
      "1a2b3c",
      "sha256:1a2b3c",
      "[revision sha256:1a2b3c]",
      "revision sha256:1a2b3c",
      " 1A2B3C ",
      "[1a2b3c]",
    ];
    expect(forms.map(parseRevision)).toEqual(forms.map(() => "1a2b3c"));
    expect(parseRevision(HASH)).toBe(HASH);
    expect(parseRevision(`[revision ${revisionOf(HASH)}]`)).toBe("1a2b3c4d5e6f");
  });

  test("anything else is no token", () => {
    const bad = [
      "",
      "1a2b3",
      "1a2b3g",
      "sha1:1a2b3c",
      "sha256:",
      `${HASH}0`,
      "1a2b3c 1a2b3c",
      "sha256:1a2b3c\nx",
      "0x1a2b3c",
    ];
    expect(bad.map(parseRevision)).toEqual(bad.map(() => null));
  });

  test("a token stands for every content whose hash begins with it", () => {
    expect(["1a2b3c", "1a2b3c4d5e6f", HASH, "1a2b3d"].map((digits) => isRevisionOf(digits, HASH))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
