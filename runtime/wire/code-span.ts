import type { Cursor } from "./cursor.ts";
import { ticksAhead } from "./fence.ts";
import { need, type Reader } from "./looking-ahead.ts";
import type { Message } from "./message.ts";

/** Inline code ends on its line; a line longer than this has none. */
const MAX_CODE_SPAN = 512;

const LINE_FEED = 10;
const BACKTICK = 96;

/** Inline code on one line is quoted text. Ticks that are not closed on their line are only ticks. */
export function* readCodeSpan(message: Message): Reader<void> {
  const ticks = yield* ticksAhead(message.cursor);
  const end = yield* spanEnd(message.cursor, ticks);
  // A made-up result is cut wherever it stands, so after a call the text between is gone through.
  message.pass(end < 0 || message.hasCall ? ticks : end);
}

/** Distance behind the closing ticks; -1 when the line ends before them. */
function* spanEnd(cursor: Cursor, ticks: number): Reader<number> {
  let run = 0;
  for (let at = ticks; at < MAX_CODE_SPAN; at += 1) {
    const isThere = cursor.has(at + 1) || (yield* need(cursor, at + 1));
    const code = isThere ? cursor.code(at) : LINE_FEED;
    if (code === BACKTICK) {
      run += 1;
      continue;
    }
    if (run === ticks) return at;
    run = 0;
    if (code === LINE_FEED) return -1;
  }
  return -1;
}
