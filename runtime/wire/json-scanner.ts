import { isScalar } from "./json-scalar.ts";
import { nextStop } from "./wake.ts";

const VALUE = 0; // a value must come
const VALUE_OR_END = 1; // a value or "]"
const KEY_OR_END = 2; // a key or "}"
const KEY = 3;
const COLON = 4;
const COMMA_OR_END = 5;

/** A quote, a backslash or a control character: all that lies outside these ranges. */
const STRING_END = /[^ !#-[\]-\uffff]/g;

/** So far a string is gone through character by character: code has an escape often, and a search costs as much to begin. */
const NEAR = 48;

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Goes over one object or array by the grammar of JSON, in pieces, and stops at its last bracket, whatever follows. What
 * stands in strings is left to `JSON.parse`.
 */
export class JsonScanner {
  progress: "more" | "complete" | "violation" = "more";
  /** Characters taken, from the first bracket on. */
  length = 0;
  readonly #open: number[] = [];
  #state = VALUE;
  #isInString = false;
  #isEscaped = false;
  #isInScalar = false;
  /** What the pieces before held of a number or a word. */
  #scalar = "";

  /** Reads on in `text` from `from`, to its end or the end of the value. */
  feed(text: string, from: number): void {
    let at = from;
    while (at < text.length && this.progress === "more") {
      if (this.#isInString) at = this.#inString(text, at);
      else if (this.#isInScalar) at = this.#inScalar(text, at);
      else {
        this.#structure(text.charCodeAt(at));
        // A scalar is taken as a whole, its first character with the others.
        if (!this.#isInScalar) at += 1;
      }
    }
    this.length += at - from;
  }

  #structure(code: number): void {
    const state = this.#state;
    if (code === 32 || code === 10 || code === 13 || code === 9) return;
    if (code === QUOTE) {
      if (state > KEY || this.#open.length === 0) this.#violate();
      else this.#isInString = true;
    } else if (code === 123 || code === 91) {
      if (state > VALUE_OR_END) this.#violate();
      this.#open.push(code);
      this.#state = code === 123 ? KEY_OR_END : VALUE_OR_END;
    } else if (code === 125 || code === 93) {
      const isEnd = state === COMMA_OR_END || state === (code === 125 ? KEY_OR_END : VALUE_OR_END);
      this.#state = COMMA_OR_END;
      if (!isEnd || this.#open.pop() !== (code === 125 ? 123 : 91)) this.#violate();
      else if (this.#open.length === 0) this.progress = "complete";
    } else if (code === 44) {
      if (state !== COMMA_OR_END) this.#violate();
      this.#state = this.#open[this.#open.length - 1] === 123 ? KEY : VALUE;
    } else if (code === 58) {
      if (state !== COLON) this.#violate();
      this.#state = VALUE;
    } else if (state > VALUE_OR_END || this.#open.length === 0 || !isScalarStart(code)) this.#violate();
    else this.#isInScalar = true;
  }

  #violate(): void {
    this.progress = "violation";
  }

  /** @returns the place behind what was taken. */
  #inString(text: string, from: number): number {
    let at = from;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      at += 1;
    }
    for (;;) {
      const stop = stringStop(text, at);
      if (stop < 0) return text.length;
      const code = text.charCodeAt(stop);
      if (code === QUOTE) {
        this.#isInString = false;
        this.#state = this.#state === KEY || this.#state === KEY_OR_END ? COLON : COMMA_OR_END;
        return stop + 1;
      }
      if (code !== BACKSLASH) {
        this.#violate();
        return stop;
      }
      at = stop + 2;
      if (at > text.length) {
        this.#isEscaped = true;
        return text.length;
      }
    }
  }

  #inScalar(text: string, from: number): number {
    const end = scalarEnd(text, from);
    this.#scalar += text.slice(from, end);
    if (end === text.length) return end;
    if (!isScalar(this.#scalar)) this.#violate();
    this.#scalar = "";
    this.#isInScalar = false;
    this.#state = COMMA_OR_END;
    return end;
  }
}

function stringStop(text: string, from: number): number {
  const near = Math.min(text.length, from + NEAR);
  for (let at = from; at < near; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code === BACKSLASH || code < 32) return at;
  }
  return near === text.length ? -1 : nextStop(text, STRING_END, near);
}

function isScalarStart(code: number): boolean {
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
