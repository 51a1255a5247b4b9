import { describe, expect, test } from "vitest";
import { ERROR_CODES, StoreError, statusOf } from "../../runtime/errors.ts";
import { VERSION } from "../../runtime/version.ts";
import { ROOT } from "../tools/workspace.ts";
import { openTestServer } from "./test-server.ts";

const NOTE = { bash_not_covered: true, note: expect.stringContaining("shell commands") };

describe("the server", () => {
  test("says that it is up, and which version under which host", async () => {
    const server = await openTestServer();
    expect(await server.send("/healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
    const version = await server.send("/version");
    expect(version.body).toEqual({ name: "mortise", version: VERSION, runtime: "test 1.0" });
  });

  test("lists every tool with its schemas, hints and tier", async () => {
    const server = await openTestServer();
    const { tools } = server.work.runtime;
    const { body } = await server.send("/api/tools");
    expect(body).toEqual({
      count: tools.length,
      tools: tools.map((tool) => ({
        name: tool.name,
        title: tool.title,
        description: tool.description,
        input_schema: tool.inputSchema,
        output_schema: tool.outputSchema,
        annotations: tool.annotations,
        safety_tier: tool.safetyTier,
      })),
    });
    expect(tools.length).toBeGreaterThanOrEqual(5);
  });

  test("sends what a tool answers, with the status of its code", async () => {
    const server = await openTestServer({ files: { "a.txt": "one\none\n", "b.bin": new Uint8Array([0, 1]) } });
    const call = (name: string, args: unknown) => server.post(`/api/tools/${name}`, { arguments: args });
    const edit = (old_text: string) => call("edit_file", { path: "a.txt", old_text, new_text: "two" });
    expect(await call("read_file", { path: "a.txt" })).toMatchObject({ status: 200, body: { success: true } });
    expect(await edit("one")).toMatchObject({ status: 409, body: { success: false, error_code: "ambiguous" } });
    expect(await edit("none")).toMatchObject({ status: 404, body: { error_code: "not_found" } });
    expect(await edit("")).toMatchObject({ status: 400, body: { error_code: "empty_needle" } });
    expect(await call("read_file", { path: "../x" })).toMatchObject({
      status: 403,
      body: { error_code: "path_outside_root" },
    });
    expect(await call("read_file", { path: "b.bin" })).toMatchObject({ status: 415, body: { error_code: "binary" } });
    expect(
      await server.post("/api/tools/coding_tools__read_file", { arguments: { file_path: "a.txt" } }),
    ).toMatchObject({
      status: 200,
    });
  });

  test("refuses an argument named __proto__ like any other that a tool does not have, and runs nothing", async () => {
    const server = await openTestServer({ files: { "a.txt": "one\n" } });
    const args = '{"path":"a.txt","old_text":"one","new_text":"two","__proto__":{"replace_all":true}}';
    const call = (body: string) =>
      server.send("/api/tools/edit_file", { method: "POST", headers: { "content-type": "application/json" }, body });
    expect(await call(`{"arguments":${args}}`)).toMatchObject({
      status: 400,
      body: { error_code: "unsupported_argument", error: expect.stringContaining('"__proto__"') },
    });
    expect(await call(`{"arguments":{},"__proto__":${args}}`)).toMatchObject({
      status: 400,
      body: { error_code: "unsupported_argument" },
    });
    for (const wrong of ["[]", "null", '"x"', "1"]) {
      expect(await call(`{"arguments":${wrong}}`)).toMatchObject({ status: 400, body: { error_code: "bad_argument" } });
    }
    expect(await server.work.text("a.txt")).toBe("one\n");
  });

  test("gives a call no turn that it did not name", async () => {
    const server = await openTestServer({ files: { "a.txt": "one\n" } });
    const written = await server.post("/api/tools/write_file", {
      arguments: { path: "a.txt", content: "two\n" },
      session_id: "s",
    });
    expect(written.body).toMatchObject({ data: { checkpoint: { status: "none", reason: "no_turn" } } });
    expect((await server.send("/api/checkpoints/turns")).body).toEqual({ count: 0, turns: [], ...NOTE });
  });

  test("lists, shows and reverts what turns wrote", async () => {
    const server = await openTestServer({ files: { "a.txt": "one\n" } });
    const write = (turn: string, session: string, content: string) =>
      server.post("/api/tools/write_file", {
        arguments: { path: "a.txt", content },
        turn_id: turn,
        session_id: session,
      });
    await write("t1", "s1", "two\n");
    await write("t2", "s2", "three\n");

    const all = await server.send("/api/checkpoints/turns");
    expect(all.body).toMatchObject({ count: 2, turns: [{ turn_id: "t2" }, { turn_id: "t1" }], ...NOTE });
    expect((await server.send("/api/checkpoints/turns?limit=1")).body).toMatchObject({
      count: 1,
      turns: [{ turn_id: "t2" }],
    });
    expect((await server.send("/api/checkpoints/turns?session_id=s1")).body).toMatchObject({
      turns: [{ turn_id: "t1" }],
    });

    expect((await server.send("/api/checkpoints/turns/t1")).body).toMatchObject({
      turn_id: "t1",
      writes: [{ path: "a.txt", root: ROOT, surface: "http", tool_name: "write_file", session_id: "s1" }],
      plan: [{ path: "a.txt", status: "drifted" }],
      ...NOTE,
    });

    expect((await server.send("/api/checkpoints/turns/t1/diff")).body).toMatchObject({ turn_id: "t1", ...NOTE });
    expect((await server.send("/api/checkpoints/turns/none/diff")).body).toMatchObject({
      error_code: "no_checkpoints",
    });
    const verified = await server.send("/api/checkpoints/verify");
    expect(verified).toMatchObject({ status: 200, body: { success: true, damaged_blobs: [], ...NOTE } });

    const refused = await server.post("/api/checkpoints/revert", { turn_id: "t1" });
    expect(refused).toMatchObject({
      status: 409,
      body: { success: false, error_code: "drifted", refused: true, reverted: [], drifted: ["a.txt"], ...NOTE },
    });
    expect(await server.work.text("a.txt")).toBe("three\n");

    const planned = await server.post("/api/checkpoints/revert", { session_id: "s2", dry_run: true });
    expect(planned).toMatchObject({ status: 200, body: { success: true, turn_id: "t2", dry_run: true, reverted: [] } });
    expect(await server.work.text("a.txt")).toBe("three\n");

    const reverted = await server.post("/api/checkpoints/revert", { turn_id: "t2" });
    expect(reverted).toMatchObject({
      status: 200,
      body: { success: true, turn_id: "t2", reverted: ["a.txt"], reverted_count: 1, refused: false, ...NOTE },
    });
    expect(await server.work.text("a.txt")).toBe("two\n");

    const { revert_turn_id: revert } = reverted.body as { revert_turn_id: string };
    expect((await server.send("/api/checkpoints/turns?limit=1")).body).toMatchObject({
      turns: [{ turn_id: revert, kind: "revert", reverts: "t2", state: "done" }],
    });
    const undone = await server.post("/api/checkpoints/undo-revert", {});
    expect(undone).toMatchObject({
      status: 200,
      body: { success: true, turn_id: revert, reverted: ["a.txt"], ...NOTE },
    });
    expect(await server.work.text("a.txt")).toBe("three\n");
    expect(await server.post("/api/checkpoints/undo-revert", {})).toMatchObject({
      status: 404,
      body: { success: false, error_code: "no_checkpoints", ...NOTE },
    });
    expect(await server.post("/api/checkpoints/undo-revert", { turn: "t2" })).toMatchObject({
      status: 400,
      body: { error_code: "unsupported_argument", ...NOTE },
    });
  });

  test("finds a turn whatever its name holds", async () => {
    const server = await openTestServer();
    for (const turn of ["a/b", "50%", "a%2Fb", "é \u{1f600}", "?x=1#y", "a+b"]) {
      const call = { arguments: { path: `${turn.length}.txt`, content: `${turn}\n` }, turn_id: turn };
      expect(await server.post("/api/tools/write_file", call)).toMatchObject({ status: 200 });
      const shown = await server.send(`/api/checkpoints/turns/${encodeURIComponent(turn)}`);
      expect(shown).toMatchObject({ status: 200, body: { turn_id: turn } });
    }
  });

  test("answers a turn it does not know with 404 and the note", async () => {
    const server = await openTestServer();
    const missing = { status: 404, body: { success: false, error_code: "no_checkpoints", ...NOTE } };
    expect(await server.send("/api/checkpoints/turns/none")).toMatchObject(missing);
    expect(await server.post("/api/checkpoints/revert", { turn_id: "none" })).toMatchObject(missing);
    expect(await server.post("/api/checkpoints/revert", {})).toMatchObject(missing);
  });

  test("refuses a limit out of range, an unknown query name and one given twice, naming it", async () => {
    const server = await openTestServer();
    for (const limit of ["0", "201", "-1", "ten", "1.5", "1e2", "0x10"]) {
      expect(await server.send(`/api/checkpoints/turns?limit=${limit}`)).toMatchObject({
        status: 400,
        body: { error_code: "bad_argument", error: expect.stringContaining("limit"), ...NOTE },
      });
    }
    expect(await server.send("/api/checkpoints/turns?limit=200")).toMatchObject({ status: 200 });
    expect(await server.send("/api/checkpoints/turns?limt=5")).toMatchObject({
      status: 400,
      body: { error_code: "unsupported_argument", error: expect.stringContaining('"limt"') },
    });
    expect(await server.send("/api/checkpoints/turns?limit=5&limit=6")).toMatchObject({
      status: 400,
      body: { error_code: "bad_argument", error: expect.stringContaining("twice") },
    });
  });

  test("a turn id that another root of the store uses too is, to a server, the turn of its own root", async () => {
    const server = await openTestServer({ files: { "a.txt": "one\n" } });
    const { checkpoints } = server.work.runtime;
    await server.work.fs.mkdir("/elsewhere");
    const write = { path: "a.txt", content: "two\n" };
    await server.post("/api/tools/write_file", { arguments: write, turn_id: "turn-1", session_id: "s" });
    for (const turnId of ["turn-1", "turn-2"]) {
      const made = {
        root: "/elsewhere",
        relativePath: "theirs.txt",
        before: null,
        after: { sha256: "0".repeat(64), size: 1 },
      };
      const who = { turnId, sessionId: "s", surface: "http", toolName: "write_file", callId: "c" } as const;
      expect((await checkpoints.capture({ ...who, ...made })).answer.status).toBe("stored");
    }
    expect((await server.send("/api/checkpoints/turns")).body).toMatchObject({
      turns: [{ turn_id: "turn-1", writes: 1 }],
    });
    expect((await server.send("/api/checkpoints/turns/turn-1")).body).toMatchObject({ writes: [{ root: ROOT }] });
    for (const path of ["turn-2", "turn-2/diff"]) {
      const hidden = { status: 404, body: { error_code: "no_checkpoints" } };
      expect(await server.send(`/api/checkpoints/turns/${path}`)).toMatchObject(hidden);
    }
    const tool = await server.post("/api/tools/revert_turn", { arguments: { dry_run: true }, session_id: "s" });
    expect(tool.body).toMatchObject({ success: true, data: { turn_id: "turn-1", files: [{ path: "a.txt" }] } });
    for (const body of [{}, { turn_id: "turn-1" }, { turn_id: "turn-1", session_id: "s" }]) {
      const back = { status: 200, body: { turn_id: "turn-1", reverted: ["a.txt"] } };
      expect(await server.post("/api/checkpoints/revert", body)).toMatchObject(back);
      expect(await server.post("/api/checkpoints/undo-revert", {})).toMatchObject({ status: 200 });
    }
    expect(await server.post("/api/checkpoints/revert", { turn_id: "turn-2" })).toMatchObject({
      status: 409,
      body: { error_code: "root_unmapped", error: expect.stringContaining("command line") },
    });
  });

  test("shows and diffs a turn of any name that writes accept", async () => {
    const server = await openTestServer();
    const names = ["..", ".", "a/b", "a%2Fb", "a b?c#d", "turn/diff", "t"];
    for (const [at, turn_id] of names.entries()) {
      const write = { arguments: { path: `${at}.txt`, content: "x" }, turn_id };
      expect(await server.post("/api/tools/write_file", write)).toMatchObject({ status: 200 });
    }
    for (const [at, turn_id] of names.entries()) {
      const asked = `turn_id=${encodeURIComponent(turn_id)}`;
      const [shown, told] = [`/api/checkpoints/turn?${asked}`, `/api/checkpoints/turn/diff?${asked}`];
      expect((await server.send(shown)).body).toMatchObject({ turn_id, writes: [{ path: `${at}.txt` }], ...NOTE });
      expect((await server.send(told)).body).toMatchObject({ turn_id, files: [{ path: `${at}.txt` }], ...NOTE });
      if (at < 2) continue;
      const path = `/api/checkpoints/turns/${encodeURIComponent(turn_id)}`;
      expect((await server.send(path)).body).toMatchObject({ turn_id, writes: [{ path: `${at}.txt` }] });
      expect((await server.send(`${path}/diff`)).body).toMatchObject({ turn_id, files: [{ path: `${at}.txt` }] });
    }
    expect((await server.send("/api/checkpoints/turn")).body).toMatchObject({ turn_id: "t" });
    expect(await server.send("/api/checkpoints/turn?turn_id=none")).toMatchObject({
      status: 404,
      body: { error_code: "no_checkpoints", error: expect.stringContaining('"none"') },
    });
    expect(await server.send("/api/checkpoints/turn?turn=t")).toMatchObject({ status: 400 });
    expect(await server.send("/api/checkpoints/turns/t?turn_id=t")).toMatchObject({ status: 400 });
  });

  test("reverts into no folder that it does not serve", async () => {
    const server = await openTestServer({ files: { "a.txt": "one\n" } });
    await server.post("/api/tools/write_file", { arguments: { path: "a.txt", content: "two\n" }, turn_id: "t" });
    await server.work.fs.mkdir("/elsewhere");
    await server.work.fs.symlink("/elsewhere", `${ROOT}/link`);
    const revert = (root: string) => server.post("/api/checkpoints/revert", { turn_id: "t", root });
    for (const root of ["/elsewhere", "/", `${ROOT}/link`]) {
      expect(await revert(root)).toMatchObject({ status: 403, body: { error_code: "path_outside_root", ...NOTE } });
    }
    for (const root of ["relative", "/nothing", `${ROOT}/a.txt`]) {
      expect(await revert(root)).toMatchObject({
        status: 400,
        body: { error_code: "bad_argument" },
      });
    }
    expect(await server.work.fs.readdir("/elsewhere")).toEqual([]);
    expect(await server.work.text("a.txt")).toBe("two\n");
    expect(await revert(ROOT)).toMatchObject({ status: 200, body: { success: true, reverted: ["a.txt"] } });
  });

  test("tells a fault to the operator and no more than `internal` to the caller; a store's file is named to both", async () => {
    const server = await openTestServer();
    const secret = new Error("secret at /home/someone/.ssh");
    server.work.runtime.checkpoints.list = () => Promise.reject(secret);
    const answer = await server.send("/api/checkpoints/turns");
    expect(answer).toMatchObject({ status: 500, body: { success: false, error_code: "internal" } });
    expect(JSON.stringify(answer.body)).not.toContain("someone");
    expect(server.faults).toEqual([secret]);

    const busy = new StoreError("unavailable", '"/home/someone/index.db" is locked');
    server.work.runtime.checkpoints.list = () => Promise.reject(busy);
    const later = await server.send("/api/checkpoints/turns");
    const error = 'the checkpoint store could not be used: "/home/someone/index.db" is locked';
    expect(later).toMatchObject({ status: 503, body: { success: false, error_code: "unavailable", error } });
  });

  test("every failure below /api/checkpoints says that shell commands are not covered, whatever failed", async () => {
    const server = await openTestServer();
    const { checkpoints } = server.work.runtime;
    const unreadable = () => Promise.reject(new StoreError("unrecoverable", "file is not a database"));
    checkpoints.list = unreadable;
    checkpoints.show = unreadable;
    checkpoints.revert = unreadable;
    const failed = { status: 409, body: { success: false, error_code: "unrecoverable", ...NOTE } };
    expect(await server.send("/api/checkpoints/turns")).toMatchObject(failed);
    expect(await server.send("/api/checkpoints/turns/t")).toMatchObject(failed);
    expect(await server.post("/api/checkpoints/revert", {})).toMatchObject(failed);

    const plain = await server.send("/api/checkpoints/revert", { method: "POST", body: "{}" });
    expect(plain).toMatchObject({ status: 415, body: { error_code: "unsupported_media_type", ...NOTE } });
    const method = await server.send("/api/checkpoints/turns", { method: "DELETE" });
    expect(method).toMatchObject({ status: 405, body: { error_code: "method_not_allowed", ...NOTE } });
    expect(method.headers.get("allow")).toBe("GET, HEAD");
    expect(method.headers.get("content-type")).toBe("application/json");
    expect((await server.send("/api/checkpoints/nothing")).body).toMatchObject({
      error_code: "unknown_route",
      ...NOTE,
    });
  });

  test("every code has an HTTP status of an error and an exit code", () => {
    for (const code of Object.keys(ERROR_CODES) as (keyof typeof ERROR_CODES)[]) {
      expect(statusOf(code)).toBeGreaterThanOrEqual(400);
      expect(statusOf(code)).toBeLessThan(600);
      expect(ERROR_CODES[code].exitCode).toBeGreaterThan(0);
      expect(ERROR_CODES[code].exitCode).toBeLessThanOrEqual(9);
    }
    expect(statusOf(undefined)).toBe(200);
  });
});
