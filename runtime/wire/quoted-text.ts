import type { Cursor } from "./cursor.ts";
import { UNCLOSED } from "./failed.ts";
import { lookingAt, need, type Reader } from "./looking-ahead.ts";
import { nextStop, wakesAtQuote } from "./wake.ts";

export type Dialect = "json" | "python";

export interface QuotedOptions {
  readonly dialect: Dialect;
  /** How many quotes stand at each end. */
  readonly length: 1 | 3;
  /** Whether the quote ahead ends the text; when left out, every quote that is not escaped does. */
  readonly ends?: (() => Reader<boolean>) | undefined;
  /** Called for a quote that is text. */
  readonly onInnerQuote?: (() => void) | undefined;
}

const BACKSLASH = 92;

const DOUBLE_STOPS = /["\\]/g;
const SINGLE_STOPS = /['\\]/g;

/** A text between quotes, from its opening ones to behind its closing ones. */
export function* readQuoted(
  cursor: Cursor,
  { dialect, length, ends, onInnerQuote }: QuotedOptions,
): Reader<string | typeof UNCLOSED> {
  const quote = cursor.text.charAt(cursor.pos);
  const closer = quote.repeat(length);
  const stops = quote === '"' ? DOUBLE_STOPS : SINGLE_STOPS;
  let text = "";
  cursor.pos += length;
  for (;;) {
    if (cursor.isAtEnd) {
      if (cursor.isFinal) return UNCLOSED;
      cursor.nap = wakesAtQuote(quote.charCodeAt(0));
      yield;
      continue;
    }
    const from = cursor.pos;
    const stop = nextStop(cursor.text, stops, from);
    const to = stop < 0 ? cursor.text.length : stop;
    cursor.work += to - from + 1;
    text += cursor.text.slice(from, to);
    cursor.pos = to;
    if (stop < 0) continue;
    if (cursor.code() === BACKSLASH) {
      const decoded = simpleEscape(cursor, dialect) ?? (yield* readEscape(cursor, dialect));
      if (decoded === null) return UNCLOSED;
      text += decoded;
      continue;
    }
    if (length === 3 && !(cursor.sees(closer) ?? (yield* lookingAt(cursor, closer)))) {
      text += quote;
      cursor.pos += 1;
      continue;
    }
    if (ends === undefined || (yield* ends())) {
      cursor.pos += length;
      return text;
    }
    onInnerQuote?.();
    text += quote;
    cursor.pos += 1;
  }
}

/** An escape of one letter that is there; `undefined` for any other. */
function simpleEscape(cursor: Cursor, dialect: Dialect): string | undefined {
  if (!cursor.has(2)) return undefined;
  const char = cursor.text.charAt(cursor.pos + 1);
  const simple = dialect === "json" ? JSON_ESCAPES[char] : PYTHON_ESCAPES[char];
  if (simple !== undefined) cursor.pos += 2;
  return simple;
}

/** An escape; one that is none keeps its backslash. @returns null when the text ends inside it. */
function* readEscape(cursor: Cursor, dialect: Dialect): Reader<string | null> {
  if (!(yield* need(cursor, 2))) return null;
  const simple = simpleEscape(cursor, dialect);
  if (simple !== undefined) return simple;
  const digits = digitsOf(cursor.text.charAt(cursor.pos + 1), dialect);
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

function digitsOf(letter: string, dialect: Dialect): number {
  if (letter === "u") return 4;
  if (dialect === "json") return 0;
  return letter === "x" ? 2 : letter === "U" ? 8 : 0;
}

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
