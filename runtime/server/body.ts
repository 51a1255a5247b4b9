import { refusal } from "./answer.ts";

export type JsonBody =
  | { readonly kind: "json"; readonly value: unknown; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "refused"; readonly response: Response };

/**
 * The body of a request as JSON. Demands the content type, counts every byte itself (a chunked body declares no length),
 * and decodes strictly: a byte that is not UTF-8 is refused, not replaced.
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<JsonBody> {
  const media = unsupportedMedia(request);
  if (media !== null) return refused(refusal("unsupported_media_type", media));
  const bytes = await readBounded(request, maxBytes);
  if (bytes === "too_large") {
    // The rest of the body stays unread, so the connection cannot carry another request.
    const message = `the body is over ${maxBytes} bytes; nothing was run`;
    return refused(refusal("too_large", message, { connection: "close" }));
  }
  if (bytes === "broken") return refused(refusal("bad_json", "the body ended early; nothing was run"));
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { kind: "json", value: JSON.parse(text), bytes };
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : "it is not valid UTF-8";
    return refused(refusal("bad_json", `the body is not JSON: ${why}; nothing was run`));
  }
}

function unsupportedMedia(request: Request): string | null {
  const [type = "", ...parameters] = (request.headers.get("content-type") ?? "").split(";").map((part) => part.trim());
  if (type.toLowerCase() !== "application/json") {
    return `the body must be sent as application/json, not ${type === "" ? "without a content type" : `"${type}"`}`;
  }
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter));
  if (charset !== undefined && !/^charset="?utf-?8"?$/i.test(charset)) return `the body must be UTF-8, not ${charset}`;
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity")
    return `the body must not be compressed (${encoding})`;
  return null;
}

/** The body's bytes, each counted here, for a chunked body declares no length. */
export async function readBounded(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | "too_large" | "broken"> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return "too_large";
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) {
        await reader.cancel();
        return "too_large";
      }
      chunks.push(value);
    }
  } catch {
    return "broken";
  }
  return joinChunks(chunks, size);
}

function joinChunks(chunks: readonly Uint8Array<ArrayBuffer>[], size: number): Uint8Array<ArrayBuffer> {
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0];
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

function refused(response: Response): JsonBody {
  return { kind: "refused", response };
}
