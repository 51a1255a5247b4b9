import { type Cursor, isSpace } from "./cursor.ts";
import { UNCLOSED, VIOLATION } from "./failed.ts";
import type { FormatContext } from "./formats/wire-format.ts";
import { lookingAt, nameAhead, need, pastSpace, type Reader } from "./looking-ahead.ts";
import { nextStop, stopsAt, wakesAtTag } from "./wake.ts";

/** Gemma's token around a text; the model also writes it for a quote inside one. */
export const DELIMITER = '<|"|>';
export const GEMMA_CLOSER = "<tool_call|>";

/** A "<" that may begin the delimiter, and where a call can end also its brace. */
const TOKEN = /<(?=\||$)/g;
const BRACE_OR_TOKEN = /}|<(?=\||$)/g;
const BAR = stopsAt("|");
const BRACE = stopsAt("}");

/** How many closing brackets are looked at to tell an end from text. */
const MAX_CLOSERS = 256;

export interface DelimitedPlace {
  readonly isInList: boolean;
  /** Brackets open around the text; 1 in the arguments themselves. */
  readonly depth: number;
  /** Whether a name is that of an argument; `null` when the schema names none. */
  readonly isKey: ((key: string) => boolean) | null;
}

/**
 * The text behind an opening delimiter. A delimiter closes it only where something can follow a value; elsewhere it stands for
 * a quote. A closing delimiter that was left out is missed at the end of the call.
 */
export function* readDelimited(
  cursor: Cursor,
  context: FormatContext,
  place: DelimitedPlace,
): Reader<string | typeof UNCLOSED | typeof VIOLATION> {
  const isOutermost = place.depth === 1 && !place.isInList;
  const stops = isOutermost ? BRACE_OR_TOKEN : TOKEN;
  let text = "";
  for (;;) {
    const stop = nextStop(cursor.text, stops, cursor.pos);
    const to = stop < 0 ? cursor.text.length : stop;
    cursor.work += to - cursor.pos + 1;
    text += cursor.text.slice(cursor.pos, to);
    cursor.pos = to;
    if (stop < 0) {
      if (cursor.isFinal) return UNCLOSED;
      cursor.nap = wakesAtTag(BAR, isOutermost ? BRACE : undefined);
      yield;
      continue;
    }
    if (cursor.code() === 125) {
      if (yield* isCallEnd(cursor, context)) return text;
    } else if (cursor.sees(DELIMITER) ?? (yield* lookingAt(cursor, DELIMITER))) {
      const verdict = yield* judgeDelimiter(cursor, context, place);
      if (verdict === "unclear") return VIOLATION;
      cursor.pos += DELIMITER.length;
      if (verdict === "end") return text;
      text += '"';
      continue;
    }
    text += cursor.text.charAt(cursor.pos);
    cursor.pos += 1;
  }
}

/** `}<tool_call|>` with the next call, the end of the text or of the turn behind it. */
function* isCallEnd(cursor: Cursor, context: FormatContext): Reader<boolean> {
  const at = cursor.inkAt(1) ?? (yield* pastSpace(cursor, 1));
  if (at < 0 || !(cursor.sees(GEMMA_CLOSER, at) ?? (yield* lookingAt(cursor, GEMMA_CLOSER, at)))) return false;
  const behind = cursor.inkAt(at + GEMMA_CLOSER.length) ?? (yield* pastSpace(cursor, at + GEMMA_CLOSER.length));
  if (behind < 0) return cursor.isFinal;
  return yield* context.isBoundary(cursor, behind);
}

function* judgeDelimiter(
  cursor: Cursor,
  context: FormatContext,
  { isInList, depth, isKey }: DelimitedPlace,
): Reader<"end" | "text" | "unclear"> {
  const at = cursor.inkAt(DELIMITER.length) ?? (yield* pastSpace(cursor, DELIMITER.length));
  if (at < 0) return cursor.isFinal ? "end" : "text";
  const code = cursor.code(at);
  if (code === 125 || code === 93) return (yield* closesBrackets(cursor, context, at, depth)) ? "end" : "text";
  if (isInList) {
    if (code !== 44) return "text";
    const next = cursor.inkAt(at + 1) ?? (yield* pastSpace(cursor, at + 1));
    if (next < 0) return "text";
    return (cursor.sees(DELIMITER, next) ?? (yield* lookingAt(cursor, DELIMITER, next))) ||
      /[{[\-0-9tfn"]/.test(cursor.text.charAt(cursor.pos + next))
      ? "end"
      : "text";
  }
  const next = code === 44 ? yield* pastSpace(cursor, at + 1) : at;
  if (next < 0) return "text";
  const key = yield* keyAhead(cursor, next);
  if (key === null) return "text";
  if (depth > 1 || isKey === null || isKey(key)) return "end";
  // An argument the tool does not have, or text: two readings.
  return code === 44 ? "unclear" : "text";
}

/** A bare name with ":" or "=" behind it. */
export function* keyAhead(cursor: Cursor, distance: number): Reader<string | null> {
  const key = cursor.nameAt(distance) ?? (yield* nameAhead(cursor, distance));
  if (key === null || key === "") return null;
  const at = cursor.inkAt(distance + key.length) ?? (yield* pastSpace(cursor, distance + key.length));
  return at >= 0 && (cursor.code(at) === 58 || cursor.code(at) === 61) ? key : null;
}

/** Closing brackets, not more than are open by one, and behind them what can follow. */
function* closesBrackets(cursor: Cursor, context: FormatContext, distance: number, depth: number): Reader<boolean> {
  let open = depth;
  for (let at = distance; at - distance < MAX_CLOSERS; at += 1) {
    if (!(cursor.has(at + 1) || (yield* need(cursor, at + 1)))) return true;
    const code = cursor.code(at);
    if (isSpace(code)) continue;
    if (code === 125 || code === 93) {
      open -= 1;
      if (open < -1) return false;
      continue;
    }
    if (code === 44) return open > 0;
    if (code === 41 && open <= 0) continue;
    if (code !== 60) return open <= 0 && (cursor.sees("call:", at) ?? (yield* lookingAt(cursor, "call:", at)));
    if (cursor.sees(DELIMITER, at) ?? (yield* lookingAt(cursor, DELIMITER, at))) return false;
    return (
      (cursor.sees(GEMMA_CLOSER, at) ?? (yield* lookingAt(cursor, GEMMA_CLOSER, at))) ||
      (yield* context.isBoundary(cursor, at))
    );
  }
  return false;
}
