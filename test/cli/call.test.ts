import { describe, expect, test } from "vitest";
import { HOME, jsonLines, TestMachine } from "./test-host.ts";

const line = (record: object) => `${JSON.stringify(record)}\n`;

describe("mortise call", () => {
  test("prints data on stdout, refusals on stderr, and exits by the code", async () => {
    const machine = new TestMachine({ "a.txt": "one\none\n" });
    const call = (tool: string, args: object, ...more: string[]) =>
      machine.run(["call", tool, "--args", JSON.stringify(args), ...more]);

    const read = await call("read_file", { path: "a.txt" });
    expect({ code: read.code, stderr: read.stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(read.stdout)).toMatchObject({ path: "a.txt", total_lines: 2 });

    const ambiguous = await call("edit_file", { path: "a.txt", old_text: "one", new_text: "two" });
    expect(ambiguous.code).toBe(4);
    expect(ambiguous.stderr).toMatch(/^mortise: .*\(ambiguous\)\n$/s);

    expect((await call("read_file", { path: "none" })).code).toBe(3);
    expect((await call("read_file", { path: "../x" })).code).toBe(4);
    expect((await call("read_file", { pth: "a.txt" })).code).toBe(2);
    expect((await call("no_such_tool", {})).code).toBe(2);
    expect((await call("read_file", [])).code).toBe(2);
    expect((await call("revert_turn", { turn_id: "t" })).code).toBe(3);
    expect(machine.text("a.txt")).toBe("one\none\n");
  });

  test("--json prints the body REST would send, success or not", async () => {
    const machine = new TestMachine({ "a.txt": "one\n" });
    const ok = await machine.run(["call", "read_file", "--args", '{"path":"a.txt"}', "--json"]);
    expect({ code: ok.code, body: JSON.parse(ok.stdout), stderr: ok.stderr }).toMatchObject({
      code: 0,
      body: { success: true, data: { path: "a.txt" } },
      stderr: "",
    });
    const refused = await machine.run(["call", "read_file", "--args", '{"path":"b.txt"}', "--json"]);
    expect({ code: refused.code, body: JSON.parse(refused.stdout), stderr: refused.stderr }).toMatchObject({
      code: 3,
      body: { success: false, error_code: "not_found" },
      stderr: "",
    });
  });

  test("--args - reads the arguments from stdin, strictly", async () => {
    const machine = new TestMachine({ "é.txt": "one\n" });
    const args = new TextEncoder().encode('{"path":"é.txt"}');
    const cut = [args.slice(0, 10), args.slice(10)];
    expect((await machine.run(["call", "read_file", "--args", "-"], { stdin: cut })).code).toBe(0);
    const broken = await machine.run(["call", "read_file", "--args", "-"], { stdin: [new Uint8Array([0x7b, 0xff])] });
    expect({ code: broken.code, stderr: broken.stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("not valid UTF-8"),
    });
  });

  test("a call in a turn is checkpointed below the store, and one without is not", async () => {
    const machine = new TestMachine({ "a.txt": "one\n" });
    const write = (content: string, ...more: string[]) =>
      machine.run(["call", "write_file", "--args", JSON.stringify({ path: "a.txt", content }), "--json", ...more]);
    const unbound = JSON.parse((await write("two\n")).stdout);
    expect(unbound).toMatchObject({ data: { checkpoint: { status: "none", reason: "no_turn" } } });
    const stored = JSON.parse((await write("three\n", "--turn", "t", "--session", "s", "--store", "/store")).stdout);
    expect(stored).toMatchObject({ data: { checkpoint: { status: "stored", turn_id: "t" } } });
    expect(machine.exists("/store/index.db")).toBe(true);
    expect(machine.exists(`${HOME}/checkpoints/index.db`)).toBe(false);
    // Nothing of the call's own is left behind: no temporary file, no note of one.
    expect(machine.volume.readdirSync("/store/leftovers")).toEqual([]);
    expect(machine.volume.readdirSync("/work/project")).toEqual(["a.txt"]);
  });

  test("--ndjson answers each line in order, with one state for all", async () => {
    const machine = new TestMachine({ "a.txt": "one\n" });
    const stdin =
      line({
        id: 1,
        tool: "edit_file",
        arguments: { path: "a.txt", old_text: "one", new_text: "two" },
        session_id: "s",
      }) +
      line({ id: "b", tool: "read_file", arguments: { path: "a.txt" }, session_id: "s" }) +
      "\n" +
      line({
        tool: "edit_file",
        arguments: { path: "a.txt", old_text: "two", new_text: "three" },
        session_id: "s",
        turn_id: "t",
      }) +
      line({ id: null, tool: "read_file", arguments: { path: "none" } }) +
      line({ id: { x: 1 }, tool: "read_file", argument: {} }) +
      line({ id: 6, tool: "nothing", arguments: {} }) +
      line([]);
    const { code, stdout, stderr } = await machine.run(["call", "--ndjson"], { stdin });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const read = { verdict: "never_read" };
    expect(jsonLines(stdout)).toEqual([
      expect.objectContaining({
        id: 1,
        status: 200,
        success: true,
        data: expect.objectContaining({ read_before_edit: expect.objectContaining(read) }),
      }),
      expect.objectContaining({ id: "b", status: 200, success: true }),
      expect.objectContaining({
        id: null,
        status: 200,
        success: true,
        data: expect.objectContaining({ checkpoint: expect.objectContaining({ turn_id: "t" }) }),
      }),
      expect.objectContaining({ id: null, status: 404, success: false, error_code: "not_found" }),
      expect.objectContaining({ id: { x: 1 }, status: 400, success: false, error_code: "unsupported_argument" }),
      expect.objectContaining({ id: 6, status: 404, success: false, error_code: "unknown_tool" }),
      expect.objectContaining({ id: null, status: 400, success: false, error_code: "bad_argument" }),
    ]);
    // The third call knew the file from the second: no staleness verdict but ok.
    expect(jsonLines(stdout)[2]).not.toMatchObject({ warning: expect.anything() });
    expect(machine.text("a.txt")).toBe("three\n");
  });

  test("an argument named __proto__ is refused by name in a line as with --args, and nothing is run", async () => {
    const machine = new TestMachine({ "a.txt": "one\n" });
    const args = '{"path":"a.txt","content":"two\\n","__proto__":{"x":1}}';
    const byLine = await machine.run(["call", "--ndjson"], { stdin: `{"tool":"write_file","arguments":${args}}\n` });
    const byArgs = await machine.run(["call", "write_file", "--args", args, "--json"]);
    for (const answer of [...jsonLines(byLine.stdout), ...jsonLines(byArgs.stdout)]) {
      expect(answer).toMatchObject({
        success: false,
        error_code: "unsupported_argument",
        error: expect.stringContaining('"__proto__"'),
      });
    }
    expect({ codes: [byLine.code, byArgs.code], text: machine.text("a.txt") }).toEqual({
      codes: [0, 2],
      text: "one\n",
    });
  });

  test("--ndjson goes on after a line that is not JSON, and exits 2", async () => {
    const machine = new TestMachine({ "a.txt": "one\n" });
    const good = line({ id: 1, tool: "read_file", arguments: { path: "a.txt" } });
    const stdin = [new TextEncoder().encode(`nonsense\n${good}`), new Uint8Array([0x22, 0xff, 0x22, 0x0a])];
    const { code, stdout } = await machine.run(["call", "--ndjson"], { stdin });
    expect({ code, lines: jsonLines(stdout) }).toMatchObject({
      code: 2,
      lines: [
        { id: null, status: 400, success: false, error_code: "bad_json" },
        { id: 1, status: 200, success: true },
        { id: null, status: 400, success: false, error_code: "bad_json" },
      ],
    });
  });

  test("--session and --turn hold for lines that name none", async () => {
    const machine = new TestMachine();
    const write = (path: string, more: object) =>
      line({ tool: "write_file", arguments: { path, content: "x\n" }, ...more });
    const stdin = write("a", {}) + write("b", { turn_id: "own" });
    await machine.run(["call", "--ndjson", "--session", "s", "--turn", "t"], { stdin });
    const { stdout } = await machine.run(["checkpoints", "list", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      turns: [
        { turn_id: "own", session_id: "s" },
        { turn_id: "t", session_id: "s" },
      ],
    });
  });

  test("every setting changes what a call does", async () => {
    const text = "first line\nsecond\nthird\n";
    const edit = { path: "a.txt", old_text: "  second", new_text: "  2nd" };
    const outcome = async (env: Record<string, string>, args: object = edit) => {
      const machine = new TestMachine({ "a.txt": text });
      const stdin = line({ tool: "edit_file", arguments: args, session_id: "s", turn_id: "t" });
      const { stdout } = await machine.run(["call", "--ndjson"], { stdin, env });
      return { body: jsonLines(stdout)[0], machine };
    };
    expect((await outcome({})).body).toMatchObject({
      success: true,
      data: { read_before_edit: { verdict: "never_read" } },
    });
    expect((await outcome({ MORTISE_READ_BEFORE_EDIT: "enforce" })).body).toMatchObject({
      error_code: "never_read",
    });
    expect((await outcome({ MORTISE_READ_BEFORE_EDIT: "off" })).body).not.toHaveProperty("data.read_before_edit");
    expect((await outcome({ MORTISE_EDIT_MAX_CONTENT_LINES: "2" })).body).toMatchObject({
      error_code: "not_found",
    });
    const twoLines = { ...edit, old_text: "  second\n  third" };
    expect((await outcome({}, twoLines)).body).toMatchObject({ success: true });
    expect((await outcome({ MORTISE_EDIT_MAX_NEEDLE_LINES: "1" }, twoLines)).body).toMatchObject({
      error_code: "not_found",
    });
    expect((await outcome({ MORTISE_CHECKPOINT_MAX_BLOB_BYTES: "3" })).body).toMatchObject({
      data: { checkpoint: { status: "none", reason: "too_large" } },
    });
    const elsewhere = await outcome({ MORTISE_CHECKPOINT_DIR: "/elsewhere" });
    expect(elsewhere.machine.exists("/elsewhere/index.db")).toBe(true);
  });

  test("--url shows a token to no host but this machine, unless one is given for it", async () => {
    const machine = new TestMachine();
    machine.volume.mkdirSync(`${HOME}/tokens`, { recursive: true });
    machine.volume.writeFileSync(`${HOME}/tokens/80`, "token-of-port-80\n");
    const call = (url: string, env: Record<string, string> = {}) =>
      machine.run(["call", "read_file", "--json", "--url", url], { env });
    const foreign = await call("http://tools.example");
    expect({ code: foreign.code, body: JSON.parse(foreign.stdout) }).toMatchObject({
      code: 2,
      body: { success: false, error_code: "unauthorized", error: expect.stringContaining("MORTISE_TOKEN") },
    });
    const none = await call("http://127.0.0.1:7999");
    expect({ code: none.code, body: JSON.parse(none.stdout) }).toMatchObject({
      code: 8,
      body: { error_code: "unavailable", error: expect.stringContaining("mortise serve --port 7999") },
    });
    const silent = await call("http://127.0.0.1:1", { MORTISE_TOKEN: "some-token" });
    expect({ code: silent.code, body: JSON.parse(silent.stdout) }).toMatchObject({
      code: 8,
      body: { error_code: "unavailable", error: expect.stringContaining("cannot be reached") },
    });
  });
});
