import type { ChatRequest } from "./chat-request.ts";
import { EventReader } from "./event-reader.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import { UpstreamFailure } from "./failure.ts";
import { headersForClient } from "./headers.ts";
import { errorBody } from "./refusals.ts";
import { reportHeader } from "./report.ts";
import { StreamRelay } from "./stream-relay.ts";
import { type Limits, within } from "./watchdog.ts";

export type StreamOutcome = "answered" | "failed" | "cancelled";

export interface StreamContext {
  readonly endpoint: Endpoint;
  readonly exchange: Exchange;
  readonly chat: ChatRequest;
  readonly limits: Limits;
  onEnd(outcome: StreamOutcome): void;
}

/** While a call is held back the client is shown this often that its answer goes on. */
const SIGN_OF_LIFE_MS = 5000;

/** The head of the answer first, then its text. */
type Piece = { readonly kind: "head"; readonly response: Response } | { readonly kind: "text"; readonly text: string };

/**
 * A streamed chat answer. The response begins with the upstream's first event, so that a client never waits longer for it
 * than it would without the proxy; until something was delivered, the upstream may still be asked again behind it.
 *
 * @throws UpstreamFailure when asking again does not help and nothing has begun.
 */
export async function answerStream(context: StreamContext): Promise<Response> {
  const { exchange, chat } = context;
  const pieces = piecesOf(context);
  const first = await pieces.next();
  if (first.done || first.value.kind !== "head") throw new TypeError("a stream without a head");
  const { response } = first.value;
  const headers = headersForClient(response.headers);
  if (!isEventStream(response)) {
    headers.set("x-mortise", reportHeader("pass", exchange.retries));
    context.onEnd(response.ok ? "answered" : "failed");
    return new Response(response.body, { status: response.status, headers });
  }
  headers.set("x-mortise", reportHeader(chat.tools.length > 0 ? "watch" : "pass", exchange.retries));
  headers.set("cache-control", "no-cache");
  headers.set("x-accel-buffering", "no");
  return new Response(
    bodyOf(pieces, () => exchange.abort()),
    { status: response.status, headers },
  );
}

/** Asked for more only when the client has taken what there was. */
function bodyOf(pieces: AsyncGenerator<Piece, void>, abort: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else if (value.kind === "text") controller.enqueue(encoder.encode(value.text));
      },
      async cancel() {
        // A read that is under way has to fail before the generator can end.
        abort();
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* piecesOf(context: StreamContext): AsyncGenerator<Piece, void> {
  const { exchange } = context;
  let outcome: StreamOutcome = "cancelled";
  let hasBegun = false;
  try {
    for (;;) {
      const relay = relayOf(context);
      try {
        for await (const piece of attempt(context, relay, hasBegun)) {
          hasBegun = true;
          yield piece;
        }
        outcome = "answered";
        return;
      } catch (error) {
        if (exchange.clientIsGone) return;
        const failure = relay.hasDelivered ? error : await failureOf(exchange.again(error));
        if (failure === null) continue;
        if (exchange.clientIsGone) return;
        outcome = "failed";
        if (!hasBegun) throw failure;
        if (!(failure instanceof UpstreamFailure)) context.endpoint.onFault(failure);
        yield lastWords(failure);
        return;
      }
    }
  } finally {
    exchange.abort();
    context.onEnd(outcome);
  }
}

function failureOf(work: Promise<void>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

function relayOf({ endpoint: { ids, counters }, exchange, chat }: StreamContext): StreamRelay {
  return new StreamRelay({ chat, ids, counters, retries: exchange.retries });
}

async function* attempt(context: StreamContext, relay: StreamRelay, hasBegun: boolean): AsyncGenerator<Piece, void> {
  const { exchange, endpoint, limits } = context;
  const { clock } = endpoint;
  const begunMs = clock.monotonicMs();
  const response = await within(limits.firstEventMs, exchange.send(), "nothing");
  if (!isEventStream(response) || response.body === null) {
    if (hasBegun) throw new UpstreamFailure("broken_off", `the upstream answered ${response.status} when asked again`);
    if (response.ok) exchange.succeed();
    yield { kind: "head", response };
    return;
  }
  const reader = new EventReader(response.body);
  let restMs = limits.firstEventMs === 0 ? 0 : Math.max(1, limits.firstEventMs - (clock.monotonicMs() - begunMs));
  let isFirst = true;
  let toldMs = begunMs;
  while (!relay.isDone) {
    const events = await within(restMs, reader.next(), "no event");
    restMs = limits.idleMs;
    const out = events === null ? relay.end() : events.flatMap((event) => relay.take(event));
    if (isFirst) {
      isFirst = false;
      exchange.succeed();
      if (!hasBegun) yield { kind: "head", response };
    }
    const nowMs = clock.monotonicMs();
    if (out.length > 0) yield { kind: "text", text: out.map((data) => `data: ${data}\n\n`).join("") };
    else if (nowMs - toldMs > SIGN_OF_LIFE_MS) yield { kind: "text", text: ": the answer goes on\n\n" };
    else continue;
    toldMs = nowMs;
  }
}

/** Clients of this protocol take an `error` in the stream for its failure. */
function lastWords(error: unknown): Piece {
  const message = error instanceof UpstreamFailure ? error.message : "the proxy failed; its stderr says more";
  const code = error instanceof UpstreamFailure ? "unavailable" : "internal";
  return { kind: "text", text: `data: ${JSON.stringify(errorBody(code, message))}\n\n` };
}

function isEventStream(response: Response): boolean {
  return response.ok && /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
}
