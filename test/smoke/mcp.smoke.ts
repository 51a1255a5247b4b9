import { spawn } from "node:child_process";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCli } from "./cli-process.ts";
import { parseObject } from "./json.ts";
import { connectHttp, connectStdio, type McpClient, stdioServer } from "./mcp-client.ts";
import { sendRaw } from "./raw-request.ts";
import { clientConfiguration } from "./readme.ts";
import { environmentFor, REPOSITORY, RUNTIMES, type RuntimeName } from "./runtimes.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import { hashTree, makeScratch, type Scratch } from "./tree.ts";

/** Room for the build that Node's part may have to wait for. */
const SETUP_LIMIT_MS = 120_000;

for (const runtime of RUNTIMES) describe(`MCP under ${runtime}`, () => tryBothTransports(runtime));

function tryBothTransports(runtime: RuntimeName): void {
  let scratch: Scratch;
  let server: ServerProcess;
  const open: McpClient[] = [];

  beforeAll(async () => {
    scratch = await makeScratch();
    await mkdir(join(scratch.root, ".git"));
    await writeFile(join(scratch.root, ".git/config"), "[core]\n");
    await writeFile(`${scratch.root}-outside.txt`, "not yours\n");
    await symlink(`${scratch.root}-outside.txt`, join(scratch.root, "out.txt"));
    server = await startServer({ runtime, root: scratch.root, home: scratch.home });
  }, SETUP_LIMIT_MS);

  afterAll(async () => {
    for (const client of open) await client.close();
    await server.stop();
    await scratch.remove();
  });

  const kept = async (connecting: Promise<McpClient>) => {
    const client = await connecting;
    open.push(client);
    return client;
  };
  const authorization = () => ({ authorization: `Bearer ${server.token}` });
  const TRANSPORTS = {
    http: () => kept(connectHttp(server.url, authorization())),
    stdio: async () => kept(connectStdio(await stdioServer(runtime, scratch.root, scratch.home))),
  };

  for (const [name, connect] of Object.entries(TRANSPORTS)) {
    test(`${name}: a session lists, reads, edits, is refused, is told of a change and takes its turn back`, async () => {
      const file = `${name}.txt`;
      const path = join(scratch.root, file);
      await writeFile(path, "one\ntwo\n");
      const [first, second] = [await connect(), await connect()];
      const { tools } = await first.client.listTools();
      const listed = await server.get("/api/tools");
      expect(listed.body).toMatchObject({ tools: tools.map((tool) => ({ name: tool.name, title: tool.title })) });

      const edit = (from: string, to: string) => ({ path: file, old_text: from, new_text: to });
      expect(await first.call("read_file", { path: file })).toMatchObject({
        isError: false,
        body: { success: true, data: { content: "     1|one\n     2|two", total_lines: 2 } },
      });
      const edited = await first.call("edit_file", edit("one", "1"));
      expect(edited).toMatchObject({ body: { success: true, data: { checkpoint: { status: "stored" } } } });
      expect(edited.body).not.toHaveProperty("warning");
      expect(await first.call("edit_file", edit("nowhere", "x"))).toMatchObject({
        isError: true,
        body: { success: false, error_code: "not_found" },
      });
      expect(await second.call("edit_file", edit("two", "2"))).toMatchObject({
        body: { success: true, data: { read_before_edit: { verdict: "never_read" } } },
      });
      expect(await first.call("edit_file", edit("1", "one again"))).toMatchObject({
        body: { success: true, data: { read_before_edit: { verdict: "stale" } } },
      });
      expect(await first.call("no_such_tool", {})).toMatchObject({
        isError: true,
        body: { error_code: "unknown_tool" },
      });
      expect(await readFile(path, "utf8")).toBe("one again\n2\n");

      expect(await first.call("memory_save", { key: `by-${name}`, value: "kept" })).toMatchObject({ isError: false });
      expect(await second.call("memory_query", { query: `.key == "by-${name}"` })).toMatchObject({
        body: { data: { entries: [{ value: "kept" }] } },
      });
      // The other session wrote between the two edits, so its turn goes first.
      expect(await second.call("revert_turn", {})).toMatchObject({ isError: true, body: { error_code: "drifted" } });
      expect(await first.call("revert_turn", { force: true })).toMatchObject({ isError: false });
      expect(await readFile(path, "utf8")).toBe("one\ntwo\n");
      expect([...first.faults, ...second.faults]).toEqual([]);
    });
  }

  test("one path rule holds at all four doors, and what it refuses is not touched", async () => {
    const clients = [await TRANSPORTS.http(), await TRANSPORTS.stdio()];
    const before = await hashTree(scratch.root);
    const paths = ["../x", "/etc/hostname", "out.txt", ".git/config", ".GIT/config", "a/../../x", "a\\..\\x", "a\0b"];
    const calls = paths.map((path) => ({ tool: "write_file", arguments: { path, content: "x" } }));
    const lines = calls.map((call) => `${JSON.stringify(call)}\n`).join("");
    const args = ["call", "--ndjson", "--root", scratch.root];
    const cli = await runCli(runtime, args, { home: scratch.home, stdin: lines });
    const codes = cli.stdout
      .trimEnd()
      .split("\n")
      .map((line) => parseObject(line).error_code);
    expect(codes).toEqual(paths.map(() => expect.stringMatching(/^(path_outside_root|protected_path|bad_argument)$/)));
    for (const [at, call] of calls.entries()) {
      const expected = { success: false, error_code: codes[at] };
      expect((await server.call(call.tool, call.arguments)).body).toMatchObject(expected);
      for (const client of clients) expect((await client.call(call.tool, call.arguments)).body).toMatchObject(expected);
    }
    expect(await hashTree(scratch.root)).toEqual(before);
  });

  test("/mcp is behind the gate: no token 401, foreign Host or Origin 403, no stream to open 405", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    const ask = async (headers: Record<string, string>, method = "POST") => {
      const init = { method, headers: { "content-type": "application/json", ...headers } };
      return (await fetch(new URL("/mcp", server.url), method === "GET" ? init : { ...init, body })).status;
    };
    expect(await ask({})).toBe(401);
    expect(await ask({ authorization: "Bearer wrong" })).toBe(401);
    expect(await ask({ ...authorization(), origin: "https://evil.example" })).toBe(403);
    expect(await ask({ ...authorization(), accept: "text/event-stream" }, "GET")).toBe(405);
    await expect(connectHttp(server.url, {})).rejects.toThrow();

    const head = ["POST /mcp HTTP/1.1", `Host: evil.example:${server.port}`, `Authorization: Bearer ${server.token}`];
    const foreign = [...head, "Content-Type: application/json", `Content-Length: ${body.length}`];
    expect(await sendRaw(server.port, foreign, [Buffer.from(body)])).toMatchObject({
      status: 403,
      body: { error_code: "forbidden_host" },
    });
  });

  test("stdout carries answers alone, also beside warnings, and the process ends with its input", async () => {
    const { command, args, home } = await stdioServer(runtime, scratch.root, scratch.home);
    const child = spawn(command, [...args], { cwd: REPOSITORY, env: environmentFor(home, { MORTISE_NONSENSE: "1" }) });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (text: string) => {
        output[name] += text;
      });
    }
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    const messages = [
      { id: 1, method: "initialize", params },
      { id: 2, method: "tools/call", params: { name: "list_files", arguments: {} } },
    ];
    child.stdin.end(`${messages.map((message) => JSON.stringify({ jsonrpc: "2.0", ...message })).join("\n")}\nnoise\n`);
    const exitCode = await new Promise((resolve) => child.once("close", resolve));
    expect(exitCode).toBe(0);
    const lines = output.stdout.trimEnd().split("\n").map(parseObject);
    expect(lines.map((line) => line.id).sort()).toEqual([1, 2, null]);
    expect(output.stderr).toMatch(/^mortise: warning: .*MORTISE_NONSENSE.*\nmortise: mcp: a line is not JSON\n$/);
  });

  test("SIGTERM ends the stdio server with 143, though its client keeps the pipe open", async () => {
    const { command, args, home } = await stdioServer(runtime, scratch.root, scratch.home);
    const child = spawn(command, [...args], { cwd: REPOSITORY, env: environmentFor(home) });
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGTERM");
    expect(await ended).toBe(143);
  });
}

describe("the README's client configurations", () => {
  const TOKEN = "readme-token-0123456789";
  let scratch: Scratch;

  beforeAll(async () => {
    scratch = await makeScratch();
    await writeFile(join(scratch.root, "a.txt"), "one\n");
  });
  afterAll(() => scratch.remove());

  for (const [file, key] of [
    [".mcp.json", "mcpServers"],
    [".vscode/mcp.json", "servers"],
  ] as const) {
    test(`${file} over stdio starts a server for the folder`, { timeout: SETUP_LIMIT_MS }, async () => {
      const { command, args } = clientConfiguration(file, "stdio", key);
      const typed = args.map((arg) =>
        arg.replace("/path/to/mortise", REPOSITORY).replace(/\$\{workspaceFolder\}/, () => scratch.root),
      );
      await stdioServer("node", scratch.root, scratch.home);
      const client = await connectStdio({ command, args: typed, home: scratch.home, cwd: scratch.root });
      expect(await client.call("list_files", {})).toMatchObject({ body: { data: { entries: [{ path: "a.txt" }] } } });
      await client.close();
    });

    test(`${file} over HTTP reaches a server that was given its token`, { timeout: SETUP_LIMIT_MS }, async () => {
      const { url, headers } = clientConfiguration(file, "http", key);
      const env = { MORTISE_TOKEN: TOKEN };
      const server = await startServer({ runtime: "bun", root: scratch.root, home: scratch.home, env });
      const authorization = (headers.Authorization ?? "").replace(/\$\{[\w:]+\}/, TOKEN);
      const client = await connectHttp(url.replace("127.0.0.1:7717", `127.0.0.1:${server.port}`), { authorization });
      expect(await client.call("list_files", {})).toMatchObject({ body: { data: { entries: [{ path: "a.txt" }] } } });
      await client.close();
      expect(await server.stop()).toBe(143);
    });
  }
});
