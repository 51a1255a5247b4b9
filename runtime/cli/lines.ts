export type InputLine =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "unusable"; readonly reason: string };

/** Room for an 8 MiB file with every byte escaped. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

const LINE_FEED = 0x0a;

/**
 * Lines of a byte stream as they arrive, without their LF; a last line without one counts. Each line is decoded strictly
 * by itself, so one that is not UTF-8 or too long is told and the next one is read all the same.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<InputLine> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const add = (part: Uint8Array) => {
    size += part.byteLength;
    if (size <= maxBytes) parts.push(part);
    else parts = [];
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end));
      yield lineOf(parts, size, maxBytes);
      parts = [];
      size = 0;
      start = end + 1;
    }
    // Copied, because the host may use the chunk's memory again.
    if (start < chunk.byteLength) add(chunk.slice(start));
  }
  if (size > 0) yield lineOf(parts, size, maxBytes);
}

function lineOf(parts: readonly Uint8Array[], size: number, maxBytes: number): InputLine {
  if (size > maxBytes) return { kind: "unusable", reason: `the line is over ${maxBytes} bytes` };
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  try {
    return { kind: "line", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { kind: "unusable", reason: "the line is not valid UTF-8" };
  }
}
