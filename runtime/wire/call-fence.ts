import { CALL_FENCES } from "./control-tokens.ts";
import { type Cursor, isSpace } from "./cursor.ts";
import { fenceAhead } from "./fence.ts";
import type { Found } from "./finish-call.ts";
import type { Reading } from "./formats/wire-format.ts";
import { lookingAt, type Reader } from "./looking-ahead.ts";
import type { Message } from "./message.ts";

/** Calls that were found, and whether they are some only at the end of the message. */
export type FoundCalls = Reading & { readonly kind: "found" };

/** A fence ahead that holds calls and nothing else. The cursor moves behind it; without one it stands anywhere. */
export function* readCallFence(message: Message): Reader<FoundCalls | null> {
  const { cursor } = message;
  const fence = yield* fenceAhead(cursor);
  if (fence === null || !CALL_FENCES.has(fence.info)) return null;
  cursor.pos += fence.length;
  const found: Found[] = [];
  for (;;) {
    yield* skipSeparators(cursor);
    if (cursor.isAtEnd) break;
    if (cursor.sees(fence.mark) ?? (yield* lookingAt(cursor, fence.mark))) {
      cursor.pos += fence.mark.length;
      break;
    }
    const reading = yield* readCall(message);
    if (reading === null) return null;
    found.push(...reading.found);
  }
  return found.length > 0 && found.every(({ kind }) => kind === "call")
    ? { kind: "found", found, whole: "sentence" }
    : null;
}

function* readCall(message: Message): Reader<FoundCalls | null> {
  const { cursor } = message;
  for (const { format, opener } of message.lineOpeners.all) {
    if (format.name !== "json" || !(cursor.sees(opener.text) ?? (yield* lookingAt(cursor, opener.text)))) continue;
    if (!(yield* format.claims(cursor, opener, message))) continue;
    const reading = yield* format.read(cursor, opener, message);
    return reading.kind === "found" ? reading : null;
  }
  return null;
}

/** White space, and what stands between JSON objects in a row. */
export function* skipSeparators(cursor: Cursor): Reader<void> {
  for (;;) {
    while (isSpace(cursor.code()) || cursor.code() === 59 || cursor.code() === 44) cursor.pos += 1;
    if (!cursor.isAtEnd || cursor.isFinal) return;
    yield;
  }
}
