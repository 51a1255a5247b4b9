import type { Cursor } from "./cursor.ts";
import { need, type Reader } from "./looking-ahead.ts";

/** Longer words behind the ticks are none of a fence. */
const MAX_INFO = 128;

const LINE_FEED = 10;
const BACKTICK = 96;

export interface Fence {
  /** The ticks, or tildes, that close it too. */
  readonly mark: string;
  /** What stands behind them, without white space and in lower case. */
  readonly info: string;
  /** Length of the opening line without its line break. */
  readonly length: number;
}

/** The fence whose opening line is ahead; null when it is none. */
export function* fenceAhead(cursor: Cursor): Reader<Fence | null> {
  const code = cursor.code();
  const ticks = yield* ticksAhead(cursor);
  if (ticks < 3) return null;
  let end = ticks;
  while ((cursor.has(end + 1) || (yield* need(cursor, end + 1))) && cursor.code(end) !== LINE_FEED) {
    if (end - ticks > MAX_INFO || cursor.code(end) === BACKTICK) return null;
    end += 1;
  }
  const info = cursor.text.slice(cursor.pos + ticks, cursor.pos + end);
  return { mark: String.fromCharCode(code).repeat(ticks), info: info.trim().toLowerCase(), length: end };
}

/** How many of the character ahead stand in a row. */
export function* ticksAhead(cursor: Cursor): Reader<number> {
  const code = cursor.code();
  let ticks = 1;
  while ((cursor.has(ticks + 1) || (yield* need(cursor, ticks + 1))) && cursor.code(ticks) === code) ticks += 1;
  return ticks;
}
