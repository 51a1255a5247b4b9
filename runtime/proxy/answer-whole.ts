import type { ChatRequest } from "./chat-request.ts";
import { type Json, objectOrNull } from "./chunk.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import { networkFailure, UpstreamFailure } from "./failure.ts";
import { headersForClient } from "./headers.ts";
import { mendAnswer } from "./mend-answer.ts";
import { reportHeader } from "./report.ts";

/**
 * A chat answer that is asked for in one piece. The client's own patience is the only limit, for such an answer comes after
 * all of it was generated.
 *
 * @throws UpstreamFailure when asking again does not help.
 */
export async function answerWhole(endpoint: Endpoint, exchange: Exchange, chat: ChatRequest): Promise<Response> {
  for (;;) {
    try {
      const response = await exchange.send();
      const bytes = await bytesOf(response);
      const text = response.ok ? textOf(bytes) : "";
      const answer = objectOrNull(text);
      // A connection that broke looks like the end of the answer to some hosts.
      if (answer === null && text.startsWith("{")) {
        throw new UpstreamFailure("broken_off", "the upstream ended its answer before it was complete");
      }
      if (response.ok) exchange.succeed();
      return mended(endpoint, exchange, chat, response, { bytes, answer });
    } catch (error) {
      await exchange.again(error);
    }
  }
}

async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw networkFailure(error, "broken_off");
  }
}

function mended(
  { ids, counters }: Endpoint,
  { retries }: Exchange,
  chat: ChatRequest,
  { status, headers: given }: Response,
  { bytes, answer }: { bytes: Uint8Array<ArrayBuffer>; answer: Json | null },
): Response {
  const headers = headersForClient(given);
  if (answer === null || chat.tools.length === 0) {
    headers.set("x-mortise", reportHeader("pass", retries));
    return new Response(bytes, { status, headers });
  }
  const { body, reports } = mendAnswer(answer, { chat, ids, counters, retries });
  headers.set("x-mortise", reportHeader("watch", retries, reports));
  return new Response(body === null ? bytes : JSON.stringify(body), { status, headers });
}

/** Empty, and so no JSON, when the bytes are no UTF-8. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return "";
  }
}
