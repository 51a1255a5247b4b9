/** An OpenAI-compatible server on loopback that answers by a script, faults included. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A part of a streamed answer: the `data` of an event, raw bytes, or what the server does between them. */
export type Part =
  | string
  | { readonly raw: string | Uint8Array }
  /** Waits until the promise is settled. */
  | { readonly until: Promise<unknown> }
  /** Sends this event again and again, until the client closes. */
  | { readonly endless: string }
  /** `stall`: nothing more comes. `reset`: the connection breaks. */
  | "stall"
  | "reset";

export type ScriptedAnswer =
  | {
      readonly kind: "whole";
      readonly status?: number;
      readonly headers?: Record<string, string>;
      readonly body: string;
    }
  | { readonly kind: "stream"; readonly parts: readonly Part[]; readonly headers?: Record<string, string> }
  /** Closes the connection without an answer. */
  | { readonly kind: "hang_up" };

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Resolves when the connection is closed: true when that cut the answer short. */
  readonly closedEarly: Promise<boolean>;
  /** Events that were written so far. */
  readonly sent: number;
}

export interface ScriptedUpstream {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

/** An endless answer that nobody ends is a fault of the test. */
const MOST_REPEATS = 5000;

/** @param script One answer a request, in order; the last one for all further. */
export async function startUpstream(script: readonly ScriptedAnswer[]): Promise<ScriptedUpstream> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer(async (incoming, outgoing) => {
    // A reused connection that breaks is tried again by some runtimes themselves, unseen.
    outgoing.shouldKeepAlive = false;
    const answer = script[Math.min(requests.length, script.length - 1)];
    const closedEarly = new Promise<boolean>((resolve) => {
      outgoing.once("close", () => resolve(!outgoing.writableFinished));
    });
    // Counted at once, so that a request that comes meanwhile gets the next answer.
    const seen = {
      method: incoming.method ?? "",
      path: incoming.url ?? "",
      headers: incoming.headers,
      body: "",
      closedEarly,
      sent: 0,
    };
    requests.push(seen);
    seen.body = await bodyOf(incoming);
    if (answer !== undefined) await play(answer, outgoing, seen).catch(() => outgoing.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function play(answer: ScriptedAnswer, outgoing: ServerResponse, seen: { sent: number }): Promise<void> {
  if (answer.kind === "hang_up") {
    outgoing.socket?.destroy();
    return;
  }
  if (answer.kind === "whole") {
    outgoing.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
    outgoing.end(answer.body);
    return;
  }
  // Chunked, or else a broken connection would look like the end of the answer; to some runtimes it does all the same.
  const framing = answer.headers?.["content-length"] === undefined ? { "transfer-encoding": "chunked" } : {};
  outgoing.writeHead(200, { "content-type": "text/event-stream", ...framing, ...answer.headers });
  outgoing.flushHeaders();
  for (const part of answer.parts) {
    if (outgoing.destroyed) return;
    if (part === "stall") return;
    if (part === "reset") {
      // What was sent before must arrive, or the client would see another fault.
      await pause(20);
      outgoing.socket?.destroy();
      return;
    }
    if (typeof part === "object" && "until" in part) await part.until;
    else if (typeof part === "object" && "endless" in part) await repeat(part.endless, outgoing);
    else await send(typeof part === "string" ? `data: ${part}\n\n` : part.raw, outgoing);
    seen.sent += 1;
  }
  outgoing.end();
}

async function repeat(event: string, outgoing: ServerResponse): Promise<void> {
  for (let count = 0; count < MOST_REPEATS && !outgoing.destroyed; count += 1) {
    await send(`data: ${event}\n\n`, outgoing);
    await pause(1);
  }
}

/** Each part is a write of its own, and the client's pace is kept. */
async function send(bytes: string | Uint8Array, outgoing: ServerResponse): Promise<void> {
  if (outgoing.write(bytes)) return pause(0);
  await new Promise<void>((resolve) => {
    const end = () => {
      outgoing.off("drain", end);
      outgoing.off("close", end);
      resolve();
    };
    outgoing.on("drain", end);
    outgoing.on("close", end);
  });
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  incoming.setEncoding("utf8");
  let body = "";
  for await (const text of incoming) body += String(text);
  return body;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
