import { webCryptoIds } from "../../adapters/ids/web-crypto.ts";
import { createProxy, type ProxyDependencies, parseUpstream } from "../../runtime/proxy/mod.ts";
import { type ScriptedAnswer, type ScriptedUpstream, startUpstream } from "../doubles/upstream.ts";

const HOST = "127.0.0.1:7718";

export interface TestProxy {
  readonly upstream: ScriptedUpstream;
  /** Waits between attempts, in ms; none of them is waited for. */
  readonly waits: readonly number[];
  readonly said: readonly string[];
  readonly faults: readonly unknown[];
  /** As a client's `fetch`, with the Host header of a connection to the proxy. */
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** For clients: `${baseUrl}/chat/completions`. */
  readonly baseUrl: string;
  chat(body: object, init?: RequestInit): Promise<Response>;
  metrics(): Promise<string>;
}

/** Runs the test against a proxy in this process, in front of a scripted server on loopback. */
export async function withProxy(
  script: readonly ScriptedAnswer[],
  run: (proxy: TestProxy) => Promise<void>,
  overrides: Partial<ProxyDependencies> = {},
): Promise<void> {
  const upstream = await startUpstream(script);
  const waits: number[] = [];
  const said: string[] = [];
  const faults: unknown[] = [];
  let nowMs = 0;
  const parsed = parseUpstream(upstream.url);
  if (parsed.kind === "bad") throw new Error(parsed.message);
  const app = createProxy({
    upstream: parsed.upstream,
    hosts: new Set([HOST]),
    limits: { firstEventMs: 0, idleMs: 0 },
    maxBodyBytes: 1024 * 1024,
    fetch: (url, init) => fetch(url, init),
    ids: webCryptoIds,
    // Time passes by waiting alone, so that what is waited depends on nothing else.
    clock: { now: () => 1_796_000_000_000 + nowMs, monotonicMs: () => nowMs },
    wait: async (ms) => {
      waits.push(ms);
      nowMs += ms;
    },
    say: (message) => void said.push(message),
    onFault: (error) => void faults.push(error),
    ...overrides,
  });
  const send = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (!headers.has("host")) headers.set("host", HOST);
    return app.fetch(new Request(url, { ...init, headers }));
  };
  const baseUrl = `http://${HOST}/v1`;
  try {
    await run({
      upstream,
      waits,
      said,
      faults,
      fetch: send,
      baseUrl,
      chat: (body, init = {}) =>
        send(`${baseUrl}/chat/completions`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: "Bearer sk-caller" },
          body: JSON.stringify(body),
          ...init,
        }),
      metrics: async () => (await send(`http://${HOST}/metrics`)).text(),
    });
  } finally {
    await upstream.close();
  }
}

/** The tools that the tests' requests carry. */
export const TOOLS = [
  {
    type: "function",
    function: {
      name: "read_file",
      description: "Reads a file.",
      parameters: {
        type: "object",
        properties: { path: { type: "string" }, limit: { type: "integer" } },
        required: ["path"],
      },
    },
  },
] as const;

export const MESSAGES = [{ role: "user", content: "What is in a.txt?" }];

/** The `data` of all events, in order, and parsed where they are JSON. */
export async function eventsOf(response: Response): Promise<unknown[]> {
  const text = await response.text();
  return text
    .split("\n\n")
    .filter((event) => event.startsWith("data: "))
    .map((event) => event.slice("data: ".length))
    .map((data): unknown => (data === "[DONE]" ? data : JSON.parse(data)));
}
