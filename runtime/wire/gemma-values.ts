import { type Cursor, isSpace } from "./cursor.ts";
import { DELIMITER, readDelimited } from "./delimited-text.ts";
import { type Failed, isFailed, UNCLOSED, VIOLATION } from "./failed.ts";
import { type GemmaCall, readBareArgument, readBareItem } from "./gemma-bare.ts";
import { setOwn } from "./json-value.ts";
import { LiteralReader } from "./literal-reader.ts";
import { lookingAt, nameAhead, need, pastSpace, type Reader } from "./looking-ahead.ts";
import type { JsonValue } from "./types.ts";

/** Reads the arguments of a Gemma call: names without quotes, texts between delimiters, everything else as in JSON. */
export class GemmaReader {
  readonly #call: GemmaCall;
  readonly #cursor: Cursor;

  constructor(call: GemmaCall) {
    this.#call = call;
    this.#cursor = call.cursor;
  }

  /** From the opening brace to behind the closing one. */
  *object(depth: number): Reader<Record<string, JsonValue> | Failed> {
    const cursor = this.#cursor;
    const object: Record<string, JsonValue> = {};
    cursor.pos += 1;
    for (;;) {
      if (!(yield* this.#space())) return UNCLOSED;
      if (cursor.code() === 44) {
        cursor.pos += 1;
        continue;
      }
      if (cursor.code() === 125) {
        cursor.pos += 1;
        return object;
      }
      const key = yield* this.#key();
      if (isFailed(key)) return key;
      if (Object.hasOwn(object, key)) return VIOLATION;
      const value = yield* this.#value(depth, false, key);
      if (isFailed(value)) return value;
      setOwn(object, key, value);
    }
  }

  *#key(): Reader<string | Failed> {
    const cursor = this.#cursor;
    let key: string | Failed | null;
    if (cursor.sees(DELIMITER) ?? (yield* lookingAt(cursor, DELIMITER))) {
      cursor.pos += DELIMITER.length;
      const end = yield* this.#find(DELIMITER);
      if (end === null) return UNCLOSED;
      key = end;
    } else if (cursor.code() === 34 || cursor.code() === 39) {
      key = yield* this.#quoted();
    } else {
      key = cursor.nameAt(0) ?? (yield* nameAhead(cursor, 0));
      if (key === null) return VIOLATION;
      cursor.pos += key.length;
      if (key === "" && cursor.isAtEnd) return UNCLOSED;
    }
    if (isFailed(key)) return key;
    if (!(yield* this.#space())) return UNCLOSED;
    if (cursor.code() !== 58 && cursor.code() !== 61) return VIOLATION;
    cursor.pos += 1;
    return key;
  }

  *#value(depth: number, isInList: boolean, key: string): Reader<JsonValue | Failed> {
    const cursor = this.#cursor;
    // White space belongs to a bare text, so it is only looked past.
    const at = cursor.inkAt(0) ?? (yield* pastSpace(cursor, 0));
    if (at < 0) return cursor.isFinal ? UNCLOSED : VIOLATION;
    if (cursor.sees(DELIMITER, at) ?? (yield* lookingAt(cursor, DELIMITER, at))) {
      cursor.pos += at + DELIMITER.length;
      const { context, tool } = this.#call;
      const isKey = depth > 1 || tool === undefined || !tool.isClosed ? null : (name: string) => tool.types.has(name);
      return yield* readDelimited(cursor, context, { isInList, depth, isKey });
    }
    const code = cursor.code(at);
    const types = depth === 1 && !isInList ? this.#call.tool?.types.get(key)?.types : null;
    const isBareText = types?.size === 1 && types.has("string");
    if (code === 123 && !isBareText) {
      cursor.pos += at;
      return yield* this.object(depth + 1);
    }
    if (code === 91 && !isBareText) {
      cursor.pos += at;
      return yield* this.#list(depth + 1);
    }
    if (code === 34 || code === 39) {
      cursor.pos += at;
      return yield* this.#quoted();
    }
    if (depth > 1 || isInList) return yield* readBareItem(cursor);
    return yield* readBareArgument(this.#call, key);
  }

  *#list(depth: number): Reader<JsonValue | Failed> {
    const cursor = this.#cursor;
    const items: JsonValue[] = [];
    cursor.pos += 1;
    for (;;) {
      if (!(yield* this.#space())) return UNCLOSED;
      if (cursor.code() === 93) {
        cursor.pos += 1;
        return items;
      }
      if (cursor.code() === 44) {
        cursor.pos += 1;
        continue;
      }
      const item = yield* this.#value(depth, true, "");
      if (isFailed(item)) return item;
      items.push(item);
    }
  }

  *#quoted(): Reader<string | Failed> {
    const options = { quotes: "strict", dialect: "json", isKey: () => true, isOptional: () => true } as const;
    return yield* new LiteralReader(this.#cursor, options).string();
  }

  *#find(text: string): Reader<string | null> {
    const cursor = this.#cursor;
    for (let end = 0; end <= 256; end += 1) {
      if (cursor.sees(text, end) ?? (yield* lookingAt(cursor, text, end))) {
        const found = cursor.text.slice(cursor.pos, cursor.pos + end);
        cursor.pos += end + text.length;
        return found;
      }
      if (!(cursor.has(end + 1) || (yield* need(cursor, end + 1)))) return null;
    }
    return null;
  }

  *#space(): Reader<boolean> {
    const cursor = this.#cursor;
    for (;;) {
      while (isSpace(cursor.code())) cursor.pos += 1;
      if (!cursor.isAtEnd) return true;
      if (cursor.isFinal) return false;
      yield;
    }
  }
}
