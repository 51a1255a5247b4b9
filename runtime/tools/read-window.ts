import type { FileSystem } from "../ports/mod.ts";

/** Most bytes that one answer shows. */
export const MAX_READ_BYTES = 2_000_000;

export type ByteWindow =
  | { readonly kind: "window"; readonly bytes: Uint8Array; readonly more: boolean }
  | { readonly kind: "too_large" }
  | { readonly kind: "past_end"; readonly totalLines: number };

const CHUNK_BYTES = 1024 * 1024;
const LF = 10;
const CR = 13;

/**
 * The bytes of `limit` lines from line `offset` (from 1) of a file too large to take whole. Memory stays within one
 * chunk and one answer; the file is read only as far as the window reaches.
 *
 * @param limit Lines; `null` is to the end of the file.
 */
export async function readByteWindow(
  files: FileSystem,
  path: string,
  offset: number,
  limit: number | null,
  signal: AbortSignal,
): Promise<ByteWindow> {
  let line = 1;
  let afterCr = false;
  let start = offset === 1 ? 0 : -1;
  let position = 0;
  for (;;) {
    signal.throwIfAborted();
    const chunk = await files.readRange(path, position, CHUNK_BYTES);
    if (chunk.length === 0) break;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      // A line feed after a carriage return still belongs to the line before.
      const endsCrLf = afterCr && byte === LF;
      if (!endsCrLf && start < 0 && line === offset) start = position + at;
      if (!endsCrLf && limit !== null && start >= 0 && line === offset + limit) {
        const length = position + at - start;
        if (length > MAX_READ_BYTES) return { kind: "too_large" };
        return { kind: "window", bytes: await files.readRange(path, start, length), more: true };
      }
      if ((byte === LF && !afterCr) || byte === CR) line += 1;
      afterCr = byte === CR;
    }
    position += chunk.length;
    if (start >= 0 && position - start > MAX_READ_BYTES + CHUNK_BYTES) return { kind: "too_large" };
  }
  if (start < 0) return { kind: "past_end", totalLines: line - 1 };
  if (position - start > MAX_READ_BYTES) return { kind: "too_large" };
  return { kind: "window", bytes: await files.readRange(path, start, position - start), more: false };
}
