import { describe, expect, test } from "vitest";
import { HOST, MAX_BODY_BYTES, openTestServer, type SendInit, TOKEN } from "./test-server.ts";

const JSON_TYPE = { "content-type": "application/json" };

interface Row {
  readonly name: string;
  readonly path: string;
  readonly init: SendInit;
  readonly status: number;
  /** `undefined`: let through. */
  readonly code: string | undefined;
}

const EDIT = JSON.stringify({ arguments: { path: "a.txt", old_text: "one", new_text: "two" } });
const post = (change: Omit<SendInit, "method"> = {}): SendInit => ({
  method: "POST",
  body: EDIT,
  ...change,
  headers: { ...JSON_TYPE, ...change.headers },
});

const REFUSED: readonly Row[] = [
  ...[
    "evil.example:7717",
    "127.0.0.1",
    "127.0.0.1:7718",
    "127.0.0.1:7717.evil.example",
    "localhost",
    "",
    "[::1]:80",
  ].map((host) => ({
    name: `the Host "${host}"`,
    path: "/healthz",
    init: { headers: { host } },
    status: 403,
    code: "forbidden_host",
  })),
  { name: "no Host", path: "/healthz", init: { headers: { host: null } }, status: 403, code: "forbidden_host" },
  ...[
    "http://evil.example",
    "null",
    "http://127.0.0.1:7718",
    "http://localhost",
    "file://",
    "http://127.0.0.1:7717.evil",
  ].map((origin) => ({
    name: `the Origin "${origin}"`,
    path: "/healthz",
    init: { headers: { origin } },
    status: 403,
    code: "forbidden_origin",
  })),
  ...[
    null,
    "",
    "Bearer",
    "Bearer ",
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Basic ${TOKEN}`,
    TOKEN,
    `Bearer ${TOKEN} x`,
  ].map((authorization) => ({
    name: `the Authorization ${JSON.stringify(authorization)}`,
    path: "/api/tools",
    init: { headers: { authorization } },
    status: 401,
    code: "unauthorized",
  })),
  ...["/api", "/api/", "/api/nothing", "/mcp", "/mcp/x", "/%61pi/tools", "/api/checkpoints/turns"].map((path) => ({
    name: `no token at ${path}`,
    path,
    init: { headers: { authorization: null } },
    status: 401,
    code: "unauthorized",
  })),
  ...[
    null,
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonp",
    "application/json; charset=latin1",
  ].map((type) => ({
    name: `the content type ${JSON.stringify(type)}`,
    path: "/api/tools/edit_file",
    init: post({ headers: { "content-type": type } }),
    status: 415,
    code: "unsupported_media_type",
  })),
  {
    name: "a compressed body",
    path: "/api/tools/edit_file",
    init: post({ headers: { "content-encoding": "gzip" } }),
    status: 415,
    code: "unsupported_media_type",
  },
  {
    name: "a body over the limit",
    path: "/api/tools/edit_file",
    init: post({ body: " ".repeat(MAX_BODY_BYTES + 1) }),
    status: 413,
    code: "too_large",
  },
  {
    name: "bytes that are not UTF-8",
    path: "/api/tools/edit_file",
    init: post({
      body: new Uint8Array([...new TextEncoder().encode('{"arguments":{"path":"'), 0xff, 0x22, 0x7d, 0x7d]),
    }),
    status: 400,
    code: "bad_json",
  },
  {
    name: "a byte order mark",
    path: "/api/tools/edit_file",
    init: post({ body: `\ufeff${EDIT}` }),
    status: 400,
    code: "bad_json",
  },
  { name: "no JSON", path: "/api/tools/edit_file", init: post({ body: "{" }), status: 400, code: "bad_json" },
  { name: "an empty body", path: "/api/tools/edit_file", init: post({ body: "" }), status: 400, code: "bad_json" },
  ...[
    ["[]", "bad_argument"],
    ["null", "bad_argument"],
    ['"x"', "bad_argument"],
    ["{}", "bad_argument"],
    ['{"arguments":[]}', "bad_argument"],
    ['{"arguments":"{}"}', "bad_argument"],
    ['{"arguments":{},"session_id":7}', "bad_argument"],
    ['{"arguments":{},"session_id":""}', "bad_argument"],
    [`{"arguments":{},"turn_id":"${"t".repeat(257)}"}`, "bad_argument"],
    ['{"arguments":{},"turn_id":"a\\u001bb"}', "bad_argument"],
    ['{"arguments":{},"turn_id":"\\ud800"}', "bad_argument"],
    ['{"arguments":{},"sesion_id":"s"}', "unsupported_argument"],
    ['{"arguments":{},"__proto__":{"turn_id":"t"}}', "unsupported_argument"],
    ['{"arguments":{"path":"a.txt","revison":"abcdef"}}', "unsupported_argument"],
  ].map(([body = "", code]) => ({
    name: `the body ${body.slice(0, 60)}`,
    path: "/api/tools/edit_file",
    init: post({ body }),
    status: 400,
    code,
  })),
  { name: "an unknown tool", path: "/api/tools/rm_rf", init: post(), status: 404, code: "unknown_tool" },
  { name: "an unknown route", path: "/nothing", init: {}, status: 404, code: "unknown_route" },
  { name: "an unknown route below /api", path: "/api/nothing", init: {}, status: 404, code: "unknown_route" },
  {
    name: "DELETE on a route of GET",
    path: "/api/tools",
    init: { method: "DELETE" },
    status: 405,
    code: "method_not_allowed",
  },
  { name: "GET on a route of POST", path: "/api/tools/edit_file", init: {}, status: 405, code: "method_not_allowed" },
  { name: "OPTIONS", path: "/api/tools", init: { method: "OPTIONS" }, status: 405, code: "method_not_allowed" },
];

const PASSED: readonly Omit<Row, "code">[] = [
  { name: "no token for /healthz", path: "/healthz", init: { headers: { authorization: null } }, status: 200 },
  { name: "no token for /version", path: "/version", init: { headers: { authorization: null } }, status: 200 },
  ...["LOCALHOST:7717", "[::1]:7717", "tools.example.com:7717", "proxy.example.com", "proxy.example.com:443"].map(
    (host) => ({
      name: `the Host ${host}`,
      path: "/api/tools",
      init: { headers: { host } },
      status: 200,
    }),
  ),
  { name: "its own origin", path: "/api/tools", init: { headers: { origin: `http://${HOST}` } }, status: 200 },
  { name: "HEAD", path: "/healthz", init: { method: "HEAD" }, status: 200 },
  {
    name: "the scheme in lower case",
    path: "/api/tools",
    init: { headers: { authorization: `bearer ${TOKEN}` } },
    status: 200,
  },
  {
    name: "a content type with a charset",
    path: "/api/tools/edit_file",
    init: post({ headers: { "content-type": 'Application/JSON; charset="UTF-8"' } }),
    status: 200,
  },
];

describe("the gate", () => {
  for (const row of REFUSED) {
    test(`refuses ${row.name} with ${row.status} ${row.code}, in our own form, and changes nothing`, async () => {
      const server = await openTestServer({ files: { "a.txt": "one\n" } });
      const answer = await server.send(row.path, row.init);
      expect({ status: answer.status, body: answer.body }).toMatchObject({
        status: row.status,
        body: { success: false, error: expect.stringMatching(/\S/), error_code: row.code },
      });
      expect(answer.headers.get("content-type")).toBe("application/json");
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      expect(await server.work.text("a.txt")).toBe("one\n");
      expect(server.faults).toEqual([]);
    });
  }

  for (const row of PASSED) {
    test(`lets ${row.name} through`, async () => {
      const server = await openTestServer({ files: { "a.txt": "one\n" } });
      expect((await server.send(row.path, row.init)).status).toBe(row.status);
    });
  }

  test("judges Host, Origin and token before it reads any of the body", async () => {
    const server = await openTestServer();
    const foreign: Record<string, string>[] = [
      { host: "evil:7717" },
      { origin: "http://evil" },
      { authorization: "Bearer x" },
    ];
    for (const headers of foreign) {
      let pulled = 0;
      const body = new ReadableStream<Uint8Array>(
        {
          pull() {
            pulled += 1;
          },
        },
        { highWaterMark: 0 },
      );
      await server.send("/api/tools/edit_file", { method: "POST", headers: { ...JSON_TYPE, ...headers }, body });
      expect(pulled).toBe(0);
    }
  });

  test("counts the bytes of a body that declares no length, and stops at the limit", async () => {
    const server = await openTestServer();
    let sent = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1024;
        controller.enqueue(new Uint8Array(1024).fill(0x20));
      },
      cancel() {
        cancelled = true;
      },
    });
    const answer = await server.send("/api/tools/edit_file", { method: "POST", headers: JSON_TYPE, body });
    expect(answer).toMatchObject({ status: 413, body: { success: false, error_code: "too_large" } });
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThanOrEqual(MAX_BODY_BYTES + 4 * 1024);
  });

  test("takes a body of exactly the limit, in pieces", async () => {
    const server = await openTestServer({ files: { "a.txt": "one\n" } });
    const bytes = new TextEncoder().encode(EDIT.padEnd(MAX_BODY_BYTES, " "));
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
        controller.close();
      },
    });
    const answer = await server.send("/api/tools/edit_file", { method: "POST", headers: JSON_TYPE, body });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await server.work.text("a.txt")).toBe("two\n");
  });

  test("answers 405 with the methods there are", async () => {
    const server = await openTestServer();
    expect((await server.send("/api/tools", { method: "PUT" })).headers.get("allow")).toBe("GET, HEAD");
    expect((await server.send("/api/checkpoints/revert")).headers.get("allow")).toBe("POST");
  });
});
