import { type Cursor, isSpace } from "./cursor.ts";
import { DELIMITER, GEMMA_CLOSER, keyAhead, readDelimited } from "./delimited-text.ts";
import { type Failed, isFailed, UNCLOSED, VIOLATION } from "./failed.ts";
import type { FormatContext } from "./formats/wire-format.ts";
import { parseJson, setOwn } from "./json-value.ts";
import { LiteralReader } from "./literal-reader.ts";
import { lookingAt, nameAhead, need, pastSpace, type Reader } from "./looking-ahead.ts";
import type { KnownTool } from "./tool-table.ts";
import { typedValue } from "./typed-arguments.ts";
import type { JsonValue } from "./types.ts";
import { nextStop, wakesAt } from "./wake.ts";

/** What may end a bare text, or open a bracket inside it. */
const BARE_STOPS = /[,}{]/g;
const WAKES_AT_BARE_STOP = wakesAt(",}{");

/** Reads the arguments of a Gemma call: names without quotes, texts between delimiters, everything else as in JSON. */
export class GemmaReader {
  readonly #cursor: Cursor;
  readonly #context: FormatContext;
  readonly #tool: KnownTool | undefined;
  /** Whether the tokens around the call are there; without them brackets alone end it. */
  readonly #isStrong: boolean;

  constructor(cursor: Cursor, context: FormatContext, tool: KnownTool | undefined, isStrong: boolean) {
    this.#cursor = cursor;
    this.#context = context;
    this.#tool = tool;
    this.#isStrong = isStrong;
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
      const tool = this.#tool;
      const isKey = depth > 1 || tool === undefined || !tool.isClosed ? null : (name: string) => tool.types.has(name);
      return yield* readDelimited(cursor, this.#context, { isInList, depth, isKey });
    }
    const code = cursor.code(at);
    const types = depth === 1 && !isInList ? this.#tool?.types.get(key)?.types : null;
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
    return depth === 1 && !isInList ? yield* this.#bareArgument(key) : yield* this.#bareItem();
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

  /** Bare text up to the next argument of the tool or the end of the call, typed by the schema. */
  *#bareArgument(key: string): Reader<JsonValue | Failed> {
    const cursor = this.#cursor;
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
        if (open <= 0 ? yield* this.#endsCall() : false) break;
        open -= 1;
      } else if (yield* this.#startsArgument()) break;
      text += cursor.text.charAt(cursor.pos);
      cursor.pos += 1;
    }
    const bare = text.endsWith(DELIMITER) ? text.slice(0, -DELIMITER.length) : text;
    const set = this.#tool?.types.get(key);
    if (set !== undefined) return typedValue(bare, set);
    const value = parseJson(bare.trim());
    return value === undefined ? bare : value;
  }

  *#startsArgument(): Reader<boolean> {
    const cursor = this.#cursor;
    const at = cursor.inkAt(1) ?? (yield* pastSpace(cursor, 1));
    if (at < 0) return false;
    const key = yield* keyAhead(cursor, at);
    if (key === null) return false;
    return this.#tool === undefined || !this.#tool.isClosed || this.#tool.types.has(key);
  }

  *#endsCall(): Reader<boolean> {
    const cursor = this.#cursor;
    if (!(cursor.has(2) || (yield* need(cursor, 2)))) return true;
    const at = cursor.inkAt(1) ?? (yield* pastSpace(cursor, 1));
    if (at < 0) return true;
    if (cursor.sees(GEMMA_CLOSER, at) ?? (yield* lookingAt(cursor, GEMMA_CLOSER, at))) return true;
    if (cursor.code(at) === 41 || cursor.code(at) === 125) return this.#isStrong;
    if (yield* this.#context.isBoundary(cursor, at)) return true;
    if (this.#isStrong) return false;
    const isGlued = at === 1;
    if (!isGlued && cursor.text.slice(cursor.pos + 1, cursor.pos + at).includes("\n")) return true;
    return (
      (cursor.sees("call:", at) ?? (yield* lookingAt(cursor, "call:", at))) ||
      (cursor.sees("response:", at) ?? (yield* lookingAt(cursor, "response:", at)))
    );
  }

  /** A number, a word or a bare text inside brackets. */
  *#bareItem(): Reader<JsonValue | Failed> {
    const cursor = this.#cursor;
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
