import { type Cursor, isSpace, lookingAt, nameAhead, need, pastSpace, type Reader, stopsAt } from "./cursor.ts";
import { isScalar } from "./json-scan.ts";
import { setOwn } from "./json-value.ts";
import type { JsonValue } from "./types.ts";

/** No reading: the text breaks the grammar, or ends in the middle of it. */
export const VIOLATION = Symbol("violation");
export const UNCLOSED = Symbol("unclosed");
export type Failed = typeof VIOLATION | typeof UNCLOSED;

export function isFailed(value: unknown): value is Failed {
  return value === VIOLATION || value === UNCLOSED;
}

export interface LiteralOptions {
  /**
   * `strict`: a quote that is not escaped ends its string. `lenient`: it does so only where what follows can stand after a
   * value, so quotes that were not escaped are text.
   */
  readonly quotes: "strict" | "lenient";
  /** JSON with the slips models make, or Python's literals. */
  readonly dialect: "json" | "python";
  /**
   * Whether a name can be a key at a depth, 1 being the outermost brackets: what tells `", "x":` inside a text from the end of
   * a text.
   */
  readonly isKey: (key: string, depth: number) => boolean;
  /** Whether `key` may be absent at a depth; a text that swallowed it would then be a second reading. */
  readonly isOptional: (key: string, depth: number) => boolean;
  /** A tag that ends the outermost object although its brace is missing. */
  readonly closedBy?: string | undefined;
  /** Whether a name is a tool's: behind a call in a list, only another call can follow a comma. */
  readonly isTool?: ((name: string) => boolean) | undefined;
}

const QUOTE_STOPS = stopsAt("\"'");

type Bracket = "{" | "[" | "(";

const CLOSER: Readonly<Record<Bracket, string>> = { "{": "}", "[": "]", "(": ")" };

/** How far a key is looked ahead for. */
const MAX_KEY = 128;

/** How many closing brackets and spaces are looked at to tell an end from text. */
const MAX_CLOSERS = 512;

/** Reads values with the slips that models make. One reader reads one value; `isAmbiguous` then says if another would fit. */
export class LiteralReader {
  isAmbiguous = false;
  readonly #cursor: Cursor;
  readonly #options: LiteralOptions;
  /** Brackets open now; "call" stands for the parentheses of a call. */
  readonly #open: (Bracket | "call")[] = [];
  /** Depth of the brackets in which a text that held quotes ended before an optional key. */
  #suspectDepth = -1;

  constructor(cursor: Cursor, options: LiteralOptions) {
    this.#cursor = cursor;
    this.#options = options;
  }

  /** Any value, white space before it. */
  *value(): Reader<JsonValue | Failed> {
    const cursor = this.#cursor;
    if (!(yield* this.#space())) return UNCLOSED;
    const char = cursor.text.charAt(cursor.pos);
    if (char === "{") return yield* this.#object();
    if (char === "[" || (char === "(" && this.#options.dialect === "python")) return yield* this.#list(char);
    if (char === '"' || char === "'") return yield* this.string();
    return yield* this.#word();
  }

  /** The arguments of a call, from after its "(" to after its ")". */
  *keywords(): Reader<Record<string, JsonValue> | Failed> {
    const cursor = this.#cursor;
    const args: Record<string, JsonValue> = {};
    this.#open.push("call");
    for (let isFirst = true; ; isFirst = false) {
      if (!(yield* this.#space())) return UNCLOSED;
      if (!isFirst && cursor.code() === COMMA) {
        cursor.pos += 1;
        if (!(yield* this.#space())) return UNCLOSED;
      } else if (!isFirst && cursor.code() !== PAREN_CLOSE) return VIOLATION;
      if (cursor.code() === PAREN_CLOSE) {
        cursor.pos += 1;
        this.#open.pop();
        return args;
      }
      const key = yield* this.#bareKey("=");
      if (isFailed(key)) return key;
      if (Object.hasOwn(args, key)) return VIOLATION;
      const value = yield* this.value();
      if (isFailed(value)) return value;
      setOwn(args, key, value);
    }
  }

  *#object(): Reader<JsonValue | Failed> {
    const cursor = this.#cursor;
    const object: Record<string, JsonValue> = {};
    cursor.pos += 1;
    this.#open.push("{");
    for (let isFirst = true; ; isFirst = false) {
      if (!(yield* this.#space())) return UNCLOSED;
      if (!isFirst && cursor.code() === COMMA) {
        cursor.pos += 1;
        if (!(yield* this.#space())) return UNCLOSED;
      } else if (!isFirst && cursor.code() !== BRACE_CLOSE) {
        if (!(yield* this.#isClosedByTag())) return VIOLATION;
        this.#open.pop();
        return object;
      }
      if (cursor.code() === BRACE_CLOSE) {
        cursor.pos += 1;
        this.#open.pop();
        return object;
      }
      const quote = cursor.code();
      const key: string | Failed =
        quote === DOUBLE || quote === SINGLE ? yield* this.#quotedKey() : yield* this.#bareKey(":");
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
    const cursor = this.#cursor;
    const closer = CLOSER[bracket].charCodeAt(0);
    const items: JsonValue[] = [];
    cursor.pos += 1;
    this.#open.push(bracket);
    for (let isFirst = true; ; isFirst = false) {
      if (!(yield* this.#space())) return UNCLOSED;
      if (!isFirst && cursor.code() === COMMA) {
        cursor.pos += 1;
        if (!(yield* this.#space())) return UNCLOSED;
      } else if (!isFirst && cursor.code() !== closer) return VIOLATION;
      if (cursor.code() === closer) {
        cursor.pos += 1;
        this.#open.pop();
        return items;
      }
      const item = yield* this.value();
      if (isFailed(item)) return item;
      items.push(item);
    }
  }

  *#quotedKey(): Reader<string | Failed> {
    const cursor = this.#cursor;
    const quote = cursor.text.charAt(cursor.pos);
    const key = yield* this.#quoted(quote, 1, function* () {
      const colon = yield* pastSpace(cursor, 1);
      return colon >= 0 && cursor.code(colon) === COLON;
    });
    if (isFailed(key)) return key;
    if (!(yield* this.#space())) return UNCLOSED;
    if (cursor.code() !== COLON) return VIOLATION;
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
    const after = yield* pastSpace(cursor, length);
    if (after < 0) return cursor.isFinal ? UNCLOSED : VIOLATION;
    if (length === 0 || cursor.text.charAt(cursor.pos + after) !== separator) return VIOLATION;
    const key = cursor.text.slice(cursor.pos, cursor.pos + length);
    cursor.pos += after + 1;
    return key;
  }

  /** A quoted text, with its quotes: one of each kind, or three. */
  *string(): Reader<string | Failed> {
    const cursor = this.#cursor;
    const quote = cursor.text.charAt(cursor.pos);
    if (
      this.#options.dialect === "python" &&
      (cursor.sees(quote.repeat(3)) ?? (yield* lookingAt(cursor, quote.repeat(3))))
    ) {
      return yield* this.#quoted(quote, 3, () => this.#endsText(3, quote));
    }
    let isDirty = false;
    const text = yield* this.#quoted(
      quote,
      1,
      () => this.#endsText(1, quote),
      () => {
        isDirty = true;
      },
    );
    if (this.#options.quotes === "strict" || isFailed(text)) return text;
    const depth = this.#open.length;
    if (this.#suspectDepth === depth) this.isAmbiguous = true;
    if (isDirty && (yield* this.#isBeforeOptionalKey())) this.#suspectDepth = depth;
    return text;
  }

  /** @param ends Whether the quote ahead ends the text; asked in lenient reading only. */
  *#quoted(
    quote: string,
    length: 1 | 3,
    ends: () => Reader<boolean>,
    onInnerQuote?: () => void,
  ): Reader<string | Failed> {
    const cursor = this.#cursor;
    const { dialect, quotes } = this.#options;
    const closer = quote.repeat(length);
    const stop = quote === '"' ? /["\\]/g : /['\\]/g;
    let text = "";
    cursor.pos += length;
    for (;;) {
      if (cursor.isAtEnd) {
        if (cursor.isFinal) return UNCLOSED;
        cursor.waitsFor = QUOTE_STOPS;
        yield;
        continue;
      }
      const from = cursor.pos;
      stop.lastIndex = from;
      const found = stop.exec(cursor.text);
      const to = found === null ? cursor.text.length : found.index;
      cursor.work += to - from + 1;
      text += cursor.text.slice(from, to);
      cursor.pos = to;
      if (found === null) continue;
      if (found[0] === "\\") {
        const decoded = yield* this.#escape(dialect);
        if (decoded === null) return UNCLOSED;
        text += decoded;
        continue;
      }
      if (length === 3 && !(cursor.sees(closer) ?? (yield* lookingAt(cursor, closer)))) {
        text += quote;
        cursor.pos += 1;
        continue;
      }
      if (quotes === "strict" || (yield* ends())) {
        cursor.pos += length;
        return text;
      }
      onInnerQuote?.();
      text += quote;
      cursor.pos += 1;
    }
  }

  /** An escape; one that is none keeps its backslash. */
  *#escape(dialect: LiteralOptions["dialect"]): Reader<string | null> {
    const cursor = this.#cursor;
    if (!(cursor.has(2) || (yield* need(cursor, 2)))) return null;
    const char = cursor.text.charAt(cursor.pos + 1);
    const simple = dialect === "json" ? JSON_ESCAPES[char] : PYTHON_ESCAPES[char];
    if (simple !== undefined) {
      cursor.pos += 2;
      return simple;
    }
    const digits =
      char === "u" ? 4 : dialect === "python" && char === "x" ? 2 : dialect === "python" && char === "U" ? 8 : 0;
    if (digits > 0 && (yield* need(cursor, 2 + digits))) {
      const hex = cursor.text.slice(cursor.pos + 2, cursor.pos + 2 + digits);
      const value = /^[0-9a-fA-F]+$/.test(hex) ? Number.parseInt(hex, 16) : -1;
      if (value >= 0 && value <= 0x10ffff) {
        cursor.pos += 2 + digits;
        return value <= 0xffff ? String.fromCharCode(value) : String.fromCodePoint(value);
      }
    }
    cursor.pos += 1;
    return "\\";
  }

  /** Numbers, and the words for true, false and nothing. */
  *#word(): Reader<JsonValue | Failed> {
    const cursor = this.#cursor;
    let length = 0;
    while ((cursor.has(length + 1) || (yield* need(cursor, length + 1))) && isScalarPart(cursor.code(length))) {
      length += 1;
      if (length > 400) return VIOLATION;
    }
    const word = cursor.text.slice(cursor.pos, cursor.pos + length);
    if (cursor.isFinal && cursor.pos + length >= cursor.text.length) return UNCLOSED;
    cursor.pos += length;
    if (Object.hasOwn(WORDS, word)) return WORDS[word] ?? null;
    return numberOf(word);
  }

  /**
   * Whether what follows a quote of `length` can stand after a text: the next key, the next item, or brackets that close all
   * that is open, with an end behind them.
   */
  *#endsText(length: number, quote: string): Reader<boolean> {
    const cursor = this.#cursor;
    const next = yield* pastSpace(cursor, length);
    if (next < 0) return cursor.isFinal;
    const code = cursor.code(next);
    const top = this.#open.at(-1);
    if (code === COMMA) return yield* this.#startsNext(next + 1, top, quote);
    return yield* this.#closesAll(next);
  }

  *#startsNext(distance: number, top: Bracket | "call" | undefined, quote: string): Reader<boolean> {
    const cursor = this.#cursor;
    const next = yield* pastSpace(cursor, distance);
    if (next < 0) return cursor.isFinal;
    const code = cursor.code(next);
    if (code === BRACE_CLOSE || code === BRACKET_CLOSE || code === PAREN_CLOSE) return yield* this.#closesAll(next);
    if (top === "[" || top === "(") return isValueStart(cursor.text.charAt(cursor.pos + next));
    const key = yield* this.#keyAhead(next, top === "call" ? "=" : ":", quote);
    return key !== null && this.#options.isKey(key, this.#open.length);
  }

  /** The key at a distance, with its separator behind it. */
  *#keyAhead(distance: number, separator: string, quote: string): Reader<string | null> {
    const cursor = this.#cursor;
    let start = distance;
    let end = start;
    const isQuoted = separator === ":" && cursor.text.charAt(cursor.pos + start) === quote;
    if (isQuoted) {
      start += 1;
      end = start;
      while (
        (cursor.has(end + 1) || (yield* need(cursor, end + 1))) &&
        cursor.text.charAt(cursor.pos + end) !== quote
      ) {
        end += 1;
        if (end - start > MAX_KEY) return null;
      }
    } else {
      while ((cursor.has(end + 1) || (yield* need(cursor, end + 1))) && isWordCode(cursor.code(end))) {
        end += 1;
        if (end - start > MAX_KEY) return null;
      }
    }
    const key = cursor.text.slice(cursor.pos + start, cursor.pos + end);
    const after = yield* pastSpace(cursor, isQuoted ? end + 1 : end);
    if (after < 0 || key === "" || cursor.text.charAt(cursor.pos + after) !== separator) return null;
    return key;
  }

  /** Brackets from `distance` on that fit what is open, and then something that can follow them. */
  *#closesAll(distance: number): Reader<boolean> {
    const cursor = this.#cursor;
    let depth = this.#open.length;
    let hasLineBreak = false;
    for (let at = distance; at - distance < MAX_CLOSERS; at += 1) {
      if (!(cursor.has(at + 1) || (yield* need(cursor, at + 1)))) return true;
      const code = cursor.code(at);
      if (isSpace(code)) {
        hasLineBreak ||= code === LINE_FEED;
        continue;
      }
      const top = this.#open[depth - 1];
      if (code === COMMA) return depth > 0 ? depth < this.#open.length : yield* this.#isCallAhead(at + 1);
      if (code === BRACE_CLOSE || code === BRACKET_CLOSE || code === PAREN_CLOSE) {
        // One bracket too many is a slip of its own.
        if (depth === 0) return true;
        if (code !== closerCode(top)) return false;
        depth -= 1;
        continue;
      }
      const isTagStart = code === LESS || code === BRACKET_OPEN || code === BACKTICK || code === SEMICOLON;
      if (depth === 0 && this.#open[0] === "call") return code === LESS;
      if (depth === 0) return isTagStart || hasLineBreak || code === BRACE_OPEN;
      return depth < this.#open.length && code === LESS;
    }
    return false;
  }

  *#isCallAhead(distance: number): Reader<boolean> {
    const cursor = this.#cursor;
    const { isTool } = this.#options;
    if (isTool === undefined) return true;
    const at = yield* pastSpace(cursor, distance);
    if (at < 0) return false;
    if (cursor.code(at) === BRACKET_CLOSE) return true;
    const name = yield* nameAhead(cursor, at);
    return name !== null && isTool(name) && (yield* lookingAt(cursor, "(", at + name.length));
  }

  /** After a text: whether a comma and a key that may be absent follow. */
  *#isBeforeOptionalKey(): Reader<boolean> {
    const cursor = this.#cursor;
    const comma = yield* pastSpace(cursor, 0);
    if (comma < 0 || cursor.code(comma) !== COMMA) return false;
    const next = yield* pastSpace(cursor, comma + 1);
    if (next < 0) return false;
    const top = this.#open.at(-1);
    if (top === "[" || top === "(") return true;
    const key = yield* this.#keyAhead(next, top === "call" ? "=" : ":", cursor.text.charAt(cursor.pos + next));
    return key !== null && this.#options.isOptional(key, this.#open.length);
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

const COMMA = 44;
const COLON = 58;
const SEMICOLON = 59;
const LESS = 60;
const DOUBLE = 34;
const SINGLE = 39;
const BRACE_OPEN = 123;
const BRACE_CLOSE = 125;
const BRACKET_OPEN = 91;
const BRACKET_CLOSE = 93;
const PAREN_CLOSE = 41;
const BACKTICK = 96;
const LINE_FEED = 10;

const WORDS: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
};

const JSON_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  "'": "'",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

const PYTHON_ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "\\": "\\",
  "\n": "",
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

function closerCode(bracket: Bracket | "call" | undefined): number {
  if (bracket === undefined) return -1;
  return bracket === "call" ? PAREN_CLOSE : CLOSER[bracket].charCodeAt(0);
}

function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45 ||
    code === 36 ||
    code >= 128
  );
}

function isScalarPart(code: number): boolean {
  return isWordCode(code) || code === 43 || code === 46;
}

function isValueStart(char: string): boolean {
  return /["'{[(0-9tfnTFN-]/.test(char);
}

/** A finite number; leading zeros and a plus are slips. An integer a double cannot hold is no number but text. */
function numberOf(word: string): JsonValue | Failed {
  const plain = word.replace(/^\+/, "").replace(/^(-?)0+(?=[0-9])/, "$1");
  if (isScalar(plain)) return Number(plain);
  if (/^-?[0-9]+$/.test(plain)) return word;
  const padded = plain.replace(/^(-?)\./, "$10.").replace(/\.(?=$|[eE])/, ".0");
  return isScalar(padded) ? Number(padded) : VIOLATION;
}
