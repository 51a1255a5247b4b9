import { type Cursor, lookingAt, need, pastSpace, type Reader, stopsAt } from "./cursor.ts";
import type { FormatContext } from "./formats/wire-format.ts";
import { UNCLOSED } from "./literal-reader.ts";

const VALUE_END = "</arg_value>";
const KEY_END = "</arg_key>";

const TAG_STOPS = stopsAt("<");

/** Longer names of arguments are not read. */
const MAX_KEY = 256;

/** The name between the key tags, behind its opening one. @returns null when it has no end. */
export function* readKey(cursor: Cursor): Reader<string | null> {
  let end = 0;
  for (; end <= MAX_KEY; end += 1) {
    if (!(cursor.has(end + 1) || (yield* need(cursor, end + 1)))) {
      cursor.pos = cursor.text.length;
      return null;
    }
    if (cursor.code(end) === 60) break;
  }
  const key = cursor.text.slice(cursor.pos, cursor.pos + end).trim();
  cursor.pos += end;
  if (cursor.sees(KEY_END) ?? (yield* lookingAt(cursor, KEY_END))) cursor.pos += KEY_END.length;
  else if (cursor.isFinal && cursor.text.indexOf(">", cursor.pos) < 0) {
    cursor.pos = cursor.text.length;
    return null;
  }
  return key;
}

/**
 * The bare text of a value, to the closing tag that belongs to it: pairs quoted inside the text balance, and what follows the
 * tag is the next key or the end of the call. Where the quoted pairs do not balance they are only words.
 */
export function* readPairValue(cursor: Cursor, context: FormatContext): Reader<string | typeof UNCLOSED> {
  const start = cursor.offset;
  const mayRelease = cursor.keepOnce();
  let value = yield* readBalanced(cursor, context, true);
  if (value === UNCLOSED) {
    cursor.rewind(start);
    value = yield* readBalanced(cursor, context, false);
  }
  if (mayRelease) cursor.release();
  return value;
}

function* readBalanced(cursor: Cursor, context: FormatContext, isNesting: boolean): Reader<string | typeof UNCLOSED> {
  let value = "";
  let open = 0;
  let isBehindKey = false;
  for (;;) {
    const next = cursor.text.indexOf("<", cursor.pos);
    const to = next < 0 ? cursor.text.length : next;
    const piece = cursor.text.slice(cursor.pos, to);
    if (piece !== "") {
      cursor.work += piece.length;
      value += piece;
      isBehindKey &&= piece.trim() === "";
      cursor.pos = to;
    }
    if (next < 0) {
      if (cursor.isFinal) return UNCLOSED;
      cursor.waitsFor = TAG_STOPS;
      yield;
      continue;
    }
    let length = 1;
    if (cursor.sees(VALUE_END) ?? (yield* lookingAt(cursor, VALUE_END))) {
      length = VALUE_END.length;
      if (open > 0) open -= 1;
      else if (yield* isFollowed(cursor, context)) {
        cursor.pos += length;
        return value;
      }
      isBehindKey = false;
    } else if (cursor.sees(KEY_END) ?? (yield* lookingAt(cursor, KEY_END))) {
      length = KEY_END.length;
      isBehindKey = true;
    } else {
      // Only a value tag right behind a key is the beginning of a quoted pair.
      if (isNesting && isBehindKey && (cursor.sees("<arg_value>") ?? (yield* lookingAt(cursor, "<arg_value>"))))
        open += 1;
      isBehindKey = false;
    }
    value += cursor.text.slice(cursor.pos, cursor.pos + length);
    cursor.pos += length;
  }
}

/** Whether a key, the end of the call or the end of the text stands behind the closing tag. */
function* isFollowed(cursor: Cursor, context: FormatContext): Reader<boolean> {
  const at = yield* pastSpace(cursor, VALUE_END.length);
  if (at < 0) return cursor.isFinal;
  if (cursor.code(at) !== 60) return false;
  if (
    (cursor.sees("<arg_key>", at) ?? (yield* lookingAt(cursor, "<arg_key>", at))) ||
    (cursor.sees("</tool_call>", at) ?? (yield* lookingAt(cursor, "</tool_call>", at)))
  )
    return true;
  return yield* context.isBoundary(cursor, at);
}
