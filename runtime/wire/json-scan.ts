import { type Cursor, type Reader, stopsAt } from "./cursor.ts";

/**
 * What a strict reading of JSON came to. `text` is the value as written, `end` its end. A violation names no place: the
 * caller reads the value again, leniently, from where it began.
 */
export type JsonScan =
  | { readonly kind: "complete"; readonly text: string }
  | { readonly kind: "violation" }
  | { readonly kind: "unclosed" };

const VIOLATION: JsonScan = { kind: "violation" };
const UNCLOSED: JsonScan = { kind: "unclosed" };

const VALUE = 0; // a value must come
const VALUE_OR_END = 1; // a value or "]"
const KEY_OR_END = 2; // a key or "}"
const KEY = 3;
const COLON = 4;
const COMMA_OR_END = 5;

/** A line break cannot stand in a string; the sooner it is seen, the sooner the value is read leniently. */
const STRING_STOPS = stopsAt('"\n');

/** A quote, a backslash or a control character: all that lies outside these ranges. */
const STRING_END = /[^ !#-[\]-\uffff]/g;

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Scans one object or array by the grammar of JSON and stops at its last bracket, whatever follows. Strings are jumped
 * over; what stands in them is left to `JSON.parse`.
 */
export function* scanJson(cursor: Cursor): Reader<JsonScan> {
  // One bit for each open bracket would limit the depth; a string of them does not.
  const open: number[] = [];
  let state = VALUE;
  let text = "";
  for (;;) {
    const window = cursor.text;
    const from = cursor.pos;
    let at = from;
    while (at < window.length) {
      const code = window.charCodeAt(at);
      if (code === 32 || code === 10 || code === 13 || code === 9) {
        at += 1;
        continue;
      }
      if (code === QUOTE) {
        if (state > KEY || open.length === 0) return VIOLATION;
        at += 1;
        let isClosed = false;
        for (;;) {
          STRING_END.lastIndex = at;
          const found = STRING_END.exec(window);
          if (found === null) {
            at = window.length;
          } else {
            const stop = window.charCodeAt(found.index);
            if (stop === QUOTE) {
              at = found.index + 1;
              isClosed = true;
              break;
            }
            if (stop !== BACKSLASH) return VIOLATION;
            at = found.index + 2;
            if (at <= window.length) continue;
          }
          break;
        }
        if (!isClosed) {
          // The string goes on in the next chunk: read the rest of it there.
          const past = at - window.length;
          cursor.work += window.length - from;
          text += window.slice(from);
          cursor.pos = window.length;
          const rest = yield* finishString(cursor, past);
          if (rest === null) return cursor.isFinal && cursor.isAtEnd ? UNCLOSED : VIOLATION;
          text += rest;
          state = state === KEY || state === KEY_OR_END ? COLON : COMMA_OR_END;
          break;
        }
        state = state === KEY || state === KEY_OR_END ? COLON : COMMA_OR_END;
        continue;
      }
      if (code === 123 || code === 91) {
        if (state > VALUE_OR_END) return VIOLATION;
        open.push(code);
        state = code === 123 ? KEY_OR_END : VALUE_OR_END;
        at += 1;
        continue;
      }
      if (code === 125 || code === 93) {
        const isEnd = state === COMMA_OR_END || state === (code === 125 ? KEY_OR_END : VALUE_OR_END);
        if (!isEnd || open.pop() !== (code === 125 ? 123 : 91)) return VIOLATION;
        at += 1;
        if (open.length === 0) {
          cursor.work += at - from;
          text += window.slice(from, at);
          cursor.pos = at;
          return { kind: "complete", text };
        }
        state = COMMA_OR_END;
        continue;
      }
      if (code === 44) {
        if (state !== COMMA_OR_END) return VIOLATION;
        state = open[open.length - 1] === 123 ? KEY : VALUE;
        at += 1;
        continue;
      }
      if (code === 58) {
        if (state !== COLON) return VIOLATION;
        state = VALUE;
        at += 1;
        continue;
      }
      if (state > VALUE_OR_END || open.length === 0 || !isScalarCode(code)) return VIOLATION;
      const end = scalarEnd(window, at);
      if (end === window.length && !cursor.isFinal) break;
      if (!isScalar(window.slice(at, end))) return end === window.length ? UNCLOSED : VIOLATION;
      at = end;
      state = COMMA_OR_END;
    }
    if (cursor.text === window && cursor.pos === from) {
      cursor.work += at - from;
      text += window.slice(from, at);
      cursor.pos = at;
    }
    if (cursor.isAtEnd || cursor.text === window) {
      if (cursor.isFinal && cursor.isAtEnd) return UNCLOSED;
      yield;
    }
  }
}

/** @param past 1 when the chunk ended after a backslash, so that the next character is escaped. @returns null when it cannot end. */
function* finishString(cursor: Cursor, past: number): Reader<string | null> {
  let text = "";
  let escaped = past;
  for (;;) {
    if (cursor.isAtEnd) {
      if (cursor.isFinal) return null;
      if (escaped === 0) cursor.waitsFor = STRING_STOPS;
      yield;
      continue;
    }
    const window = cursor.text;
    const from = cursor.pos;
    let at = from + escaped;
    escaped = 0;
    for (;;) {
      if (at >= window.length) {
        escaped = at - window.length;
        at = window.length;
        break;
      }
      STRING_END.lastIndex = at;
      const found = STRING_END.exec(window);
      if (found === null) {
        at = window.length;
        break;
      }
      const stop = window.charCodeAt(found.index);
      if (stop === QUOTE) {
        cursor.work += found.index + 1 - from;
        cursor.pos = found.index + 1;
        return text + window.slice(from, cursor.pos);
      }
      if (stop !== BACKSLASH) {
        // Where it stands does not matter, only that text is left: this is no end of text.
        cursor.pos = found.index;
        return null;
      }
      at = found.index + 2;
    }
    cursor.work += at - from;
    text += window.slice(from, at);
    cursor.pos = at;
  }
}

function isScalarCode(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 45 || code === 116 || code === 102 || code === 110;
}

/** Letters, digits and `+ - .`: whatever a number or a literal may hold. */
function scalarEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const isPart =
      (code >= 48 && code <= 57) ||
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      code === 43 ||
      code === 45 ||
      code === 46;
    if (!isPart) break;
    at += 1;
  }
  return at;
}

/** Numbers that stand for no finite value, and integers that a double cannot hold, are left to the lenient reading. */
export function isScalar(text: string): boolean {
  if (text === "true" || text === "false" || text === "null") return true;
  if (!/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(text)) return false;
  return Number.isFinite(Number(text)) && (text.length < 16 || isExactNumber(text));
}

function isExactNumber(text: string): boolean {
  return /[.eE]/.test(text) || Number.isSafeInteger(Number(text)) || String(Number(text)) === text;
}
