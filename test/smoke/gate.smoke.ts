import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCli } from "./cli-process.ts";
import { chunkedBody, sendRaw } from "./raw-request.ts";
import { RUNTIMES, type RuntimeName } from "./runtimes.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import { hashTree, makeScratch, type Scratch } from "./tree.ts";

/** What a server lets in, over a real socket: each runtime parses HTTP in its own way. */
for (const runtime of RUNTIMES) describe(`the gate under ${runtime}`, () => tryGate(runtime));

/** Room for the build that Node's part may have to wait for. */
const SETUP_LIMIT_MS = 120_000;

const CALL = JSON.stringify({ arguments: { path: "a.txt", old_text: "one", new_text: "two" } });

function tryGate(runtime: RuntimeName): void {
  let scratch: Scratch;
  let server: ServerProcess;
  let before: Map<string, string>;

  beforeAll(async () => {
    scratch = await makeScratch();
    await writeFile(join(scratch.root, "a.txt"), "one\n");
    before = await hashTree(scratch.root);
    server = await startServer({ runtime, root: scratch.root, home: scratch.home });
  }, SETUP_LIMIT_MS);

  afterAll(() => scratch.remove());

  /** A request that the server would carry out, with some headers changed; `null` leaves a header out. */
  const send = (changed: Readonly<Record<string, string | null>>, body: string | Iterable<Uint8Array> = CALL) => {
    const isText = typeof body === "string";
    const headers: Record<string, string | null> = {
      Host: `127.0.0.1:${server.port}`,
      Authorization: `Bearer ${server.token}`,
      "Content-Type": "application/json",
      ...(isText ? { "Content-Length": String(Buffer.byteLength(body)) } : { "Transfer-Encoding": "chunked" }),
      ...changed,
    };
    const lines = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
    const head = ["POST /api/tools/edit_file HTTP/1.1", ...lines];
    return sendRaw(server.port, head, isText ? [Buffer.from(body)] : body);
  };

  const REFUSED: readonly (readonly [string, () => ReturnType<typeof send>, number, string])[] = [
    ["a request without a token", () => send({ Authorization: null }), 401, "unauthorized"],
    ["a wrong token", () => send({ Authorization: `Bearer ${"0".repeat(64)}` }), 401, "unauthorized"],
    ["a foreign Host", () => send({ Host: `evil.example:${server.port}` }), 403, "forbidden_host"],
    ["the own name with another port", () => send({ Host: "127.0.0.1:1" }), 403, "forbidden_host"],
    ["a foreign Origin", () => send({ Origin: "https://evil.example" }), 403, "forbidden_origin"],
    ["the Origin of a sandboxed page", () => send({ Origin: "null" }), 403, "forbidden_origin"],
    ["a form's content type", () => send({ "Content-Type": "text/plain" }), 415, "unsupported_media_type"],
    ["a body without a content type", () => send({ "Content-Type": null }), 415, "unsupported_media_type"],
    ["a body that is no JSON", () => send({}, '{"arguments": '), 400, "bad_json"],
    ["a chunked body over the limit", () => send({}, chunkedBody(65 * 1024 * 1024)), 413, "too_large"],
    [
      "a declared length over the limit",
      () => send({ "Content-Length": String(65 * 1024 * 1024) }, "{"),
      413,
      "too_large",
    ],
  ];
  for (const [what, request, status, errorCode] of REFUSED) {
    test(`${what} is refused with ${status} ${errorCode} and nothing is written`, async () => {
      const answer = await request();
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ success: false, error_code: errorCode });
      expect(await hashTree(scratch.root)).toEqual(before);
    });
  }

  test("a route that is not there is 404, and health needs no token", async () => {
    expect(await server.get("/api/nothing")).toMatchObject({ status: 404, body: { error_code: "unknown_route" } });
    expect((await fetch(new URL("/healthz", server.url))).status).toBe(200);
    expect((await fetch(new URL("/api/tools", server.url))).status).toBe(401);
  });

  test("the same request, unchanged, is carried out", async () => {
    expect((await send({})).status).toBe(200);
    expect(await readFile(join(scratch.root, "a.txt"), "utf8")).toBe("two\n");
  });

  test("the token file is readable by its owner alone", async () => {
    const file = join(scratch.home, "tokens", String(server.port));
    expect(await readFile(file, "utf8")).toBe(`${server.token}\n`);
    expect((await stat(file)).mode & 0o7777).toBe(0o600);
  });

  test("a second server on the port ends with exit code 8 and says so", async () => {
    const args = ["serve", scratch.root, "--port", String(server.port)];
    const second = await runCli(runtime, args, { home: scratch.home });
    expect(second).toEqual({
      exitCode: 8,
      stdout: "",
      stderr: `mortise: port ${server.port} of 127.0.0.1 is in use; pass --port 0 for any free port\n`,
    });
    // It must not have taken the running server's token file with it.
    expect((await server.get("/api/tools")).status).toBe(200);
    expect(await readFile(join(scratch.home, "tokens", String(server.port)), "utf8")).toBe(`${server.token}\n`);
  });

  test("SIGTERM ends the server with 143 and removes its token file", async () => {
    expect({ exitCode: await server.stop(), stderr: server.stderr() }).toEqual({ exitCode: 143, stderr: "" });
    await expect(stat(join(scratch.home, "tokens", String(server.port)))).rejects.toThrow("ENOENT");
  });
}
