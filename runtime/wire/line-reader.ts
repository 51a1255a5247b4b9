import { readCallFence } from "./call-fence.ts";
import { isSpace } from "./cursor.ts";
import { fenceAhead } from "./fence.ts";
import type { Reading, WireFormat } from "./formats/wire-format.ts";
import { lookingAt, type Reader } from "./looking-ahead.ts";
import type { Message } from "./message.ts";
import { endsMessage } from "./message-end.ts";
import { readQuotation } from "./quotation.ts";
import { isResultAhead } from "./result-ahead.ts";
import { hasInk } from "./wake.ts";

const BACKTICK = 96;
const TILDE = 126;

/** Reads what counts only at the start of a line: weak evidence of calls, fences, and after a call made-up results. */
export class LineReader {
  readonly #message: Message;
  /** Weak evidence before this place was looked at and found to be none. */
  #weakFrom = 0;

  constructor(message: Message) {
    this.#message = message;
  }

  /** Goes past the white space of a line. @returns whether it begins with what means nothing there. */
  isPlain(): boolean {
    const { cursor, lineOpeners, hasCall } = this.#message;
    while (isSpace(cursor.code())) cursor.pos += 1;
    return !cursor.isAtEnd && !lineOpeners.mayStand(cursor, hasCall);
  }

  /** @returns whether something was read: then the place may again be the start of a line. */
  *read(): Reader<boolean> {
    const message = this.#message;
    const { cursor } = message;
    while (!this.isPlain()) {
      message.flush();
      if (!cursor.isAtEnd) {
        message.openFrom = cursor.offset;
        const wasRead = yield* this.#opening();
        message.openFrom = null;
        return wasRead;
      }
      if (cursor.isFinal) return false;
      cursor.wake = hasInk;
      yield;
      message.drop();
    }
    return false;
  }

  *#opening(): Reader<boolean> {
    const message = this.#message;
    const { cursor } = message;
    if (message.hasCall && (yield* isResultAhead(message))) {
      message.cut(cursor.text.slice(cursor.pos, cursor.pos + 24).split("\n")[0] ?? "");
      return true;
    }
    const code = cursor.code();
    if ((code === BACKTICK || code === TILDE) && (yield* this.#fence())) return true;
    if (message.hasEnded || cursor.offset < this.#weakFrom) return false;
    for (const { format, opener } of message.lineOpeners.all) {
      if (opener.text.charCodeAt(0) !== code || !(cursor.sees(opener.text) ?? (yield* lookingAt(cursor, opener.text))))
        continue;
      if (!(yield* format.claims(cursor, opener, message))) continue;
      const start = cursor.offset;
      cursor.keep();
      const reading = yield* format.read(cursor, opener, message);
      if (yield* this.#takeWeak(format, reading, start)) return true;
      // Strong tokens inside what was no call are still looked for; weak ones were part of it.
      this.#weakFrom = Math.max(this.#weakFrom, cursor.offset);
      cursor.rewind(start);
      cursor.release();
      message.drop();
      return false;
    }
    return false;
  }

  *#fence(): Reader<boolean> {
    const message = this.#message;
    const { cursor } = message;
    const start = cursor.offset;
    const fence = yield* fenceAhead(cursor);
    if (fence === null) return false;
    if (!message.hasEnded && start >= this.#weakFrom) {
      cursor.keep();
      const reading = yield* readCallFence(message);
      const json = message.lineOpeners.all.find(({ format }) => format.name === "json");
      if (reading !== null && json !== undefined && (yield* this.#takeWeak(json.format, reading, start))) return true;
      cursor.rewind(start);
      cursor.release();
      message.drop();
    }
    message.pass(fence.length);
    yield* readQuotation(message, fence.mark);
    return true;
  }

  /** @returns false when the reading was none. */
  *#takeWeak(format: WireFormat, reading: Reading, start: number): Reader<boolean> {
    const message = this.#message;
    const { cursor } = message;
    // What took nothing would be asked the same at the same place for ever.
    if (cursor.offset === start) return false;
    if (reading.kind === "passed") {
      cursor.release();
      message.drop();
      return true;
    }
    if (reading.kind !== "found") return false;
    const found = [...reading.found];
    const isCall =
      reading.whole === undefined || (yield* endsMessage(message, format, found, reading.whole)) === "calls";
    if (isCall) {
      cursor.release();
      message.accept(format, found);
      return true;
    }
    message.give(cursor.slice(start, cursor.offset), start);
    cursor.release();
    message.drop();
    message.isBehindCall = false;
    return true;
  }
}
