import type { Cursor } from "./cursor.ts";
import type { FormatContext } from "./formats/wire-format.ts";
import { lookingAt, type Reader } from "./looking-ahead.ts";
import { tokenStarts } from "./token-starts.ts";
import { nextStop, wakesAt } from "./wake.ts";

const TOKEN_STARTS = tokenStarts();
const WAKES_AT_TOKEN = wakesAt("<[]");

/** After a call that could not be read: on to its closing tag, or to the next token that means something. */
export function* skipTo(cursor: Cursor, context: FormatContext, closer: string): Reader<void> {
  for (;;) {
    const stop = nextStop(cursor.text, TOKEN_STARTS, cursor.pos);
    cursor.pos = stop < 0 ? cursor.text.length : stop;
    if (stop < 0) {
      if (cursor.isFinal) return;
      cursor.nap = WAKES_AT_TOKEN;
      yield;
      continue;
    }
    if (closer !== "" && (cursor.sees(closer) ?? (yield* lookingAt(cursor, closer)))) {
      cursor.pos += closer.length;
      return;
    }
    if (yield* context.isBoundary(cursor, 0)) return;
    cursor.pos += 1;
  }
}
