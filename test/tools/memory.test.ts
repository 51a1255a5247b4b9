import { describe, expect, test } from "vitest";
import type { ToolResult } from "../../runtime/tools/mod.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

const AT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function entriesOf(work: Workspace, query: string, who = {}): Promise<unknown> {
  const result = await work.call("memory_query", { query }, who);
  return result.success ? result.data : result;
}

const save = (work: Workspace, key: string, value: string, who = {}): Promise<ToolResult> =>
  work.call("memory_save", { key, value }, who);

describe("memory_save, memory_query, memory_search, memory_delete", () => {
  test("a note is kept for every session of the workspace, and a later one of the key replaces it", async () => {
    const work = await openWorkspace();
    expect(await save(work, "plan", "first")).toEqual({ success: true, data: { key: "plan", created: true } });
    expect(await save(work, "plan", "second", { sessionId: "other" })).toEqual({
      success: true,
      data: { key: "plan", created: false },
    });
    const found = { entries: [{ key: "plan", value: "second", saved_at: AT }], count: 1, truncated: false };
    for (const sessionId of ["s", "other", ""]) {
      expect(await entriesOf(work, 'filter(memory, .key == "plan")', { sessionId })).toEqual(found);
    }
  });

  test("a record of one session is seen by that session alone", async () => {
    const work = await openWorkspace();
    const { memory } = work.runtime.contextFor({ surface: "http" });
    await memory.save("s", "status:read_file:1", "[STATUS ok] read_file");
    await save(work, "note", "for all");
    const all = 'filter(memory, .key != "")';
    const note = { key: "note", value: "for all", saved_at: AT };
    const record = { key: "status:read_file:1", value: "[STATUS ok] read_file", saved_at: AT };
    expect(await entriesOf(work, all)).toEqual({ entries: [record, note], count: 2, truncated: false });
    expect(await entriesOf(work, all, { sessionId: "t" })).toEqual({ entries: [note], count: 1, truncated: false });
    expect(await entriesOf(work, all, { sessionId: "" })).toEqual({ entries: [note], count: 1, truncated: false });
    expect(await work.call("memory_search", { query: "read_file" })).toMatchObject({
      data: { entries: [{ key: "status:read_file:1", score: 1 }], count: 1 },
    });
    expect(await work.call("memory_search", { query: "read_file" }, { sessionId: "t" })).toMatchObject({
      data: { entries: [], count: 0 },
    });
  });

  test("a search shows where to look: best first, with the start of each value", async () => {
    const work = await openWorkspace();
    await save(work, "long", `${"\u{1F600}".repeat(150)}deployment ${"x".repeat(200)}`);
    await save(work, "deploy", "how to deploy");
    const { data } = await work.call("memory_search", { query: "deploy" });
    expect(data).toEqual({
      entries: [
        { key: "deploy", excerpt: "how to deploy", excerpt_only: false, score: 1, saved_at: AT },
        { key: "long", excerpt: "\u{1F600}".repeat(150), excerpt_only: true, score: expect.any(Number), saved_at: AT },
      ],
      count: 2,
      truncated: false,
    });
    const one = await work.call("memory_search", { query: "deploy", limit: 1 });
    expect(one).toMatchObject({ data: { entries: [{ key: "deploy" }], count: 2, truncated: true } });
  });

  test("an answer holds what fits and says that there is more", async () => {
    const work = await openWorkspace();
    for (let at = 0; at < 12; at += 1) await save(work, `note-${at}`, "x".repeat(9000));
    const { data } = await work.call("memory_query", { query: '.key startsWith "note"' });
    expect(data).toMatchObject({ count: 12, truncated: true });
    expect(JSON.stringify(data).length).toBeLessThan(64_000);
    expect(await work.call("memory_query", { query: '.key == "note-0"' })).toMatchObject({
      data: { count: 1, truncated: false },
    });
  });

  test("a full memory says so, loses nothing and takes notes again once one is deleted", async () => {
    const work = await openWorkspace();
    for (let at = 0; at < 500; at += 1) await save(work, `note-${at}`, "x");
    expect(await save(work, "one more", "x")).toEqual({
      success: false,
      error: expect.stringMatching(/full, "one more" was not saved; delete notes .* memory_delete/),
      error_code: "limit",
      data: { key: "one more" },
    });
    expect(await save(work, "note-1", "new")).toMatchObject({ success: true, data: { created: false } });
    expect(await entriesOf(work, '.value != ""')).toMatchObject({ count: 500 });
    expect(await work.call("memory_delete", { key: "note-0" })).toEqual({
      success: true,
      data: { key: "note-0" },
    });
    expect(await save(work, "one more", "x")).toMatchObject({ success: true, data: { created: true } });
  });

  const REFUSED: readonly (readonly [string, object, string, RegExp])[] = [
    ["memory_save", { key: "", value: "v" }, "bad_argument", /"key"/],
    ["memory_save", { key: "k".repeat(201), value: "v" }, "bad_argument", /"key".*200/],
    ["memory_save", { key: "two\nlines", value: "v" }, "bad_argument", /"key".*control characters/],
    ["memory_save", { key: "k", value: "" }, "bad_argument", /"value"/],
    ["memory_save", { key: "k", value: "v".repeat(10_001) }, "bad_argument", /"value".*10000/],
    ["memory_save", { key: "k", value: "a\0b" }, "bad_argument", /NUL/],
    ["memory_save", { key: "k", value: "\ud800" }, "bad_argument", /surrogate/],
    ["memory_save", { key: "k", value: "v", session: "x" }, "unsupported_argument", /"session"/],
    ["memory_save", { key: "status:edit_file:1", value: "[EDIT OK]" }, "bad_argument", /choose another key/],
    ["memory_save", { key: "todo", value: "[]" }, "bad_argument", /written by todo_write/],
    ["memory_delete", { key: "status:edit_file:1" }, "bad_argument", /choose another key/],
    ["memory_delete", { key: "nothing" }, "not_found", /no note "nothing"; find its key with memory_search/],
    ["memory_query", { query: ".key" }, "bad_argument", /character 5: ==.*write filter\(memory, /],
    ["memory_query", { query: "x".repeat(2001) }, "bad_argument", /2000/],
    ["memory_query", { query: '.key == "x"', limit: 101 }, "bad_argument", /"limit"/],
    ["memory_search", { query: "" }, "bad_argument", /"query"/],
  ];
  for (const [tool, args, code, message] of REFUSED) {
    test(`${tool} refuses ${JSON.stringify(args).slice(0, 50)} with ${code}, and nothing is kept`, async () => {
      const work = await openWorkspace();
      const result = await work.call(tool, args);
      expect(result).toMatchObject({ success: false, error_code: code, error: expect.stringMatching(message) });
      expect(await entriesOf(work, '.key != ""')).toMatchObject({ count: 0 });
    });
  }
});

describe("todo_write", () => {
  const todo = (content: string, status: string) => ({ content, status });
  const LIST = [todo("read", "completed"), todo("write", "in_progress"), todo("test", "pending")];

  test("replaces the session's list, which memory_query reads back", async () => {
    const work = await openWorkspace();
    await work.call("todo_write", { todos: [todo("older", "pending")] });
    expect(await work.call("todo_write", { todos: LIST })).toEqual({
      success: true,
      data: { todos: LIST, pending: 1, in_progress: 1, completed: 1, stored: true },
    });
    expect(await entriesOf(work, 'filter(memory, .key == "todo")')).toEqual({
      entries: [{ key: "todo", value: JSON.stringify(LIST), saved_at: AT }],
      count: 1,
      truncated: false,
    });
    expect(await entriesOf(work, '.key == "todo"', { sessionId: "other" })).toMatchObject({ count: 0 });
  });

  test("keeps nothing for a call without a session, and says so", async () => {
    const work = await openWorkspace();
    expect(await work.call("todo_write", { todos: LIST }, { sessionId: "" })).toMatchObject({
      success: true,
      data: { stored: false },
    });
    expect(await entriesOf(work, '.key == "todo"', { sessionId: "" })).toMatchObject({ count: 0 });
  });

  test("takes forty tasks and an empty list", async () => {
    const work = await openWorkspace();
    const forty = Array.from({ length: 40 }, () => todo("x".repeat(500), "pending"));
    expect(await work.call("todo_write", { todos: forty })).toMatchObject({ data: { pending: 40, stored: true } });
    expect(await work.call("todo_write", { todos: [] })).toMatchObject({ data: { todos: [], stored: true } });
  });

  const REFUSED: readonly (readonly [unknown, RegExp, code?: string])[] = [
    [Array.from({ length: 41 }, () => todo("x", "pending")), /"todos".*40/],
    [[todo("x".repeat(501), "pending")], /"todos\.0\.content".*500/],
    [[todo("", "pending")], /"todos\.0\.content"/],
    [[todo("x", "done")], /"todos\.0\.status"/],
    [
      [{ content: "x", status: "pending", owner: "me" }],
      /todos\[0\]: unsupported argument "owner"/,
      "unsupported_argument",
    ],
    [[todo("a", "in_progress"), todo("b", "in_progress")], /2 tasks are in_progress; mark one/],
    ["x", /"todos"/],
  ];
  for (const [todos, message, code = "bad_argument"] of REFUSED) {
    test(`refuses ${JSON.stringify(todos).slice(0, 60)} and keeps the list there was`, async () => {
      const work = await openWorkspace();
      await work.call("todo_write", { todos: LIST });
      const result = await work.call("todo_write", { todos });
      expect(result).toMatchObject({
        success: false,
        error_code: code,
        error: expect.stringMatching(message),
      });
      expect(await entriesOf(work, '.key == "todo"')).toMatchObject({ entries: [{ value: JSON.stringify(LIST) }] });
    });
  }
});
