import { execFile } from "node:child_process";
import { promisify } from "node:util";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pieces, SHAPES, wholeAnswer } from "../doubles/chat-shapes.ts";
import { type ScriptedAnswer, type ScriptedUpstream, startUpstream } from "../doubles/upstream.ts";
import { type ListeningProcess, startExampleUpstream, startProxy } from "./proxy-process.ts";
import { sessionSteps } from "./readme.ts";
import { REPOSITORY, RUNTIMES, type RuntimeName } from "./runtimes.ts";
import { makeScratch, type Scratch } from "./tree.ts";

/** The proxy as a process, over real sockets: each runtime streams, aborts and stops in its own way. */
for (const runtime of RUNTIMES) describe(`the proxy under ${runtime}`, () => tryProxy(runtime));

/** Room for the build that Node's part may have to wait for. */
const SETUP_LIMIT_MS = 120_000;

const CALL = "<tool_call>\n<function=read_file>\n<parameter=path>\na.txt\n</parameter>\n</function>\n</tool_call>";
const WORD = SHAPES.vllm(["word "], null).at(-1) ?? "";
const REQUEST = {
  model: "qwen",
  messages: [{ role: "user" as const, content: "What is in a.txt?" }],
  tools: [
    {
      type: "function" as const,
      function: {
        name: "read_file",
        parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      },
    },
  ],
};

/** One answer for each test, in order. */
const SCRIPT: readonly ScriptedAnswer[] = [
  { kind: "whole", status: 503, body: '{"error":{"message":"Loading model"}}' },
  { kind: "stream", parts: SHAPES.llama_cpp(pieces(`I'll look.\n${CALL}`), "stop") },
  { kind: "stream", parts: [...SHAPES.vllm(pieces(`${CALL}\n<tool_response>\n`), null), { endless: WORD }] },
  { kind: "whole", body: wholeAnswer(`${CALL}\n<tool_response>\nsecret`) },
  { kind: "stream", parts: [{ endless: WORD }] },
  { kind: "stream", parts: [...SHAPES.vllm(pieces("Half an answer"), null), "reset"] },
];

function tryProxy(runtime: RuntimeName): void {
  let scratch: Scratch;
  let upstream: ScriptedUpstream;
  let proxy: ListeningProcess & { readonly baseUrl: string };
  let client: OpenAI;

  beforeAll(async () => {
    scratch = await makeScratch();
    upstream = await startUpstream(SCRIPT);
    proxy = await startProxy(runtime, upstream.url, scratch.home);
    client = new OpenAI({ baseURL: proxy.baseUrl, apiKey: "sk-test", maxRetries: 0 });
  }, SETUP_LIMIT_MS);

  afterAll(async () => {
    await upstream.close();
    await scratch.remove();
  });

  test("waits for a model to load, and the call in its text comes out structured", async () => {
    const completion = await client.chat.completions.stream(REQUEST).finalChatCompletion();
    expect(completion.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        content: "I'll look.",
        tool_calls: [{ function: { name: "read_file", arguments: '{"path":"a.txt"}' } }],
      },
    });
    expect(proxy.stderr()).toBe("mortise: the upstream answered 503; asking again in 0.5 s\n");
  });

  test("cuts an invented result and stops the upstream", async () => {
    const completion = await client.chat.completions.stream(REQUEST).finalChatCompletion();
    expect(JSON.stringify(completion)).not.toMatch(/tool_response|word/);
    expect(completion.choices[0]?.message.tool_calls).toHaveLength(1);
    expect(await upstream.requests[2]?.closedEarly).toBe(true);
  });

  test("does so in an answer in one piece", async () => {
    const { choices } = await client.chat.completions.create(REQUEST);
    expect(choices).toMatchObject([{ finish_reason: "tool_calls", message: { content: null, tool_calls: [{}] } }]);
  });

  test("stops the upstream when its client goes away", async () => {
    const stream = await client.chat.completions.create({ ...REQUEST, stream: true });
    for await (const chunk of stream) if (chunk.choices.length > 0) break;
    expect(await upstream.requests[4]?.closedEarly).toBe(true);
  });

  test("ends a stream that broke off with an error", async () => {
    const read = async () => {
      for await (const _ of await client.chat.completions.create({ ...REQUEST, stream: true }));
    };
    await expect(read()).rejects.toThrow(/the upstream (broke|ended) its/);
  });

  test("counts what it did, and never writes down the key", async () => {
    const metrics = await (await fetch(new URL("/metrics", proxy.baseUrl))).text();
    expect(metrics).toContain('mortise_proxy_calls_recovered_total{format="qwen_xml"} 3\n');
    expect(metrics).toContain("mortise_proxy_results_cut_total 2\n");
    expect(metrics).toContain('mortise_proxy_requests_total{outcome="cancelled"} 1\n');
    expect(metrics).toContain("mortise_proxy_active_requests 0\n");
    expect(metrics + proxy.line + proxy.stderr()).not.toContain("sk-test");
  });

  test("gives the README's client what the README shows", async () => {
    const example = await startExampleUpstream();
    const shown = await startProxy(runtime, example.baseUrl, scratch.home);
    try {
      const steps = sessionSteps("proxy");
      expect(steps.length).toBe(2);
      for (const { command, shown: output } of steps) {
        const typed = command
          .replace("http://127.0.0.1:8080/v1", example.baseUrl)
          .replace("http://127.0.0.1:7718/v1", shown.baseUrl);
        const { stdout } = await promisify(execFile)("bash", ["-c", typed], { cwd: REPOSITORY });
        expect({ command, output: stdout.trimEnd() }).toEqual({ command, output });
      }
    } finally {
      await shown.stop();
      await example.stop();
    }
  });

  test("leaves in order on SIGTERM", async () => {
    expect(await proxy.stop()).toBe(143);
  });
}
