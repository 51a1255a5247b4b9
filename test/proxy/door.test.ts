import { describe, expect, test } from "vitest";
import { parseUpstream } from "../../runtime/proxy/mod.ts";
import { pieces, SHAPES, wholeAnswer } from "../doubles/chat-shapes.ts";
import { MESSAGES, TOOLS, withProxy } from "./test-proxy.ts";

const BODY = { model: "qwen", messages: MESSAGES, tools: TOOLS };
const OK = { kind: "whole", body: wholeAnswer("Yes.") } as const;

describe("the door of the proxy", () => {
  test("foreign hosts and pages are refused, in the form clients read, and nothing goes upstream", async () => {
    await withProxy([OK], async ({ fetch, baseUrl, upstream }) => {
      for (const [headers, code] of [
        [{ host: "evil.example:7718" }, "forbidden_host"],
        [{ host: "127.0.0.1:1" }, "forbidden_host"],
        [{ origin: "https://evil.example" }, "forbidden_origin"],
        [{ origin: "null" }, "forbidden_origin"],
      ] as const) {
        for (const path of ["/chat/completions", "/models"]) {
          const method = path === "/models" ? "GET" : "POST";
          const response = await fetch(`${baseUrl}${path}`, { method, headers: { ...headers } });
          expect(response.status).toBe(403);
          expect(await response.json()).toEqual({
            error: { message: expect.stringMatching(/^mortise: /), type: "mortise_error", param: null, code },
          });
        }
      }
      expect(upstream.requests).toEqual([]);
    });
  });

  test("a body that cannot be a chat request is refused", async () => {
    await withProxy([OK], async ({ chat, upstream }) => {
      const json = { "content-type": "application/json" };
      for (const [init, status, code] of [
        [{ body: "{", headers: json }, 400, "bad_json"],
        [{ body: "[]", headers: json }, 400, "bad_argument"],
        [{ body: "{}", headers: { "content-type": "text/plain" } }, 415, "unsupported_media_type"],
        [{ body: `{"a":"${"x".repeat(1024 * 1024)}"}`, headers: json }, 413, "too_large"],
      ] as const) {
        const response = await chat({}, init);
        expect({ status: response.status, body: await response.json() }).toMatchObject({
          status,
          body: { error: { code } },
        });
      }
      expect(upstream.requests).toEqual([]);
    });
  });

  test("the request goes on as it was, key included, without what belongs to a page or a connection", async () => {
    const text = '{"model":"qwen", "seed": 12345678901234567890, "messages":[]}';
    await withProxy([OK], async ({ chat, upstream, metrics, said }) => {
      const headers = {
        "content-type": "application/json",
        authorization: "Bearer sk-secret",
        "openai-organization": "org",
        cookie: "a=b",
        origin: "http://127.0.0.1:7718",
      };
      await (await chat({}, { body: text, headers })).text();
      const [request] = upstream.requests;
      expect({ path: request?.path, body: request?.body }).toEqual({ path: "/v1/chat/completions", body: text });
      expect(request?.headers).toMatchObject({
        authorization: "Bearer sk-secret",
        "openai-organization": "org",
        "accept-encoding": "identity",
      });
      expect(request?.headers).not.toHaveProperty("cookie");
      expect(request?.headers).not.toHaveProperty("origin");
      expect((await metrics()) + said.join("")).not.toContain("sk-secret");
    });
  });

  test("models and all other routes below /v1 are passed through", async () => {
    const body = '{"object":"list","data":[{"id":"qwen"}]}';
    await withProxy(
      [
        { kind: "whole", status: 503, body: "{}" },
        { kind: "whole", body },
      ],
      async (proxy) => {
        const models = await proxy.fetch(`${proxy.baseUrl}/models?limit=2`, { headers: { authorization: "Bearer k" } });
        expect({ text: await models.text(), mark: models.headers.get("x-mortise") }).toEqual({
          text: body,
          mark: "pass, retries=1",
        });
        const post = await proxy.fetch(`${proxy.baseUrl}/embeddings`, { method: "POST", body: '{"input":"a"}' });
        expect(await post.text()).toBe(body);
        expect(proxy.upstream.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
          "GET /v1/models?limit=2",
          "GET /v1/models?limit=2",
          "POST /v1/embeddings",
        ]);
        expect(proxy.upstream.requests[1]?.headers.authorization).toBe("Bearer k");
        expect(proxy.upstream.requests[2]?.body).toBe('{"input":"a"}');
        const unknown = await proxy.fetch(proxy.baseUrl.replace("/v1", "/other"));
        expect({ status: unknown.status, body: await unknown.json() }).toMatchObject({
          status: 404,
          body: { error: { code: "unknown_route" } },
        });
      },
    );
  });

  test("a client that goes away takes the upstream's work with it", async () => {
    const endless = SHAPES.vllm(["word "], null).at(-1) ?? "";
    await withProxy([{ kind: "stream", parts: [{ endless }] }], async ({ chat, upstream, metrics }) => {
      const reader = (await chat({ ...BODY, stream: true })).body?.getReader();
      await reader?.read();
      await reader?.cancel();
      expect(await upstream.requests[0]?.closedEarly).toBe(true);
      expect(await metrics()).toContain('\nmortise_proxy_requests_total{outcome="cancelled"} 1\n');
    });
  });

  test("a client that goes away before the answer begins does so too, also between two attempts", async () => {
    for (const script of [
      [{ kind: "stream", parts: ["stall"] }],
      [{ kind: "whole", status: 503, body: "{}" }, OK],
    ] as const) {
      for (const stream of [true, false]) {
        const client = new AbortController();
        const leave = async () => client.abort();
        await withProxy(
          script,
          async ({ chat, upstream, metrics }) => {
            const answered = chat({ ...BODY, stream }, { ...requestInit({ ...BODY, stream }), signal: client.signal });
            while (upstream.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
            if (script.length === 1) {
              client.abort();
              expect(await upstream.requests[0]?.closedEarly).toBe(true);
            }
            expect((await answered.catch(() => null))?.status ?? 499).toBe(499);
            expect(upstream.requests).toHaveLength(1);
            expect(await metrics()).toContain('\nmortise_proxy_requests_total{outcome="cancelled"} 1\n');
          },
          { wait: leave },
        );
      }
    }
  });

  test("a client that does not read holds the upstream back", async () => {
    const big = SHAPES.vllm(["x".repeat(64 * 1024)], null).at(-1) ?? "";
    await withProxy(
      [{ kind: "stream", parts: Array.from({ length: 2000 }, () => big) }],
      async ({ chat, upstream }) => {
        const reader = (await chat({ ...BODY, stream: true })).body?.getReader();
        await reader?.read();
        // 128 MB are to be sent; what sockets and buffers between the three hold is a small part of it.
        await new Promise((resolve) => setTimeout(resolve, 300));
        expect(upstream.requests[0]?.sent).toBeGreaterThan(0);
        expect(upstream.requests[0]?.sent).toBeLessThan(500);
        await reader?.cancel();
        expect(await upstream.requests[0]?.closedEarly).toBe(true);
      },
    );
  });

  test("counters are told as Prometheus reads them", async () => {
    const parts = SHAPES.vllm(pieces('<tool_call>{"name":"read_file","arguments":{"path":"a"}}</tool_call>'), "stop");
    await withProxy([{ kind: "stream", parts }], async ({ chat, metrics }) => {
      await (await chat({ ...BODY, stream: true })).text();
      expect(await metrics()).toBe(
        [
          "# HELP mortise_proxy_requests_total Chat requests, by how they ended",
          "# TYPE mortise_proxy_requests_total counter",
          'mortise_proxy_requests_total{outcome="answered"} 1',
          "# HELP mortise_proxy_retries_total Attempts made again, by what ended the one before",
          "# TYPE mortise_proxy_retries_total counter",
          "# HELP mortise_proxy_calls_recovered_total Calls recovered from text, by the format they were written in",
          "# TYPE mortise_proxy_calls_recovered_total counter",
          'mortise_proxy_calls_recovered_total{format="hermes"} 1',
          "# HELP mortise_proxy_calls_refused_total Calls in text that could not be recovered, by why",
          "# TYPE mortise_proxy_calls_refused_total counter",
          "# HELP mortise_proxy_results_cut_total Invented results that were cut",
          "# TYPE mortise_proxy_results_cut_total counter",
          "mortise_proxy_results_cut_total 0",
          "# HELP mortise_proxy_characters_dropped_total UTF-16 units that had arrived behind a cut",
          "# TYPE mortise_proxy_characters_dropped_total counter",
          "mortise_proxy_characters_dropped_total 0",
          "# HELP mortise_proxy_structured_answers_total Answers whose calls the upstream had structured already",
          "# TYPE mortise_proxy_structured_answers_total counter",
          "mortise_proxy_structured_answers_total 0",
          "# HELP mortise_proxy_active_requests Chat requests under way",
          "# TYPE mortise_proxy_active_requests gauge",
          "mortise_proxy_active_requests 0",
          "",
        ].join("\n"),
      );
    });
  });

  test("the address of an upstream is read as a base URL", () => {
    const base = (text: string) => {
      const parsed = parseUpstream(text);
      return parsed.kind === "ok" ? parsed.upstream : parsed.message;
    };
    expect(base("http://127.0.0.1:8080")).toEqual({
      base: "http://127.0.0.1:8080/v1",
      host: "127.0.0.1:8080",
      isLocal: true,
    });
    expect(base("https://api.example.com/openai/v4/")).toEqual({
      base: "https://api.example.com/openai/v4",
      host: "api.example.com",
      isLocal: false,
    });
    expect(base("http://192.168.1.4:1234/v1")).toMatchObject({ isLocal: true });
    expect(base("ftp://x/")).toContain("no http URL");
    expect(base("nonsense")).toContain("no http URL");
    expect(base("http://user:pw@x/")).not.toContain("pw");
    expect(base("http://x/v1?key=1")).toContain("more than a path");
  });
});

function requestInit(body: object): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
