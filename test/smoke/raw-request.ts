import { connect, type Socket } from "node:net";
import { type JsonObject, parseObject } from "./json.ts";

export interface RawAnswer {
  readonly status: number;
  readonly body: JsonObject;
}

/**
 * Sends exactly these bytes over a socket and reads one JSON answer: headers that a client library would set or refuse by
 * itself, and bodies that never come, are part of what a server must judge. Rejects when no whole answer comes in 10 s.
 */
export function sendRaw(port: number, head: readonly string[], body: Iterable<Uint8Array> = []): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    const end = (why: string) => {
      clearTimeout(timer);
      socket.destroy();
      const answer = answerIn(received);
      if (answer) resolve(answer);
      else reject(new Error(`${why}; received ${JSON.stringify(received.slice(0, 400))}`));
    };
    const timer = setTimeout(() => end("no answer within 10 s"), 10_000);
    socket.setEncoding("utf8").on("data", (text: string) => {
      received += text;
      if (answerIn(received)) end("");
    });
    socket.on("error", (error) => end(error.message));
    socket.on("close", () => end("the connection was closed"));
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    void writeAll(socket, body);
  });
}

/** The answer in what was received, once it is whole; a body sent in chunks has their lengths around its JSON. */
function answerIn(text: string): RawAnswer | null {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
  const body = text.slice(text.indexOf("\r\n\r\n") + 4);
  const json = body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1);
  if (status === undefined || json === "") return null;
  try {
    return { status: Number(status), body: parseObject(json) };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

async function writeAll(socket: Socket, body: Iterable<Uint8Array>): Promise<void> {
  for (const chunk of body) {
    if (socket.destroyed) return;
    await new Promise<void>((resolve) => socket.write(chunk, () => resolve()));
  }
}

/** A chunked body of one size, in pieces of 1 MiB; nothing in it tells the length beforehand. */
export function* chunkedBody(bytes: number): Generator<Uint8Array> {
  const piece = Buffer.alloc(1024 * 1024, 0x20);
  for (let left = bytes; left > 0; left -= piece.length) {
    const data = piece.subarray(0, Math.min(left, piece.length));
    yield Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from("\r\n")]);
  }
  yield Buffer.from("0\r\n\r\n");
}
