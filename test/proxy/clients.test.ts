import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, streamText, tool } from "ai";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { pieces, SHAPES, wholeAnswer } from "../doubles/chat-shapes.ts";
import type { ScriptedAnswer } from "../doubles/upstream.ts";
import { type TestProxy, withProxy } from "./test-proxy.ts";

/** What the clients that agents are built on make of the proxy's answers. */

const CALL = "<tool_call>\n<function=read_file>\n<parameter=path>\na.txt\n</parameter>\n</function>\n</tool_call>";
const FICTION = "\n<tool_response>\nsecret: 42\n</tool_response>\nThe file says 42.";
const PARAMETERS = { type: "object", properties: { path: { type: "string" } }, required: ["path"] } as const;
const REQUEST = {
  model: "qwen",
  messages: [{ role: "user" as const, content: "What is in a.txt?" }],
  tools: [{ type: "function" as const, function: { name: "read_file", parameters: PARAMETERS } }],
};
const LOADING: ScriptedAnswer = {
  kind: "whole",
  status: 503,
  body: '{"error":{"message":"Loading model","code":503}}',
};
const STREAMED: ScriptedAnswer = {
  kind: "stream",
  parts: SHAPES.vllm(pieces(`I'll look.\n${CALL}${FICTION}`), "stop"),
};
const WHOLE: ScriptedAnswer = { kind: "whole", body: wholeAnswer(`I'll look.\n${CALL}${FICTION}`) };

function openai(proxy: TestProxy): OpenAI {
  return new OpenAI({ baseURL: proxy.baseUrl, apiKey: "sk-test", fetch: proxy.fetch });
}

function compatible(proxy: TestProxy) {
  const fetch = Object.assign((url: string | URL | Request, init?: RequestInit) => proxy.fetch(url, init), {
    preconnect: () => {},
  });
  return createOpenAICompatible({ name: "local", baseURL: proxy.baseUrl, apiKey: "sk-test", fetch }).chatModel("qwen");
}

const TOOLS = {
  read_file: tool({ description: "Reads a file.", inputSchema: jsonSchema<{ path: string }>(PARAMETERS) }),
};

describe("the openai client", () => {
  test("gets one structured call and no fiction from a stream, after the model was loaded", async () => {
    await withProxy([LOADING, STREAMED], async (proxy) => {
      const stream = openai(proxy).chat.completions.stream(REQUEST);
      const message = await stream.finalMessage();
      expect(message).toMatchObject({
        content: "I'll look.",
        tool_calls: [{ type: "function", function: { name: "read_file", arguments: '{"path":"a.txt"}' } }],
      });
      expect((await stream.finalChatCompletion()).choices[0]?.finish_reason).toBe("tool_calls");
      expect(proxy.upstream.requests[1]?.headers.authorization).toBe("Bearer sk-test");
    });
  });

  test("gets the same from an answer in one piece", async () => {
    await withProxy([LOADING, WHOLE], async (proxy) => {
      const { data, response } = await openai(proxy).chat.completions.create(REQUEST).withResponse();
      expect(data.choices).toMatchObject([
        {
          finish_reason: "tool_calls",
          message: { content: "I'll look.", tool_calls: [{ function: { arguments: '{"path":"a.txt"}' } }] },
        },
      ]);
      expect(response.headers.get("x-mortise")).toBe("watch, retries=1, recovered=1, cut=1");
    });
  });

  test("throws when a stream fails after its first text", async () => {
    const parts = [...SHAPES.vllm(pieces("Half an answer"), null), "reset" as const];
    await withProxy([{ kind: "stream", parts }, STREAMED], async (proxy) => {
      let text = "";
      const read = async () => {
        const stream = await openai(proxy).chat.completions.create({ ...REQUEST, stream: true });
        for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
      };
      await expect(read()).rejects.toThrow(/the upstream (broke|ended) its/);
      expect(text).not.toBe("");
      expect("Half an answer".startsWith(text)).toBe(true);
      expect(proxy.upstream.requests).toHaveLength(1);
    });
  });

  test("does not start over what the proxy gave up", async () => {
    await withProxy([LOADING], async (proxy) => {
      // Awaited inside: the client's own kind of promise sends its request only then.
      const ask = async () => void (await openai(proxy).chat.completions.create(REQUEST));
      await expect(ask()).rejects.toThrow("Loading model");
      expect(proxy.upstream.requests).toHaveLength(proxy.waits.length + 1);
    });
  });

  test("that aborts its stream stops the upstream", async () => {
    const endless = SHAPES.vllm(["word "], null).at(-1) ?? "";
    await withProxy([{ kind: "stream", parts: [{ endless }] }], async (proxy) => {
      const stream = await openai(proxy).chat.completions.create({ ...REQUEST, stream: true });
      for await (const chunk of stream) if (chunk.choices.length > 0) break;
      expect(await proxy.upstream.requests[0]?.closedEarly).toBe(true);
    });
  });
});

describe("the AI SDK", () => {
  test("gets one structured call and no fiction from a stream", async () => {
    await withProxy([LOADING, STREAMED], async (proxy) => {
      const result = streamText({ model: compatible(proxy), prompt: "What is in a.txt?", tools: TOOLS, maxRetries: 0 });
      expect(await result.text).toBe("I'll look.");
      expect(await result.toolCalls).toMatchObject([{ toolName: "read_file", input: { path: "a.txt" } }]);
      expect(await result.finishReason).toBe("tool-calls");
    });
  });

  test("gets the same from an answer in one piece", async () => {
    await withProxy([WHOLE], async (proxy) => {
      const result = await generateText({
        model: compatible(proxy),
        prompt: "What is in a.txt?",
        tools: TOOLS,
        maxRetries: 0,
      });
      expect({ text: result.text, reason: result.finishReason }).toEqual({ text: "I'll look.", reason: "tool-calls" });
      expect(result.toolCalls).toMatchObject([{ toolName: "read_file", input: { path: "a.txt" } }]);
    });
  });

  test("is told of a stream that fails after its first text", async () => {
    const parts = [...SHAPES.vllm(pieces("Half an answer"), null), "reset" as const];
    await withProxy([{ kind: "stream", parts }], async (proxy) => {
      const errors: unknown[] = [];
      const result = streamText({
        model: compatible(proxy),
        prompt: "What is in a.txt?",
        maxRetries: 0,
        onError: ({ error }) => void errors.push(error),
      });
      await result.consumeStream();
      expect(JSON.stringify(errors[0])).toMatch(/the upstream (broke|ended) its/);
    });
  });
});
