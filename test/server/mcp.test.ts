import { describe, expect, test } from "vitest";
import { createHttpSessions } from "../../runtime/server/mcp/http-sessions.ts";
import { VERSION } from "../../runtime/version.ts";
import { openWorkspace, ROOT } from "../tools/workspace.ts";
import { holdLock } from "./hold-lock.ts";
import { connect } from "./mcp-client.ts";
import { openTestServer, type SendInit } from "./test-server.ts";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};
const ACCEPT = { accept: "application/json, text/event-stream" };
const post = (message: unknown, headers: Record<string, string | null> = {}): SendInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...ACCEPT, ...headers },
  body: JSON.stringify(message),
});

describe("the protocol over HTTP", () => {
  test("says who serves, and lists every tool with its title, schemas and annotations", async () => {
    const server = await openTestServer();
    const { client } = await connect(server);
    expect(client.getServerVersion()).toMatchObject({ name: "mortise", version: VERSION });
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    expect(client.getInstructions()).toMatch(/Read a file before you edit it/);
    const { tools } = await client.listTools();
    expect(tools).toEqual(
      server.work.runtime.tools.map(({ name, title, description, inputSchema, annotations }) => ({
        name,
        title,
        description,
        inputSchema: { ...inputSchema, $schema: undefined },
        outputSchema: expect.objectContaining({ type: "object", required: ["success"] }),
        annotations: { title, ...annotations },
      })),
    );
    // Either would mean something else to validators of the older draft.
    expect(JSON.stringify(tools)).not.toMatch(/"prefixItems"|"\$schema"|"\$ref"|"\$defs"/);
  });

  const CALLS: readonly (readonly [string, string, Record<string, unknown>])[] = [
    ["reads", "read_file", { path: "a.txt" }],
    ["edits", "edit_file", { path: "a.txt", old_text: "one", new_text: "two" }],
    ["writes", "write_file", { path: "new.txt", content: "new\n" }],
    ["lists", "list_files", { recursive: true }],
    ["resolves prefix and alias", "coding_tools__read_file", { file_path: "a.txt" }],
    ["keeps a list", "todo_write", { todos: [{ content: "x", status: "pending" }] }],
    ["refuses an ambiguous edit", "edit_file", { path: "twice.txt", old_text: "x", new_text: "y" }],
    ["refuses text that is not there", "edit_file", { path: "a.txt", old_text: "three", new_text: "y" }],
    ["refuses a path outside", "read_file", { path: "../x" }],
    ["refuses a binary", "read_file", { path: "b.bin" }],
    ["refuses an unknown argument", "read_file", { path: "a.txt", revison: "abcdef" }],
    ["refuses a missing argument", "read_file", {}],
    ["refuses an unknown tool", "rm_rf", {}],
    ["refuses a revert without checkpoints", "revert_turn", {}],
  ];
  const FILES = { "a.txt": "one\n", "twice.txt": "x\nx\n", "b.bin": new Uint8Array([0, 1]) };
  for (const [what, tool, args] of CALLS) {
    test(`${what} as REST does: the same body, as structure and as text`, async () => {
      const [overHttp, overMcp] = [await openTestServer({ files: FILES }), await openTestServer({ files: FILES })];
      const caller = { session_id: "s", turn_id: "t" };
      const rest = await overHttp.post(`/api/tools/${tool}`, { arguments: args, ...caller });
      const answer = await (await connect(overMcp)).call(tool, args, caller);
      expect(withoutIds(answer.body)).toEqual(withoutIds(rest.body));
      expect(answer.isError).toBe(rest.status !== 200);
      expect(answer.texts[0]).toBe(JSON.stringify(answer.body));
      const [, status] = answer.texts;
      const isRecorded = !["todo_write", "rm_rf"].includes(tool);
      expect([answer.texts.length, status?.split("\n")[0]]).toEqual(
        isRecorded ? [2, expect.stringMatching(/^\[(STATUS|EDIT) (ok|OK|FAILED|NOT APPLIED)\] /)] : [1, undefined],
      );
      if (isRecorded) expect(JSON.stringify(answer.body)).toContain(JSON.stringify(status?.split("\n")[0]));
      expect(await overMcp.work.tree()).toEqual(await overHttp.work.tree());
    });
  }

  test("what a session read counts for that session and no other", async () => {
    const server = await openTestServer({ files: { "a.txt": "one\n" } });
    const [first, second] = [await connect(server), await connect(server)];
    expect(first.sessionId).toMatch(/^mcp_[0-9a-f]{32}$/);
    expect(second.sessionId).not.toBe(first.sessionId);
    await first.call("read_file", { path: "a.txt" });
    const edit = (from: string, to: string) => ({ path: "a.txt", old_text: from, new_text: to });
    expect((await first.call("edit_file", edit("one", "two"))).body).not.toHaveProperty("warning");
    expect((await second.call("edit_file", edit("two", "three"))).body).toMatchObject({
      success: true,
      data: { read_before_edit: { verdict: "never_read" } },
    });
    expect((await first.call("edit_file", edit("three", "four"))).body).toMatchObject({
      success: true,
      data: { read_before_edit: { verdict: "stale" } },
    });
  });

  test("calls of a session that names no turn share one, which revert_turn takes back", async () => {
    const server = await openTestServer({ files: { "a.txt": "one\n" } });
    const [first, second] = [await connect(server), await connect(server)];
    const write = async (client: typeof first, path: string, meta?: Record<string, unknown>) => {
      const { body } = await client.call("write_file", { path, content: "new\n" }, meta);
      return /"turn_id":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? `none in ${JSON.stringify(body)}`;
    };
    const turn = await write(first, "a.txt");
    expect(turn).toMatch(/^turn_[0-9a-f]{16}$/);
    expect(await write(first, "b.txt")).toBe(turn);
    expect(await write(second, "c.txt")).not.toBe(turn);
    expect(await write(first, "d.txt", { turn_id: "mine", progressToken: 1 })).toBe("mine");
    expect(await write(first, "e.txt", { session_id: "another" })).not.toBe(turn);
    expect(await write(first, "f.txt")).toBe(turn);

    const listed = await server.send(`/api/checkpoints/turns/${turn}`);
    expect(listed.body).toMatchObject({
      writes: [{ path: "a.txt", surface: "mcp", session_id: first.sessionId }, { path: "b.txt" }, { path: "f.txt" }],
    });
    expect((await first.call("revert_turn", {})).body).toMatchObject({ success: true, data: { turn_id: turn } });
    expect(Object.keys(await server.work.tree()).map((path) => path.slice(ROOT.length + 1))).toEqual([
      "a.txt",
      "c.txt",
      "d.txt",
      "e.txt",
    ]);
    expect(await server.work.text("a.txt")).toBe("one\n");
  });

  for (const [meta, field] of [
    [{ turn_id: "" }, "_meta.turn_id"],
    [{ session_id: "a\u001bb" }, "_meta.session_id"],
    [{ session_id: 7 }, "_meta.session_id"],
  ] as const) {
    test(`a call whose _meta is ${JSON.stringify(meta)} is refused and nothing is run`, async () => {
      const server = await openTestServer();
      const { isError, body } = await (await connect(server)).call("write_file", { path: "a.txt", content: "x" }, meta);
      expect(isError).toBe(true);
      expect(body).toEqual({
        success: false,
        error: expect.stringContaining(field),
        error_code: "bad_argument",
        data: { argument: field },
      });
      expect(await server.work.tree()).toEqual({});
    });
  }

  test("a call that its client called off while it waited changes nothing, and its response ends", async () => {
    const server = await openTestServer({ files: { "a.txt": "one\n" } });
    const { client, call } = await connect(server);
    const release = holdLock(server.work.runtime, `${ROOT}/a.txt`);
    const callOff = new AbortController();
    const edit = { path: "a.txt", old_text: "one", new_text: "two" };
    const cancelled = client.callTool({ name: "edit_file", arguments: edit }, undefined, { signal: callOff.signal });
    // Answered only once the edit before it stands in the queue.
    await call("list_files", {});
    callOff.abort("no longer wanted");
    await expect(cancelled).rejects.toThrow("no longer wanted");
    await call("list_files", {});
    await release();
    expect((await call("edit_file", { ...edit, new_text: "three" })).body).toMatchObject({ success: true });
    expect(await server.work.text("a.txt")).toBe("three\n");
  });

  test("the response of a cancelled call is ended by the server", async () => {
    const server = await openTestServer({ files: { "a.txt": "one\n" } });
    const { sessionId } = await connect(server);
    const release = holdLock(server.work.runtime, `${ROOT}/a.txt`);
    const edit = { name: "edit_file", arguments: { path: "a.txt", old_text: "one", new_text: "two" } };
    const session = { "mcp-session-id": sessionId };
    const request = server.send("/mcp", post({ jsonrpc: "2.0", id: 77, method: "tools/call", params: edit }, session));
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 77 } };
    expect((await server.send("/mcp", post(cancel, session))).status).toBe(202);
    // Only the end of the stream lets this go on: the lock is still held.
    expect(await request).toMatchObject({ status: 200, body: undefined });
    await release();
    expect(await server.work.text("a.txt")).toBe("one\n");
  });

  test("a session that was ended, or never was, is 404; without one only initialize is heard", async () => {
    const server = await openTestServer();
    const { sessionId, terminate, call } = await connect(server);
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    const ask = async (headers: Record<string, string>) => (await server.send("/mcp", post(list, headers))).status;
    expect(await ask({})).toBe(400);
    expect(await ask({ "mcp-session-id": "mcp_0" })).toBe(404);
    expect(await ask({ "mcp-session-id": sessionId, accept: "application/json" })).toBe(406);
    expect(await ask({ "mcp-session-id": sessionId, "mcp-protocol-version": "1999-01-01" })).toBe(400);
    await terminate();
    expect(await ask({ "mcp-session-id": sessionId })).toBe(404);
    await expect(call("list_files", {})).rejects.toThrow();
    expect((await server.send("/mcp", { method: "DELETE", headers: { "mcp-session-id": sessionId } })).status).toBe(
      404,
    );
  });

  test("there is no stream to open: GET is 405 and names the methods there are", async () => {
    const answer = await (await openTestServer()).send("/mcp", { headers: ACCEPT });
    expect(answer).toMatchObject({ status: 405, body: { error_code: "method_not_allowed" } });
    expect(answer.headers.get("allow")).toBe("POST, DELETE");
  });

  for (const [what, init, status, code] of [
    ["no token", post(INITIALIZE, { authorization: null }), 401, "unauthorized"],
    ["a foreign Host", post(INITIALIZE, { host: "evil.example:7717" }), 403, "forbidden_host"],
    ["a foreign Origin", post(INITIALIZE, { origin: "https://evil.example" }), 403, "forbidden_origin"],
    ["a form's content type", post(INITIALIZE, { "content-type": "text/plain" }), 415, "unsupported_media_type"],
    ["no JSON", { ...post(INITIALIZE), body: "{" }, 400, "bad_json"],
    ["a body over the limit", { ...post(INITIALIZE), body: " ".repeat(5000) }, 413, "too_large"],
  ] as const) {
    test(`${what} is refused with ${status} ${code}`, async () => {
      expect(await (await openTestServer()).send("/mcp", init)).toMatchObject({ status, body: { error_code: code } });
    });
  }
});

describe("the table of sessions", () => {
  async function openTable(limits: { idleMs?: number; most?: number }) {
    const work = await openWorkspace({ files: { "a.txt": "one\n" } });
    const sessions = createHttpSessions(work.runtime, limits);
    const send = (message: unknown, sessionId?: string) => {
      const headers = {
        "content-type": "application/json",
        ...ACCEPT,
        ...(sessionId && { "mcp-session-id": sessionId }),
      };
      return sessions.post(new Request("http://x/mcp", { method: "POST", headers }), message);
    };
    const begin = async () => {
      const response = await send(INITIALIZE);
      await response.text();
      return response.headers.get("mcp-session-id") ?? `none: ${response.status}`;
    };
    const isKnown = async (sessionId: string) => {
      const response = await send({ jsonrpc: "2.0", id: 3, method: "ping" }, sessionId);
      await response.text();
      return response.status === 200;
    };
    return { work, send, begin, isKnown };
  }

  test("at its bound the session that was unused for longest makes room", async () => {
    const { begin, isKnown } = await openTable({ most: 2 });
    const [first, second] = [await begin(), await begin()];
    expect(await isKnown(first)).toBe(true);
    const third = await begin();
    expect([await isKnown(first), await isKnown(second), await isKnown(third)]).toEqual([true, false, true]);
  });

  test("a session at work is never dropped; when all are, a new one is put off with 503", async () => {
    const { work, send, begin, isKnown } = await openTable({ most: 1 });
    const busy = await begin();
    const release = holdLock(work.runtime, `${ROOT}/a.txt`);
    const params = { name: "edit_file", arguments: { path: "a.txt", old_text: "one", new_text: "two" } };
    const edit = await send({ jsonrpc: "2.0", id: 5, method: "tools/call", params }, busy);
    expect(await begin()).toBe("none: 503");
    await release();
    expect(await edit.text()).toContain('"success":true');
    expect(await isKnown(busy)).toBe(true);
    expect(await begin()).toMatch(/^mcp_/);
    expect(await isKnown(busy)).toBe(false);
  });

  test("idle sessions go when a new one comes", async () => {
    const { begin, isKnown } = await openTable({ idleMs: 20 });
    const first = await begin();
    await new Promise((resolve) => setTimeout(resolve, 60));
    const second = await begin();
    expect([await isKnown(first), await isKnown(second)]).toEqual([false, true]);
  });
});

/** Ids that are made for each run, the time in a status id among them. */
function withoutIds(body: unknown): unknown {
  const text = JSON.stringify(body).replace(/cp_[0-9a-f]{16}/g, "cp_ID");
  return JSON.parse(text.replace(/"status:(\w+):\d{13}"/g, '"status:$1:MS"'));
}
