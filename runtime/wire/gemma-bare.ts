import type { Cursor } from "./cursor.ts";
import { DELIMITER, GEMMA_CLOSER, keyAhead } from "./delimited-text.ts";
import { type Failed, UNCLOSED, VIOLATION } from "./failed.ts";
import type { FormatContext } from "./formats/wire-format.ts";
import { parseJson } from "./json-value.ts";
import { lookingAt, need, pastSpace, type Reader } from "./looking-ahead.ts";
import type { KnownTool } from "./tool-table.ts";
import { typedValue } from "./typed-arguments.ts";
import type { JsonValue } from "./types.ts";
import { nextStop, wakesAt } from "./wake.ts";

/** What may end a bare text, or open a bracket inside it. */
const BARE_STOPS = /[,}{]/g;
const WAKES_AT_BARE_STOP = wakesAt(",}{");

/** What a reader of a Gemma call's arguments knows of the call. */
export interface GemmaCall {
  readonly cursor: Cursor;
  readonly context: FormatContext;
  readonly tool: KnownTool | undefined;
  /** Whether the tokens around the call are there; without them brackets alone end it. */
  readonly isStrong: boolean;
}

/** Bare text up to the next argument of the tool or the end of the call, typed by the schema. */
export function* readBareArgument(call: GemmaCall, key: string): Reader<JsonValue | Failed> {
  const { cursor, tool } = call;
  let text = "";
  let open = 0;
  for (;;) {
    const stop = nextStop(cursor.text, BARE_STOPS, cursor.pos);
    const to = stop < 0 ? cursor.text.length : stop;
    cursor.work += to - cursor.pos + 1;
    text += cursor.text.slice(cursor.pos, to);
    cursor.pos = to;
    if (stop < 0) {
      if (cursor.isFinal) return UNCLOSED;
      cursor.nap = WAKES_AT_BARE_STOP;
      yield;
      continue;
    }
    const code = cursor.code();
    if (code === 123) open += 1;
    else if (code === 125) {
      if (open <= 0 ? yield* endsCall(call) : false) break;
      open -= 1;
    } else if (yield* startsArgument(call)) break;
    text += cursor.text.charAt(cursor.pos);
    cursor.pos += 1;
  }
  const bare = text.endsWith(DELIMITER) ? text.slice(0, -DELIMITER.length) : text;
  const set = tool?.types.get(key);
  if (set !== undefined) return typedValue(bare, set);
  const value = parseJson(bare.trim());
  return value === undefined ? bare : value;
}

function* startsArgument({ cursor, tool }: GemmaCall): Reader<boolean> {
  const at = cursor.inkAt(1) ?? (yield* pastSpace(cursor, 1));
  if (at < 0) return false;
  const key = yield* keyAhead(cursor, at);
  if (key === null) return false;
  return tool === undefined || !tool.isClosed || tool.types.has(key);
}

function* endsCall({ cursor, context, isStrong }: GemmaCall): Reader<boolean> {
  if (!(cursor.has(2) || (yield* need(cursor, 2)))) return true;
  const at = cursor.inkAt(1) ?? (yield* pastSpace(cursor, 1));
  if (at < 0) return true;
  if (cursor.sees(GEMMA_CLOSER, at) ?? (yield* lookingAt(cursor, GEMMA_CLOSER, at))) return true;
  if (cursor.code(at) === 41 || cursor.code(at) === 125) return isStrong;
  if (yield* context.isBoundary(cursor, at)) return true;
  if (isStrong) return false;
  const isGlued = at === 1;
  if (!isGlued && cursor.text.slice(cursor.pos + 1, cursor.pos + at).includes("\n")) return true;
  return (
    (cursor.sees("call:", at) ?? (yield* lookingAt(cursor, "call:", at))) ||
    (cursor.sees("response:", at) ?? (yield* lookingAt(cursor, "response:", at)))
  );
}

/** A number, a word or a bare text inside brackets. */
export function* readBareItem(cursor: Cursor): Reader<JsonValue | Failed> {
  let text = "";
  for (;;) {
    if (cursor.isAtEnd) {
      if (cursor.isFinal) return UNCLOSED;
      yield;
      continue;
    }
    const code = cursor.code();
    if (code === 44 || code === 125 || code === 93) break;
    if (code === 60 && (cursor.sees(DELIMITER) ?? (yield* lookingAt(cursor, DELIMITER)))) {
      cursor.pos += DELIMITER.length;
      break;
    }
    text += cursor.text.charAt(cursor.pos);
    cursor.pos += 1;
  }
  const bare = text.trim();
  if (bare === "") return VIOLATION;
  if (bare === "None") return null;
  if (bare === "True" || bare === "False") return bare === "True";
  const value = parseJson(bare);
  if (value !== undefined) return value;
  return /^-?[0-9.]+$/.test(bare) ? VIOLATION : bare;
}
