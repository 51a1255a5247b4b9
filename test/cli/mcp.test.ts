import { describe, expect, test } from "vitest";
import { CWD, HOME, jsonLines, TestMachine } from "./test-host.ts";

const INITIALIZE = {
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
const call = (id: number | string, name: string, args: object) => ({
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

function linesOf(...messages: readonly object[]): string {
  return messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
}

describe("mortise mcp", () => {
  test("answers every request before it ends with its input, and writes nothing but answers", async () => {
    const machine = new TestMachine({ "a.txt": "one\n" });
    const stdin = linesOf(
      INITIALIZE,
      { method: "notifications/initialized" },
      { id: 1, method: "tools/list" },
      call("two", "edit_file", { path: "a.txt", old_text: "one", new_text: "two" }),
      call(3, "read_file", { path: "../x" }),
      { id: 4, method: "resources/list" },
      { id: 5, method: "ping" },
    );
    const { code, stdout, stderr } = await machine.run(["mcp", "."], { stdin });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const answers = new Map(jsonLines(stdout).map((line) => [Object(line).id, line]));
    expect([...answers.keys()].map(String).sort()).toEqual(["0", "1", "3", "4", "5", "two"]);
    expect(answers.get(0)).toMatchObject({ result: { serverInfo: { name: "mortise" }, capabilities: { tools: {} } } });
    expect(answers.get("two")).toMatchObject({ result: { structuredContent: { success: true } } });
    expect(answers.get(3)).toMatchObject({
      result: { isError: true, structuredContent: { success: false, error_code: "path_outside_root" } },
    });
    expect(answers.get(4)).toMatchObject({ error: { code: -32601 } });
    expect(machine.text("a.txt")).toBe("two\n");

    const list = await machine.run(["checkpoints", "list", "--json"]);
    expect(jsonLines(list.stdout)).toMatchObject([
      { count: 1, turns: [{ turn_id: expect.stringMatching(/^turn_/), session_id: expect.stringMatching(/^mcp_/) }] },
    ]);
  });

  test("arguments that are no object are the tool's to refuse, and none are an empty object", async () => {
    const given = [[], null, "x", 5];
    const calls = [...given, undefined].map((args, at) => ({
      id: at + 10,
      method: "tools/call",
      params: { name: args === undefined ? "list_files" : "read_file", arguments: args },
    }));
    const { stdout } = await new TestMachine().run(["mcp"], { stdin: linesOf(INITIALIZE, ...calls) });
    const answers = new Map(jsonLines(stdout).map((answer) => [Object(answer).id, answer]));
    for (const [at, args] of given.entries()) {
      expect(answers.get(at + 10)).toMatchObject({
        result: {
          isError: true,
          structuredContent: {
            error_code: "bad_argument",
            error: `read_file: arguments are ${JSON.stringify(args)}; nothing was run, pass a JSON object`,
          },
        },
      });
    }
    expect(answers.get(14)).toMatchObject({ result: { structuredContent: { success: true } } });
  });

  test("a line that is no message is told on stderr, and answered when it names a request or is no JSON", async () => {
    const stdin = [
      linesOf(INITIALIZE),
      "no JSON\n",
      '[{"jsonrpc":"2.0","id":8,"method":"ping"}]\n',
      '{"jsonrpc":"2.0","id":9,"method":"ping","params":"x"}\n',
      "\n",
      linesOf({ id: 10, method: "ping" }),
    ].join("");
    const { code, stdout, stderr } = await new TestMachine().run(["mcp"], { stdin });
    expect(code).toBe(0);
    const unreadable = {
      jsonrpc: "2.0",
      id: null,
      error: { code: -32700, message: expect.stringContaining("not JSON") },
    };
    expect(jsonLines(stdout).filter((line) => Object(line).id === null)).toEqual([unreadable]);
    expect(jsonLines(stdout).slice(-2)).toEqual([
      { jsonrpc: "2.0", id: 9, error: { code: -32600, message: expect.stringContaining("JSON-RPC") } },
      { jsonrpc: "2.0", id: 10, result: {} },
    ]);
    expect(stderr.trimEnd().split("\n")).toEqual([
      "mortise: mcp: a line is not JSON",
      "mortise: mcp: a line is no JSON-RPC message",
      "mortise: mcp: a line is no JSON-RPC message",
    ]);
  });

  test("a line that is not UTF-8 is told, and the next one is heard", async () => {
    const bytes = new TextEncoder().encode(linesOf(INITIALIZE));
    const { code, stdout, stderr } = await new TestMachine().run(["mcp"], {
      stdin: [new Uint8Array([0x7b, 0xff, 0x0a]), bytes],
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "mortise: mcp: the line is not valid UTF-8\n" });
    expect(jsonLines(stdout)).toMatchObject([{ id: null, error: { code: -32700 } }, { id: 0 }]);
  });

  test("a cancelled request gets no answer and does not keep the process", async () => {
    const machine = new TestMachine({ "a.txt": "one\n" });
    const stdin = linesOf(
      INITIALIZE,
      call(1, "edit_file", { path: "a.txt", old_text: "one", new_text: "two" }),
      { method: "notifications/cancelled", params: { requestId: 1, reason: "changed my mind" } },
      { id: 2, method: "ping" },
    );
    const { code, stdout } = await machine.run(["mcp"], { stdin });
    expect(code).toBe(0);
    expect(jsonLines(stdout).map((line) => Object(line).id)).toEqual([0, 2]);
    expect(machine.text("a.txt")).toBe("one\n");
  });

  for (const folder of ["/nothing", "a.txt", HOME]) {
    test(`${folder} as root is refused on stderr with 2, and stdout stays empty`, async () => {
      const machine = new TestMachine({ "a.txt": "one\n" });
      await machine.run(["call", "write_file", "--args", '{"path":"b.txt","content":"x"}', "--root", CWD]);
      const { code, stdout, stderr } = await machine.run(["mcp", folder], { stdin: linesOf(INITIALIZE) });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(/^mortise: /);
    });
  }
});
