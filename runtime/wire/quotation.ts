import { lookingAt, pastSpace, type Reader } from "./looking-ahead.ts";
import type { Message } from "./message.ts";
import { tokenStarts } from "./token-starts.ts";
import { nextStop } from "./wake.ts";

const LINE_FEED = 10;

const LINE_ENDS = /\n/g;
const LINE_ENDS_AND_TOKENS = tokenStarts("\\n");

/**
 * Passes on what stands in a fence, to the end of its closing line.
 *
 * @param mark The ticks or tildes that close it.
 */
export function* readQuotation(message: Message, mark: string): Reader<void> {
  const { cursor } = message;
  // After a call a made-up result is cut in a fence too.
  const stops = message.hasCall ? LINE_ENDS_AND_TOKENS : LINE_ENDS;
  for (;;) {
    const stop = nextStop(cursor.text, stops, cursor.pos);
    const from = cursor.pos;
    cursor.pos = stop < 0 ? cursor.text.length : stop;
    cursor.work += cursor.pos - from + 1;
    message.flush();
    if (stop < 0) {
      message.openFrom = null;
      if (cursor.isFinal) return;
      yield;
      message.drop();
      continue;
    }
    if (cursor.code() !== LINE_FEED) {
      message.openFrom = cursor.offset;
      const token = yield* message.tokens.match(cursor);
      if (token?.isResultMarker === true) {
        message.cut(token.text);
        return;
      }
      message.pass(1);
      continue;
    }
    const next = cursor.inkAt(1) ?? (yield* pastSpace(cursor, 1));
    if (next >= 0 && (cursor.sees(mark, next) ?? (yield* lookingAt(cursor, mark, next)))) {
      message.pass(next + mark.length);
      return;
    }
    message.pass(1);
  }
}
