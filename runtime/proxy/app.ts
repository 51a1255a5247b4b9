import { Hono } from "hono";
import { isRecord } from "../schema.ts";
import { createGate, readJsonBody } from "../server/mod.ts";
import { VERSION } from "../version.ts";
import { answerStream } from "./answer-stream.ts";
import { answerWhole } from "./answer-whole.ts";
import { readChatRequest } from "./chat-request.ts";
import { Counters } from "./counters.ts";
import { type Endpoint, Exchange } from "./exchange.ts";
import { UpstreamFailure } from "./failure.ts";
import { passOn } from "./pass-on.ts";
import { failedAnswer, refuse, translated } from "./refusals.ts";
import type { Limits } from "./watchdog.ts";

export interface ProxyDependencies extends Omit<Endpoint, "isWarm" | "counters"> {
  /** Host headers that are answered, lower case. */
  readonly hosts: ReadonlySet<string>;
  readonly limits: Limits;
  readonly maxBodyBytes: number;
}

/**
 * The proxy as one Fetch handler. Host and Origin are judged as by the server of the tools. There is no token of ours: the
 * `authorization` of a request is the upstream's.
 */
export function createProxy(dependencies: ProxyDependencies): Hono {
  const { hosts, limits, maxBodyBytes, ...rest } = dependencies;
  const endpoint: Endpoint = { ...rest, counters: new Counters(), isWarm: false };
  const app = new Hono();
  const gate = createGate(hosts);

  app.use(async (context, next) => {
    const refusal = gate(context.req.raw);
    return refusal === null ? await next() : await translated(refusal);
  });
  app.get("/healthz", () => Response.json({ status: "ok", name: "mortise proxy", version: VERSION }));
  app.get("/metrics", () => {
    return new Response(endpoint.counters.text(), { headers: { "content-type": "text/plain; version=0.0.4" } });
  });
  app.post("/v1/chat/completions", (context) => answerChat(context.req.raw, { endpoint, limits, maxBodyBytes }));
  app.all("/v1/*", (context) => passOn(endpoint, context.req.raw, maxBodyBytes));
  app.notFound((context) => {
    const path = JSON.stringify(context.req.path);
    return refuse("unknown_route", `no route ${path}; the base URL for clients ends with /v1`);
  });
  app.onError((error) => {
    if (error instanceof UpstreamFailure) return failedAnswer(error, 0);
    endpoint.onFault(error);
    return refuse("internal", "the proxy failed; its stderr says more", { "x-should-retry": "false" });
  });
  return app;
}

async function answerChat(
  request: Request,
  { endpoint, limits, maxBodyBytes }: { endpoint: Endpoint; limits: Limits; maxBodyBytes: number },
): Promise<Response> {
  const read = await readJsonBody(request, maxBodyBytes);
  if (read.kind === "refused") return translated(read.response);
  if (!isRecord(read.value)) return refuse("bad_argument", "the body must be a JSON object");
  const chat = readChatRequest(read.value);
  const exchange = new Exchange(endpoint, request, "/chat/completions", read.bytes);
  const end = endpoint.counters.begin();
  try {
    if (chat.isStream) return await answerStream({ endpoint, exchange, chat, limits, onEnd: end });
    const response = await answerWhole(endpoint, exchange, chat);
    end(response.ok ? "answered" : "refused");
    return response;
  } catch (error) {
    end(exchange.clientIsGone ? "cancelled" : "failed");
    if (exchange.clientIsGone) return refuse("cancelled", "the client went away");
    if (error instanceof UpstreamFailure) return failedAnswer(error, exchange.retries);
    throw error;
  }
}
