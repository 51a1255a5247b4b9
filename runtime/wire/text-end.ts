import { type Cursor, isSpace } from "./cursor.ts";
import { isWordCode } from "./literal-words.ts";
import { lookingAt, nameAhead, need, pastSpace, type Reader } from "./looking-ahead.ts";

/** Brackets open around a value; "call" stands for the parentheses of a call. */
export type Bracket = "{" | "[" | "(" | "call";

/** What tells the end of a text from a quote inside it. */
export interface KeyRules {
  /**
   * Whether a name can be a key at a depth, 1 being the outermost brackets: what tells `", "x":` inside a text from the end of
   * a text.
   */
  readonly isKey: (key: string, depth: number) => boolean;
  /** Whether `key` may be absent at a depth; a text that swallowed it would then be a second reading. */
  readonly isOptional: (key: string, depth: number) => boolean;
  /** Whether a name is a tool's: behind a call in a list, only another call can follow a comma. */
  readonly isTool?: ((name: string) => boolean) | undefined;
}

/** How far a key is looked ahead for. */
const MAX_KEY = 128;

/** How many closing brackets and spaces are looked at to tell an end from text. */
const MAX_CLOSERS = 512;

const LINE_FEED = 10;
const PAREN_CLOSE = 41;
const COMMA = 44;
const SEMICOLON = 59;
const LESS = 60;
const BRACKET_OPEN = 91;
const BRACKET_CLOSE = 93;
const BACKTICK = 96;
const BRACE_OPEN = 123;
const BRACE_CLOSE = 125;

/** Judges quotes that were not escaped, by what stands behind them and which brackets are open. */
export class TextEnd {
  readonly #cursor: Cursor;
  readonly #open: readonly Bracket[];
  readonly #rules: KeyRules;

  /** @param open Followed as it changes. */
  constructor(cursor: Cursor, open: readonly Bracket[], rules: KeyRules) {
    this.#cursor = cursor;
    this.#open = open;
    this.#rules = rules;
  }

  /**
   * Whether what follows `length` quotes can stand after a text: the next key, the next item, or brackets that close all that
   * is open, with an end behind them.
   */
  *isAhead(length: number, quote: string): Reader<boolean> {
    const cursor = this.#cursor;
    const next = yield* pastSpace(cursor, length);
    if (next < 0) return cursor.isFinal;
    if (cursor.code(next) === COMMA) return yield* this.#startsNext(next + 1, quote);
    return yield* this.#closesAll(next);
  }

  /** Behind a text: whether a comma and a key that may be absent follow. */
  *isBeforeOptionalKey(): Reader<boolean> {
    const cursor = this.#cursor;
    const comma = yield* pastSpace(cursor, 0);
    if (comma < 0 || cursor.code(comma) !== COMMA) return false;
    const next = yield* pastSpace(cursor, comma + 1);
    if (next < 0) return false;
    if (this.#isInList) return true;
    const key = yield* this.#keyAhead(next, cursor.text.charAt(cursor.pos + next));
    return key !== null && this.#rules.isOptional(key, this.#open.length);
  }

  get #isInList(): boolean {
    const top = this.#open.at(-1);
    return top === "[" || top === "(";
  }

  *#startsNext(distance: number, quote: string): Reader<boolean> {
    const cursor = this.#cursor;
    const next = yield* pastSpace(cursor, distance);
    if (next < 0) return cursor.isFinal;
    const code = cursor.code(next);
    if (code === BRACE_CLOSE || code === BRACKET_CLOSE || code === PAREN_CLOSE) return yield* this.#closesAll(next);
    if (this.#isInList) return isValueStart(cursor.text.charAt(cursor.pos + next));
    const key = yield* this.#keyAhead(next, quote);
    return key !== null && this.#rules.isKey(key, this.#open.length);
  }

  /** The key at a distance, with its separator behind it. */
  *#keyAhead(distance: number, quote: string): Reader<string | null> {
    const cursor = this.#cursor;
    const separator = this.#open.at(-1) === "call" ? "=" : ":";
    const isQuoted = separator === ":" && cursor.text.charAt(cursor.pos + distance) === quote;
    const start = isQuoted ? distance + 1 : distance;
    const endQuote = quote.charCodeAt(0);
    let end = start;
    while (cursor.has(end + 1) || (yield* need(cursor, end + 1))) {
      const code = cursor.code(end);
      if (isQuoted ? code === endQuote : !isWordCode(code)) break;
      end += 1;
      if (end - start > MAX_KEY) return null;
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
    const { isTool } = this.#rules;
    if (isTool === undefined) return true;
    const at = yield* pastSpace(cursor, distance);
    if (at < 0) return false;
    if (cursor.code(at) === BRACKET_CLOSE) return true;
    const name = yield* nameAhead(cursor, at);
    return name !== null && isTool(name) && (yield* lookingAt(cursor, "(", at + name.length));
  }
}

/** The code of the bracket that closes one; -1 when none is open. */
export function closerCode(bracket: Bracket | undefined): number {
  if (bracket === undefined) return -1;
  return bracket === "{" ? BRACE_CLOSE : bracket === "[" ? BRACKET_CLOSE : PAREN_CLOSE;
}

function isValueStart(char: string): boolean {
  return /["'{[(0-9tfnTFN-]/.test(char);
}
