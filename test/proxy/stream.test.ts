import { describe, expect, test } from "vitest";
import { pieces, SHAPES, type ShapeName } from "../doubles/chat-shapes.ts";
import { eventsOf, MESSAGES, TOOLS, withProxy } from "./test-proxy.ts";

const CALL = "<tool_call>\n<function=read_file>\n<parameter=path>\na.txt\n</parameter>\n</function>\n</tool_call>";
const BODY = { model: "qwen", stream: true, messages: MESSAGES, tools: TOOLS };
const NAMES = Object.keys(SHAPES).filter((name): name is ShapeName => Object.hasOwn(SHAPES, name));

interface Told {
  text: string;
  calls: unknown[];
  reasons: unknown[];
  mortise: unknown;
  done: boolean;
}

/** What a client makes of the events. */
function told(events: readonly unknown[]): Told {
  const sum: Told = { text: "", calls: [], reasons: [], mortise: undefined, done: events.at(-1) === "[DONE]" };
  for (const event of events) {
    const { choices = [], x_mortise: mark } = Object(event);
    if (mark !== undefined) sum.mortise = mark;
    for (const { delta = {}, finish_reason: reason } of choices) {
      sum.text += delta.content ?? "";
      sum.calls.push(...(delta.tool_calls ?? []));
      if (reason !== null) sum.reasons.push(reason);
    }
  }
  return sum;
}

const READ_A = {
  index: 0,
  id: expect.stringMatching(/^[0-9a-f]{9}$/),
  type: "function",
  function: { name: "read_file", arguments: '{"path":"a.txt"}' },
};

describe("a streamed chat answer", () => {
  for (const name of NAMES) {
    test(`of ${name}: a call in the text comes out structured, after the prose before it`, async () => {
      for (const size of [1, 3, 1000]) {
        const parts = SHAPES[name](pieces(`I'll look.\n${CALL}`, size), "stop");
        await withProxy([{ kind: "stream", parts }], async ({ chat }) => {
          const response = await chat(BODY);
          const events = await eventsOf(response);
          expect(told(events)).toEqual({
            text: "I'll look.",
            calls: [READ_A],
            reasons: ["tool_calls"],
            mortise: {
              retries: 0,
              choices: [
                {
                  index: 0,
                  recovered: [{ id: READ_A.id, name: "read_file", format: "qwen_xml", mismatched: [] }],
                  cut: null,
                  errors: [],
                  left_out: [],
                },
              ],
            },
            done: true,
          });
          expect(response.headers.get("x-mortise")).toBe("watch");
          expect(response.headers.get("content-type")).toBe("text/event-stream");
        });
      }
    });

    test(`of ${name}: an invented result never arrives, and the upstream is stopped`, async () => {
      const [fiction = ""] = SHAPES[name](["and so on "], null).slice(-1);
      const text = `I'll look.\n${CALL}\n<tool_response>\nsecret: 42\n`;
      const parts = [...SHAPES[name](pieces(text), null), { endless: fiction }];
      await withProxy([{ kind: "stream", parts }], async ({ chat, upstream, metrics }) => {
        const events = await eventsOf(await chat(BODY));
        expect(told(events)).toMatchObject({
          text: "I'll look.",
          calls: [READ_A],
          reasons: ["tool_calls"],
          done: true,
        });
        expect(told(events).mortise).toMatchObject({ choices: [{ cut: { at: `I'll look.\n${CALL}\n`.length } }] });
        expect(JSON.stringify(events)).not.toMatch(/tool_response|secret|so on/);
        expect(await upstream.requests[0]?.closedEarly).toBe(true);
        expect(await metrics()).toContain("\nmortise_proxy_results_cut_total 1\n");
      });
    });

    test(`of ${name}: without a call every event goes through as the bytes it came as`, async () => {
      const text = "<b>Plain</b> text, with [brackets], {braces} and a \u{1f600}.\n\n";
      const parts = SHAPES[name](pieces(text, 1), "stop");
      for (const tools of [TOOLS, undefined]) {
        await withProxy([{ kind: "stream", parts }], async ({ chat }) => {
          const events = await eventsOf(await chat({ ...BODY, tools }));
          expect(told(events)).toMatchObject({ text, calls: [], reasons: ["stop"], mortise: undefined, done: true });
          if (tools === undefined) {
            expect(events).toEqual(parts.map((part): unknown => (part === "[DONE]" ? part : JSON.parse(part))));
          }
        });
      }
    });
  }

  test("prose is delivered before the upstream goes on", async () => {
    let release = () => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    const [role = "", first = ""] = SHAPES.llama_cpp(["Hello"], null);
    const rest = SHAPES.llama_cpp([" there"], "stop").slice(1);
    await withProxy([{ kind: "stream", parts: [role, first, { until }, ...rest] }], async ({ chat }) => {
      const reader = (await chat(BODY)).body?.getReader();
      const begun = new TextDecoder().decode((await reader?.read())?.value);
      expect(begun).toContain('"Hell');
      release();
      let text = begun;
      for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
        text += new TextDecoder().decode(next.value);
      }
      expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
    });
  });

  test("structured calls are left alone, and so is text beside them", async () => {
    const chunk = (delta: object, reason: string | null = null) =>
      JSON.stringify({
        id: "c",
        object: "chat.completion.chunk",
        choices: [{ index: 0, delta, finish_reason: reason }],
      });
    const call = { index: 0, id: "x", type: "function", function: { name: "read_file", arguments: "" } };
    const parts = [
      chunk({ role: "assistant", content: "See " }),
      chunk({ content: "<tool" }),
      chunk({ tool_calls: [call] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"path":"b"}' } }] }),
      chunk({ content: CALL }),
      chunk({}, "tool_calls"),
      "[DONE]",
    ];
    await withProxy([{ kind: "stream", parts }], async ({ chat, metrics }) => {
      const events = await eventsOf(await chat(BODY));
      expect(told(events)).toEqual({
        text: `See <tool${CALL}`,
        calls: [call, { index: 0, function: { arguments: '{"path":"b"}' } }],
        reasons: ["tool_calls"],
        mortise: undefined,
        done: true,
      });
      expect(await metrics()).toContain("\nmortise_proxy_structured_answers_total 1\n");
    });
  });

  test("what cannot be recovered stays text, and the report says why", async () => {
    const cases: readonly (readonly [text: string, error: string, reason: string])[] = [
      ['Now:\n<tool_call>{"name":"read_file","arguments":{"path":"a', "truncated", "length"],
      ['<tool_call>{"name":"drop_table","arguments":{}}</tool_call>', "unknown_tool", "stop"],
    ];
    for (const [text, error, reason] of cases) {
      await withProxy([{ kind: "stream", parts: SHAPES.vllm(pieces(text), reason) }], async ({ chat }) => {
        const sum = told(await eventsOf(await chat(BODY)));
        expect(sum).toMatchObject({ text, calls: [], reasons: [reason], done: true });
        expect(sum.mortise).toMatchObject({ choices: [{ recovered: [], errors: [{ error, format: "hermes" }] }] });
      });
    }
  });

  test("a second call that the token limit cut short leaves `length` standing, and does not run", async () => {
    const parts = SHAPES.vllm(pieces(`${CALL}\n<tool_call>\n<function=read_file>\n<parameter=path>\nb`), "length");
    await withProxy([{ kind: "stream", parts }], async ({ chat }) => {
      const sum = told(await eventsOf(await chat(BODY)));
      expect(sum).toMatchObject({ text: "", calls: [READ_A], reasons: ["length"], done: true });
    });
  });

  test("`parallel_tool_calls: false` lets one call through and names the others", async () => {
    const second = CALL.replace("a.txt", "b.txt");
    const parts = SHAPES.vllm(pieces(`${CALL}\n${second}`), "stop");
    await withProxy([{ kind: "stream", parts }], async ({ chat }) => {
      const both = told(await eventsOf(await chat(BODY)));
      expect(both.calls).toMatchObject([{ index: 0 }, { index: 1, function: { arguments: '{"path":"b.txt"}' } }]);
      const one = told(await eventsOf(await chat({ ...BODY, parallel_tool_calls: false })));
      expect(one.calls).toEqual([READ_A]);
      expect(one.mortise).toMatchObject({ choices: [{ left_out: [{ name: "read_file" }] }] });
    });
  });

  test("reasoning inside the text stays where it was", async () => {
    const thought = "<think>\nThe tool is read_file.\n</think>\n\n";
    const parts = SHAPES.llama_cpp(pieces(`${thought}It is empty.`), "stop");
    await withProxy([{ kind: "stream", parts }], async ({ chat }) => {
      expect(told(await eventsOf(await chat(BODY))).text).toBe(`${thought}It is empty.`);
    });
  });

  test("reasoning in a field of its own arrives as it was sent, while a call is read too, and holds none", async () => {
    for (const field of ["reasoning", "reasoning_content"]) {
      const chunk = (delta: object, reason: string | null = null) =>
        JSON.stringify({ id: "c", choices: [{ index: 0, delta, finish_reason: reason }] });
      const thoughts = [`I could write ${CALL}`, " <tool_response>", "or not."].map((text) => chunk({ [field]: text }));
      const [first = "", ...others] = thoughts;
      const half = CALL.length >> 1;
      const parts = [
        first,
        chunk({ content: CALL.slice(0, half) }),
        ...others,
        chunk({ content: CALL.slice(half) }),
        chunk({}, "stop"),
        "[DONE]",
      ];
      await withProxy([{ kind: "stream", parts }], async ({ chat }) => {
        const events = await eventsOf(await chat(BODY));
        expect(events.slice(0, thoughts.length)).toEqual(thoughts.map((text) => JSON.parse(text)));
        expect(told(events)).toMatchObject({ text: "", calls: [READ_A], reasons: ["tool_calls"], done: true });
      });
    }
  });

  test("of two answers each is read by itself", async () => {
    const chunk = (index: number, content: string, reason: string | null = null) =>
      JSON.stringify({ id: "c", choices: [{ index, delta: { content }, finish_reason: reason }] });
    const parts = [
      chunk(0, "Zero."),
      ...pieces(`One. ${CALL}`).map((piece) => chunk(1, piece)),
      chunk(1, "", "stop"),
      chunk(0, " Still.", "stop"),
      "[DONE]",
    ];
    await withProxy([{ kind: "stream", parts }], async ({ chat }) => {
      const events = await eventsOf(await chat({ ...BODY, n: 2 }));
      const choices = events.flatMap(
        (event): { index: number; delta: { content?: string } }[] => Object(event).choices ?? [],
      );
      const textOf = (index: number) =>
        choices
          .filter((choice) => choice.index === index)
          .map(({ delta }) => delta.content ?? "")
          .join("");
      expect([textOf(0), textOf(1)]).toEqual(["Zero. Still.", "One."]);
      expect(told(events)).toMatchObject({ calls: [READ_A], reasons: ["tool_calls", "stop"], done: true });
    });
  });
});
