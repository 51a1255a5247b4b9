import { lookingAt, type Reader } from "./looking-ahead.ts";
import type { Message } from "./message.ts";
import { tokenStarts } from "./token-starts.ts";
import type { Token } from "./tokens.ts";
import { nextStop } from "./wake.ts";

const TOKEN_STARTS = tokenStarts();

/**
 * Reasoning, between its tags. A call in it that closes later was a draft. One in reasoning that never closes is real: then the
 * text is read again from there.
 */
export class Reasoning {
  readonly #message: Message;
  #hasReasoned = false;
  /** Closing tags that do not come any more. */
  readonly #neverClosed = new Set<string>();

  constructor(message: Message) {
    this.#message = message;
  }

  /** Reads from the tag ahead on, to behind its closing one. */
  *read({ text }: Token, reasoning: NonNullable<Token["reasoning"]>): Reader<void> {
    const message = this.#message;
    message.cursor.pos += text.length;
    message.drop();
    if (reasoning.kind === "open") yield* this.#inside(reasoning.closer);
    else if (!this.#hasReasoned) {
      // Its opening tag stood in the prompt: what was said before, and what was drafted, was reasoning.
      message.sink.forget(message.cursor.offset);
      message.discard();
    }
    this.#hasReasoned = true;
    message.isBehindCall = false;
    message.isLineStart = true;
    message.drop();
  }

  *#inside(closer: string): Reader<void> {
    const message = this.#message;
    const { cursor } = message;
    let firstCall = -1;
    for (;;) {
      if (firstCall < 0) message.openFrom = null;
      const stop = nextStop(cursor.text, TOKEN_STARTS, cursor.pos);
      const from = cursor.pos;
      cursor.pos = stop < 0 ? cursor.text.length : stop;
      cursor.work += cursor.pos - from + 1;
      if (stop < 0) {
        if (cursor.isFinal) break;
        yield;
        continue;
      }
      if (firstCall < 0) message.openFrom = cursor.offset;
      if (cursor.sees(closer) ?? (yield* lookingAt(cursor, closer))) {
        cursor.pos += closer.length;
        cursor.release();
        return;
      }
      if (firstCall < 0) {
        const token = yield* message.tokens.match(cursor);
        if (token !== null && (yield* this.#isClaimed(token))) {
          // The text is known to hold no closing tag from here on: it was read to its end before.
          if (this.#neverClosed.has(closer)) return;
          firstCall = cursor.offset;
          cursor.keep();
        }
      }
      cursor.pos += 1;
    }
    this.#neverClosed.add(closer);
    if (firstCall >= 0) cursor.rewind(firstCall);
    cursor.release();
  }

  *#isClaimed(token: Token): Reader<boolean> {
    const message = this.#message;
    for (const { format, opener } of token.openers) {
      if (yield* format.claims(message.cursor, opener, message)) return true;
    }
    return false;
  }
}
