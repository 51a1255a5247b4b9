import { type Cursor, isSpace } from "./cursor.ts";
import { type Failed, isFailed, UNCLOSED, VIOLATION } from "./failed.ts";
import type { FormatContext } from "./formats/wire-format.ts";
import { LiteralReader } from "./literal-reader.ts";
import { lookingAt, nameAhead, pastSpace, type Reader } from "./looking-ahead.ts";
import type { JsonObject } from "./types.ts";

export interface PythonCall {
  readonly name: string;
  readonly values: JsonObject;
  /** Offsets of the name and behind the closing parenthesis. */
  readonly start: number;
  readonly end: number;
}

/**
 * Reads calls such as `[f(a=1), g(b='x')]`, with or without the brackets, up to `closer`. First by Python's own rules; when
 * they fail, with quotes that were not escaped.
 */
export function* readPythonCalls(
  cursor: Cursor,
  context: FormatContext,
  closer: string,
): Reader<readonly PythonCall[] | Failed> {
  const start = cursor.offset;
  const mayRelease = cursor.keepOnce();
  let calls = yield* readList(cursor, context, "strict", closer);
  if (isFailed(calls)) {
    cursor.rewind(start);
    calls = yield* readList(cursor, context, "lenient", closer);
  }
  if (mayRelease) cursor.release();
  // All that is there was meant for the calls: none of it is prose.
  if (calls === UNCLOSED) cursor.pos = cursor.text.length;
  return calls;
}

function* readList(
  cursor: Cursor,
  context: FormatContext,
  quotes: "strict" | "lenient",
  closer: string,
): Reader<readonly PythonCall[] | Failed> {
  const calls: PythonCall[] = [];
  let hasBracket = false;
  for (let isFirst = true; ; isFirst = false) {
    while (isSpace(cursor.code())) cursor.pos += 1;
    if (cursor.isAtEnd) {
      if (cursor.isFinal) return hasBracket || calls.length === 0 ? UNCLOSED : calls;
      yield;
      isFirst = isFirst && calls.length === 0 && !hasBracket;
      continue;
    }
    const code = cursor.code();
    if (code === 91 && !hasBracket && calls.length === 0) {
      hasBracket = true;
      cursor.pos += 1;
      continue;
    }
    if (code === 93 && hasBracket) {
      cursor.pos += 1;
      return calls;
    }
    if (code === 44 && calls.length > 0) {
      cursor.pos += 1;
      continue;
    }
    if (code === 60 && calls.length > 0) {
      const isEnd =
        (closer !== "" && (cursor.sees(closer) ?? (yield* lookingAt(cursor, closer)))) ||
        (yield* context.isBoundary(cursor, 0));
      return isEnd ? calls : VIOLATION;
    }
    const call = yield* readCall(cursor, context, quotes);
    if (call === null) return !hasBracket && calls.length > 0 ? calls : VIOLATION;
    if (isFailed(call)) return call;
    calls.push(call);
  }
}

function* readCall(
  cursor: Cursor,
  { tools }: FormatContext,
  quotes: "strict" | "lenient",
): Reader<PythonCall | Failed | null> {
  const start = cursor.offset;
  const name = cursor.nameAt(0) ?? (yield* nameAhead(cursor, 0));
  if (name === null || name === "") return null;
  const at = cursor.inkAt(name.length) ?? (yield* pastSpace(cursor, name.length));
  if (at < 0) return cursor.isFinal ? UNCLOSED : null;
  if (cursor.code(at) !== 40) return null;
  cursor.pos += at + 1;
  const tool = tools.get(name);
  const reader = new LiteralReader(cursor, {
    quotes,
    dialect: "python",
    isKey: (key, depth) => depth !== 1 || tool === undefined || !tool.isClosed || tool.types.has(key),
    isOptional: (key, depth) => depth !== 1 || tool === undefined || !tool.required.includes(key),
    isTool: (other) => tools.has(other),
  });
  const values = yield* reader.keywords();
  if (isFailed(values)) return values;
  if (reader.isAmbiguous) return VIOLATION;
  return { name, values, start, end: cursor.offset };
}
