/**
 * A place in a text that is still arriving. Readers are generators that `yield` when they need more of it, so one and the
 * same reader serves a whole text and a stream, and cannot see where the chunks were cut.
 *
 * `text` is a window: what lies before `pos` may be gone after a `yield`, so only offsets from the start of the whole text
 * (`offset`) and distances from `pos` outlive one.
 */
export class Cursor {
  text = "";
  /** The next character to read, in the window. */
  pos = 0;
  /** No more text will come. */
  isFinal = false;
  /** Offset of the window in the whole text. */
  base = 0;
  /** Characters that have been looked at, each time they were: the work done, for tests of its growth. */
  work = 0;
  /**
   * Set before a `yield` by a reader that has read all there is and only waits for certain characters: text without them is
   * kept for it until one comes. Cleared at every step.
   */
  waitsFor: Stops | null = null;
  #keptFrom = -1;
  #kept = "";

  get offset(): number {
    return this.base + this.pos;
  }

  get isAtEnd(): boolean {
    return this.pos >= this.text.length;
  }

  /** Something other than white space is ahead already. */
  get isAtInk(): boolean {
    return !this.isAtEnd && !isSpace(this.text.charCodeAt(this.pos));
  }

  append(chunk: string): void {
    const { pos, text } = this;
    if (pos > 0) {
      if (this.#keptFrom >= 0) this.#kept += text.slice(Math.max(0, this.#keptFrom - this.base), pos);
      this.base += pos;
      this.pos = 0;
      this.text = pos === text.length ? chunk : text.slice(pos) + chunk;
    } else this.text = text + chunk;
  }

  /** Takes a chunk that was read elsewhere, when nothing is left in the window. */
  skip(length: number): void {
    this.base += this.text.length + length;
    this.text = "";
    this.pos = 0;
  }

  /** From here on the text can be read again, until `release`. */
  keep(): void {
    this.#keptFrom = this.offset;
    this.#kept = "";
  }

  /** As `keep`, unless an earlier place is kept already. @returns whether it was this call that keeps. */
  keepOnce(): boolean {
    if (this.#keptFrom >= 0) return false;
    this.keep();
    return true;
  }

  release(): void {
    this.#keptFrom = -1;
    this.#kept = "";
  }

  /** @param offset Not before the place of the last `keep`. */
  rewind(offset: number): void {
    if (offset >= this.base) {
      this.pos = offset - this.base;
      return;
    }
    const all = this.#kept + this.text.slice(Math.max(0, this.#keptFrom - this.base));
    const at = offset - this.#keptFrom;
    this.text = all.slice(at);
    this.#kept = all.slice(0, at);
    this.base = offset;
    this.pos = 0;
  }

  /** The kept text between two offsets. */
  slice(from: number, to: number): string {
    if (from >= this.base) return this.text.slice(from - this.base, to - this.base);
    const all = this.#kept + this.text.slice(Math.max(0, this.#keptFrom - this.base));
    return all.slice(from - this.#keptFrom, to - this.#keptFrom);
  }

  /** The code of the character `distance` ahead; -1 when it is not there (yet). */
  code(distance = 0): number {
    const at = this.pos + distance;
    return at < this.text.length ? this.text.charCodeAt(at) : -1;
  }

  /** Whether `count` characters lie ahead already. */
  has(count: number): boolean {
    return this.pos + count <= this.text.length;
  }

  /** Whether `text` stands ahead, when enough is there to tell; else `undefined`, and `lookingAt` waits for more. */
  sees(text: string, distance = 0): boolean | undefined {
    const at = this.pos + distance;
    if (this.text.length - at >= text.length) return this.text.startsWith(text, at);
    if (at < this.text.length && this.text.charCodeAt(at) !== text.charCodeAt(0)) return false;
    return undefined;
  }

  startsWith(text: string, distance = 0): boolean {
    return this.text.startsWith(text, this.pos + distance);
  }
}

/** A set of characters below 128, for a quick look at a chunk. */
export type Stops = Uint8Array;

export function stopsAt(characters: string): Stops {
  const stops = new Uint8Array(128);
  for (let at = 0; at < characters.length; at += 1) stops[characters.charCodeAt(at)] = 1;
  return stops;
}

export function hasStop(text: string, stops: Stops): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 128 && stops[code] === 1) return true;
  }
  return false;
}

/** A reader: `yield` asks for more text. */
export type Reader<T> = Generator<void, T, void>;

/** Waits until `count` characters lie ahead. @returns false when the text ends before. */
export function* need(cursor: Cursor, count: number): Reader<boolean> {
  while (cursor.text.length - cursor.pos < count) {
    if (cursor.isFinal) return false;
    yield;
  }
  return true;
}

/** Whether `text` stands ahead; asks only for as much as it takes to tell. */
export function* lookingAt(cursor: Cursor, text: string, distance = 0): Reader<boolean> {
  for (;;) {
    const at = cursor.pos + distance;
    const available = cursor.text.length - at;
    if (available >= text.length) return cursor.text.startsWith(text, at);
    if (cursor.isFinal || (available > 0 && !text.startsWith(cursor.text.slice(at)))) return false;
    yield;
  }
}

/** Reads past white space. */
export function* skipSpace(cursor: Cursor): Reader<void> {
  for (;;) {
    while (isSpace(cursor.code())) cursor.pos += 1;
    if (!cursor.isAtEnd || cursor.isFinal) return;
    yield;
  }
}

/** So much white space between two tokens and they no longer belong together: what is looked ahead stays bounded. */
const MAX_SPACE = 1024;

/** Distance of the first character after white space, from `distance` on; -1 when the text ends or there is too much of it. */
export function* pastSpace(cursor: Cursor, distance: number): Reader<number> {
  for (let ahead = distance; ahead - distance <= MAX_SPACE; ahead += 1) {
    const code = cursor.code(ahead);
    if (code < 0) {
      if (!(yield* need(cursor, ahead + 1))) return -1;
      ahead -= 1;
    } else if (!isSpace(code)) return ahead;
  }
  return -1;
}

/** A name ahead: letters, digits, `_ . - $ /`. @returns "" when there is none; null when it is longer than `limit`. */
export function* nameAhead(cursor: Cursor, distance: number, limit = 128): Reader<string | null> {
  let end = distance;
  while ((cursor.has(end + 1) || (yield* need(cursor, end + 1))) && isNameCode(cursor.code(end))) {
    end += 1;
    if (end - distance > limit) return null;
  }
  return cursor.text.slice(cursor.pos + distance, cursor.pos + end);
}

export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

export function isNameCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 46 ||
    code === 45 ||
    code === 36 ||
    code === 47 ||
    code >= 128
  );
}
