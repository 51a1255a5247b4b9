import { type Cursor, isSpace } from "./cursor.ts";
import { type Failed, isFailed, UNCLOSED, VIOLATION } from "./failed.ts";
import { setOwn } from "./json-value.ts";
import { isScalarPart, isWordCode, wordValue } from "./literal-words.ts";
import { lookingAt, need, pastSpace, type Reader } from "./looking-ahead.ts";
import { type Dialect, readQuoted } from "./quoted-text.ts";
import { type Bracket, closerCode, type KeyRules, TextEnd } from "./text-end.ts";
import type { JsonValue } from "./types.ts";
import { hasInk } from "./wake.ts";

export interface LiteralOptions extends KeyRules {
  /**
   * `strict`: a quote that is not escaped ends its string. `lenient`: it does so only where what follows can stand after a
   * value, so quotes that were not escaped are text.
   */
  readonly quotes: "strict" | "lenient";
  /** JSON with the slips models make, or Python's literals. */
  readonly dialect: Dialect;
  /** A tag that ends the outermost object although its brace is missing. */
  readonly closedBy?: string | undefined;
}

/** Longer keys without quotes are none. */
const MAX_KEY = 128;

/** Longer numbers are none. */
const MAX_SCALAR = 400;

/** Reads values with the slips that models make. One reader reads one value; `isAmbiguous` then says if another would fit. */
export class LiteralReader {
  isAmbiguous = false;
  readonly #cursor: Cursor;
  readonly #options: LiteralOptions;
  readonly #open: Bracket[] = [];
  readonly #textEnd: TextEnd;
  /** Depth of the brackets in which a text that held quotes ended before an optional key. */
  #suspectDepth = -1;

  constructor(cursor: Cursor, options: LiteralOptions) {
    this.#cursor = cursor;
    this.#options = options;
    this.#textEnd = new TextEnd(cursor, this.#open, options);
  }

  /** Any value, white space before it. */
  *value(): Reader<JsonValue | Failed> {
    const cursor = this.#cursor;
    if (!(cursor.isAtInk || (yield* this.#space()))) return UNCLOSED;
    const char = cursor.text.charAt(cursor.pos);
    if (char === "{") return yield* this.#object();
    if (char === "[" || (char === "(" && this.#options.dialect === "python")) return yield* this.#list(char);
    if (char === '"' || char === "'") return yield* this.string();
    return yield* this.#word();
  }

  /** The arguments of a call, from after its "(" to after its ")". */
  *keywords(): Reader<Record<string, JsonValue> | Failed> {
    const args: Record<string, JsonValue> = {};
    this.#open.push("call");
    for (let isFirst = true; ; isFirst = false) {
      const next = yield* this.#nextItem(isFirst);
      if (next === "end") return args;
      if (next !== "item") return next;
      const key = yield* this.#bareKey("=");
      if (isFailed(key)) return key;
      if (Object.hasOwn(args, key)) return VIOLATION;
      const value = yield* this.value();
      if (isFailed(value)) return value;
      setOwn(args, key, value);
    }
  }

  /** A quoted text, with its quotes: one of each kind, or three. */
  *string(): Reader<string | Failed> {
    const cursor = this.#cursor;
    const { dialect, quotes } = this.#options;
    const quote = cursor.text.charAt(cursor.pos);
    const three = quote.repeat(3);
    const isTriple = dialect === "python" && (cursor.sees(three) ?? (yield* lookingAt(cursor, three)));
    if (quotes === "strict") return yield* readQuoted(cursor, { dialect, length: isTriple ? 3 : 1 });
    if (isTriple) {
      return yield* readQuoted(cursor, { dialect, length: 3, ends: () => this.#textEnd.isAhead(3, quote) });
    }
    let isDirty = false;
    const text = yield* readQuoted(cursor, {
      dialect,
      length: 1,
      ends: () => this.#textEnd.isAhead(1, quote),
      onInnerQuote: () => {
        isDirty = true;
      },
    });
    if (isFailed(text)) return text;
    const depth = this.#open.length;
    if (this.#suspectDepth === depth) this.isAmbiguous = true;
    if (isDirty && (yield* this.#textEnd.isBeforeOptionalKey())) this.#suspectDepth = depth;
    return text;
  }

  *#object(): Reader<JsonValue | Failed> {
    const cursor = this.#cursor;
    const object: Record<string, JsonValue> = {};
    cursor.pos += 1;
    this.#open.push("{");
    for (let isFirst = true; ; isFirst = false) {
      const next = yield* this.#nextItem(isFirst);
      if (next === "end") return object;
      if (next === VIOLATION && !isFirst && (yield* this.#isClosedByTag())) {
        this.#open.pop();
        return object;
      }
      if (next !== "item") return next;
      const quote = cursor.code();
      const key: string | Failed = quote === 34 || quote === 39 ? yield* this.#quotedKey() : yield* this.#bareKey(":");
      if (isFailed(key)) return key;
      if (Object.hasOwn(object, key)) return VIOLATION;
      const value = yield* this.value();
      if (isFailed(value)) return value;
      setOwn(object, key, value);
    }
  }

  *#isClosedByTag(): Reader<boolean> {
    const { closedBy } = this.#options;
    return closedBy !== undefined && this.#open.length === 1 && (yield* lookingAt(this.#cursor, closedBy));
  }

  *#list(bracket: "[" | "("): Reader<JsonValue | Failed> {
    const items: JsonValue[] = [];
    this.#cursor.pos += 1;
    this.#open.push(bracket);
    for (let isFirst = true; ; isFirst = false) {
      const next = yield* this.#nextItem(isFirst);
      if (next === "end") return items;
      if (next !== "item") return next;
      const item = yield* this.value();
      if (isFailed(item)) return item;
      items.push(item);
    }
  }

  /** Past the comma before an item, or past the bracket that closes the items. `VIOLATION`: neither stands there. */
  *#nextItem(isFirst: boolean): Reader<"item" | "end" | Failed> {
    const cursor = this.#cursor;
    const closer = closerCode(this.#open.at(-1));
    if (!(cursor.isAtInk || (yield* this.#space()))) return UNCLOSED;
    if (!isFirst && cursor.code() === 44) {
      cursor.pos += 1;
      if (!(cursor.isAtInk || (yield* this.#space()))) return UNCLOSED;
    } else if (!isFirst && cursor.code() !== closer) return VIOLATION;
    if (cursor.code() !== closer) return "item";
    cursor.pos += 1;
    this.#open.pop();
    return "end";
  }

  *#quotedKey(): Reader<string | Failed> {
    const cursor = this.#cursor;
    const { dialect, quotes } = this.#options;
    const isBeforeColon = function* (): Reader<boolean> {
      const colon = yield* pastSpace(cursor, 1);
      return colon >= 0 && cursor.code(colon) === 58;
    };
    const key = yield* readQuoted(cursor, {
      dialect,
      length: 1,
      ends: quotes === "strict" ? undefined : isBeforeColon,
    });
    if (isFailed(key)) return key;
    if (!(yield* this.#space())) return UNCLOSED;
    if (cursor.code() !== 58) return VIOLATION;
    cursor.pos += 1;
    return key;
  }

  *#bareKey(separator: ":" | "="): Reader<string | Failed> {
    const cursor = this.#cursor;
    let length = 0;
    while ((cursor.has(length + 1) || (yield* need(cursor, length + 1))) && isWordCode(cursor.code(length))) {
      length += 1;
      if (length > MAX_KEY) return VIOLATION;
    }
    const after = cursor.inkAt(length) ?? (yield* pastSpace(cursor, length));
    if (after < 0) return cursor.isFinal ? UNCLOSED : VIOLATION;
    if (length === 0 || cursor.text.charAt(cursor.pos + after) !== separator) return VIOLATION;
    const key = cursor.text.slice(cursor.pos, cursor.pos + length);
    cursor.pos += after + 1;
    return key;
  }

  /** Numbers, and the words for true, false and nothing. */
  *#word(): Reader<JsonValue | Failed> {
    const cursor = this.#cursor;
    let length = 0;
    while ((cursor.has(length + 1) || (yield* need(cursor, length + 1))) && isScalarPart(cursor.code(length))) {
      length += 1;
      if (length > MAX_SCALAR) return VIOLATION;
    }
    if (cursor.isFinal && cursor.pos + length >= cursor.text.length) return UNCLOSED;
    const word = cursor.text.slice(cursor.pos, cursor.pos + length);
    cursor.pos += length;
    return wordValue(word);
  }

  *#space(): Reader<boolean> {
    const cursor = this.#cursor;
    for (;;) {
      while (isSpace(cursor.code())) cursor.pos += 1;
      if (!cursor.isAtEnd) return true;
      if (cursor.isFinal) return false;
      cursor.wake = hasInk;
      yield;
    }
  }
}
