import { describe, expect, test } from "vitest";
import { pieces, SHAPES, wholeAnswer } from "../doubles/chat-shapes.ts";
import type { ScriptedAnswer } from "../doubles/upstream.ts";
import { eventsOf, MESSAGES, TOOLS, withProxy } from "./test-proxy.ts";

const BODY = { model: "qwen", messages: MESSAGES, tools: TOOLS };
const STREAM = { ...BODY, stream: true };
const FINE: ScriptedAnswer = { kind: "stream", parts: SHAPES.vllm(pieces("All is well."), "stop") };
const LOADING: ScriptedAnswer = {
  kind: "whole",
  status: 503,
  body: '{"error":{"message":"Loading model","type":"unavailable_error","code":503}}',
};

function failing(status: number, headers: Record<string, string> = {}): ScriptedAnswer {
  return { kind: "whole", status, headers, body: `{"error":{"message":"status ${status}"}}` };
}

function textOf(events: readonly unknown[]): string {
  return events
    .flatMap((event): { delta?: { content?: string } }[] => Object(event).choices ?? [])
    .map(({ delta }) => delta?.content ?? "")
    .join("");
}

describe("a failing upstream", () => {
  test("that still loads its model is asked again, sooner at first, and the client sees the answer alone", async () => {
    await withProxy([LOADING, { kind: "hang_up" }, LOADING, FINE], async (proxy) => {
      const response = await proxy.chat(STREAM);
      expect({ status: response.status, mark: response.headers.get("x-mortise") }).toEqual({
        status: 200,
        mark: "watch, retries=3",
      });
      expect(textOf(await eventsOf(response))).toBe("All is well.");
      expect(proxy.waits).toEqual([500, 1000, 2000]);
      expect(proxy.said).toHaveLength(3);
      expect(await proxy.metrics()).toContain('\nmortise_proxy_retries_total{reason="status"} 2\n');
    });
  });

  test("that never answers is given up after 180 s, with its own last words", async () => {
    for (const body of [BODY, STREAM]) {
      await withProxy([LOADING], async (proxy) => {
        const response = await proxy.chat(body);
        expect({
          status: response.status,
          again: response.headers.get("x-should-retry"),
          body: await response.json(),
        }).toEqual({
          status: 503,
          again: "false",
          body: { error: { message: "Loading model", type: "unavailable_error", code: 503 } },
        });
        expect(proxy.waits.slice(0, 7)).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
        const sum = proxy.waits.reduce((total, wait) => total + wait, 0);
        expect(sum).toBeGreaterThan(170_000);
        expect(sum).toBeLessThanOrEqual(180_000);
      });
    }
  });

  test("that has answered before gets six attempts, further apart", async () => {
    const ok: ScriptedAnswer = { kind: "whole", body: wholeAnswer("Yes.") };
    await withProxy([ok, failing(500)], async (proxy) => {
      expect((await proxy.chat(BODY)).status).toBe(200);
      expect((await proxy.chat(BODY)).status).toBe(500);
      expect(proxy.upstream.requests).toHaveLength(7);
      for (const [at, base] of [2000, 4000, 8000, 16_000, 30_000].entries()) {
        expect(Math.abs((proxy.waits[at] ?? 0) - base)).toBeLessThanOrEqual(base * 0.2);
      }
      expect(proxy.waits).toHaveLength(5);
    });
  });

  test("is not asked again after an answer that another attempt cannot change", async () => {
    for (const status of [400, 401, 403, 404, 413, 422]) {
      for (const body of [BODY, STREAM]) {
        await withProxy([failing(status), FINE], async (proxy) => {
          const response = await proxy.chat(body);
          expect({ status: response.status, body: await response.json() }).toEqual({
            status,
            body: { error: { message: `status ${status}` } },
          });
          expect(proxy.waits).toEqual([]);
        });
      }
    }
  });

  test("is asked again after every status that passes", async () => {
    for (const status of [408, 409, 425, 429, 500, 501, 502, 503, 504, 529]) {
      await withProxy([failing(status), FINE], async (proxy) => {
        expect(textOf(await eventsOf(await proxy.chat(STREAM)))).toBe("All is well.");
        expect(proxy.waits).toEqual([500]);
      });
    }
  });

  test("is given the time it asks for, up to ten minutes", async () => {
    const date = new Date(1_796_000_000_000 + 7000).toUTCString();
    const cases: readonly (readonly [Record<string, string>, readonly number[], number])[] = [
      [{ "retry-after-ms": "250.5" }, [251], 200],
      [{ "retry-after": "3" }, [3000], 200],
      [{ "retry-after": date }, [7000], 200],
      [{ "retry-after": "600" }, [600_000], 200],
      [{ "retry-after": "601" }, [], 429],
      [{ "retry-after": "soon" }, [500], 200],
    ];
    for (const [headers, waits, status] of cases) {
      await withProxy([failing(429, headers), FINE], async (proxy) => {
        const response = await proxy.chat(STREAM);
        expect({ headers, status: response.status, waits: proxy.waits }).toEqual({ headers, status, waits });
        await response.body?.cancel();
      });
    }
  });

  test("whose stream breaks before anything was delivered is asked again, also in the middle of a call", async () => {
    const call = '<tool_call>{"name":"read_file","arguments":{"path":"a.t';
    const breaks: readonly ScriptedAnswer[] = [
      { kind: "stream", parts: [...SHAPES.llama_cpp([], null), "reset"] },
      { kind: "stream", parts: [...SHAPES.llama_cpp(pieces(call), null), "reset"] },
      { kind: "stream", parts: SHAPES.vllm(pieces(call), null) },
      { kind: "stream", parts: ['{"error":{"message":"Loading model","code":503}}'] },
      { kind: "stream", parts: [] },
    ];
    for (const broken of breaks) {
      await withProxy([broken, FINE], async (proxy) => {
        const events = await eventsOf(await proxy.chat(STREAM));
        expect(textOf(events)).toBe("All is well.");
        expect(JSON.stringify(events)).not.toContain("error");
        expect(events.at(-1)).toBe("[DONE]");
        expect(proxy.upstream.requests).toHaveLength(2);
      });
    }
  });

  test("whose stream breaks after text was delivered ends in an error, and no text is repeated", async () => {
    for (const end of ["reset", "close"] as const) {
      const parts = [...SHAPES.llama_cpp(pieces("Half an ans"), null), ...(end === "reset" ? ["reset" as const] : [])];
      await withProxy([{ kind: "stream", parts }, FINE], async (proxy) => {
        const events = await eventsOf(await proxy.chat(STREAM));
        expect("Half an ans".startsWith(textOf(events))).toBe(true);
        expect(textOf(events)).not.toBe("");
        expect(events.at(-1)).toEqual({
          error: {
            message: expect.stringMatching(/^mortise: the upstream (broke|ended)/),
            type: "mortise_error",
            param: null,
            code: "unavailable",
          },
        });
        expect(proxy.upstream.requests).toHaveLength(1);
        expect(await proxy.metrics()).toContain('\nmortise_proxy_requests_total{outcome="failed"} 1\n');
      });
    }
  });

  test("that stalls is asked again twice, and then no more", async () => {
    const stalls: readonly ScriptedAnswer[] = [
      { kind: "stream", parts: ["stall"] },
      { kind: "stream", parts: [{ raw: ": still here\n\n" }, "stall"] },
      { kind: "stream", parts: [...SHAPES.vllm([], null), "stall"] },
    ];
    const limits = { firstEventMs: 400, idleMs: 400 };
    const events = SHAPES.vllm(["All is well."], "stop").map((data) => `data: ${data}\n\n`);
    const fine: ScriptedAnswer = { kind: "stream", parts: [{ raw: events.join("") }] };
    for (const stall of stalls) {
      await withProxy(
        [stall, fine],
        async (proxy) => {
          expect(textOf(await eventsOf(await proxy.chat(STREAM)))).toBe("All is well.");
          expect(await proxy.upstream.requests[0]?.closedEarly).toBe(true);
        },
        { limits },
      );
    }
    await withProxy(
      [{ kind: "stream", parts: ["stall"] }],
      async (proxy) => {
        const response = await proxy.chat(STREAM);
        expect(response.status).toBe(503);
        expect(await response.json()).toMatchObject({ error: { code: "unavailable" } });
        expect(proxy.upstream.requests).toHaveLength(3);
      },
      { limits },
    );
  });

  test("that breaks a whole answer off is asked again", async () => {
    const fine: ScriptedAnswer = { kind: "whole", body: wholeAnswer("Yes.") };
    const type = { "content-type": "application/json" };
    for (const headers of [{ ...type, "content-length": "500" }, type]) {
      const broken: ScriptedAnswer = { kind: "stream", headers, parts: [{ raw: '{"choices":[' }, "reset"] };
      await withProxy([broken, fine], async (proxy) => {
        expect(await (await proxy.chat(BODY)).json()).toMatchObject({ choices: [{ message: { content: "Yes." } }] });
      });
    }
  });

  test("that sends requests elsewhere is refused, and the key goes nowhere", async () => {
    const moved: ScriptedAnswer = {
      kind: "whole",
      status: 307,
      headers: { location: "http://127.0.0.1:1/elsewhere" },
      body: "",
    };
    await withProxy([moved], async (proxy) => {
      const response = await proxy.chat(BODY);
      expect(response.status).toBe(503);
      expect(await response.text()).toContain("sends requests elsewhere");
      expect(proxy.upstream.requests).toHaveLength(1);
    });
  });
});
