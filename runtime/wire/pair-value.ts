import type { Cursor } from "./cursor.ts";
import { UNCLOSED } from "./failed.ts";
import type { FormatContext } from "./formats/wire-format.ts";
import { lookingAt, need, pastSpace, type Reader } from "./looking-ahead.ts";
import { stopsAt, wakesAtTag } from "./wake.ts";

const VALUE = "<arg_value>";
const VALUE_END = "</arg_value>";
const KEY_END = "</arg_key>";

/** What stands behind the "<" of a tag of pairs. */
const TAG_STARTS = stopsAt("/a");

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
  const start = cursor.offset;
  let open = 0;
  /** Where the last key ended: only a value tag right behind it is the beginning of a quoted pair. */
  let keyEnd = -1;
  for (;;) {
    if (!toTag(cursor)) {
      if (cursor.isFinal) return UNCLOSED;
      cursor.nap = wakesAtTag(TAG_STARTS);
      yield;
      continue;
    }
    let length = 1;
    if (cursor.sees(VALUE_END) ?? (yield* lookingAt(cursor, VALUE_END))) {
      if (open > 0) open -= 1;
      else if (yield* isFollowed(cursor, context)) {
        const value = cursor.slice(start, cursor.offset);
        cursor.pos += VALUE_END.length;
        return value;
      }
      length = VALUE_END.length;
      keyEnd = -1;
    } else if (cursor.sees(KEY_END) ?? (yield* lookingAt(cursor, KEY_END))) {
      length = KEY_END.length;
      keyEnd = cursor.offset + length;
    } else {
      const isBehindKey = isNesting && keyEnd >= 0 && cursor.slice(keyEnd, cursor.offset).trim() === "";
      if (isBehindKey && (cursor.sees(VALUE) ?? (yield* lookingAt(cursor, VALUE)))) open += 1;
      keyEnd = -1;
    }
    cursor.pos += length;
  }
}

/** On to the next "<" that may begin a tag. @returns false at the end of what is there. */
function toTag(cursor: Cursor): boolean {
  const { text, pos } = cursor;
  let next = text.indexOf("<", pos);
  while (next >= 0 && next + 1 < text.length && !isTagStart(text.charCodeAt(next + 1)))
    next = text.indexOf("<", next + 1);
  cursor.pos = next < 0 ? text.length : next;
  cursor.work += cursor.pos - pos + 1;
  return next >= 0;
}

function isTagStart(code: number): boolean {
  return code < 128 && TAG_STARTS[code] === 1;
}

/** Whether a key, the end of the call or the end of the text stands behind the closing tag. */
function* isFollowed(cursor: Cursor, context: FormatContext): Reader<boolean> {
  const at = cursor.inkAt(VALUE_END.length) ?? (yield* pastSpace(cursor, VALUE_END.length));
  if (at < 0) return cursor.isFinal;
  if (cursor.code(at) !== 60) return false;
  if (
    (cursor.sees("<arg_key>", at) ?? (yield* lookingAt(cursor, "<arg_key>", at))) ||
    (cursor.sees("</tool_call>", at) ?? (yield* lookingAt(cursor, "</tool_call>", at)))
  )
    return true;
  return yield* context.isBoundary(cursor, at);
}
