import { TextPieces } from "./text-pieces.ts";
import type { Wake } from "./wake.ts";

/** So much white space between two tokens and they no longer belong together: what is looked ahead stays bounded. */
export const MAX_SPACE = 1024;

/** Longer names are none. */
const MAX_NAME = 128;

/**
 * A place in a text that is still arriving. Readers are generators that `yield` when they need more of it, so one and the
 * same reader serves a whole text and a stream, and cannot see where the chunks were cut.
 *
 * `text` is a window: what lies before `pos` may be gone after a `yield`, so only offsets from the start of the whole text
 * (`offset`) and distances from `pos` outlive one. Methods that look ahead answer `undefined` when the text that is there
 * does not tell; the generators beside this class wait then.
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
  /** Set before a `yield` by a reader that knows what it waits for: it sleeps until that is there. Cleared at every step. */
  wake: Wake | null = null;
  /** As `wake`, for a reader that can tell by each chunk alone: until it wakes the chunks are only put by. */
  nap: Wake | null = null;
  /** Chunks that came during a nap; they follow the window. */
  readonly #putBy = new TextPieces();
  #keptFrom = -1;
  /** The kept text before the window, in pieces. */
  #kept: string[] = [];

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

  /** Takes a chunk. @returns whether the reader that waits must look. */
  take(chunk: string): boolean {
    if (this.nap !== null) {
      this.#putBy.add(chunk);
      if (!this.nap(chunk)) return false;
      this.append(this.#putBy.take());
      return true;
    }
    this.append(chunk);
    return this.wake === null || this.wake(chunk);
  }

  /** No more text will come. */
  finish(): void {
    if (!this.#putBy.isEmpty) this.append(this.#putBy.take());
    this.isFinal = true;
  }

  append(chunk: string): void {
    const { pos, text } = this;
    if (pos > 0) {
      if (this.#keptFrom >= 0) {
        const piece = text.slice(Math.max(0, this.#keptFrom - this.base), pos);
        if (piece !== "") this.#kept.push(piece);
      }
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
    this.#kept = [];
  }

  /** As `keep`, unless an earlier place is kept already. @returns whether it was this call that keeps. */
  keepOnce(): boolean {
    if (this.#keptFrom >= 0) return false;
    this.keep();
    return true;
  }

  release(): void {
    this.#keptFrom = -1;
    this.#kept = [];
  }

  /** @param offset Not before the place of the last `keep`. */
  rewind(offset: number): void {
    if (offset >= this.base) {
      this.pos = offset - this.base;
      return;
    }
    const all = this.#kept.join("") + this.text;
    const at = offset - this.#keptFrom;
    this.text = all.slice(at);
    this.#kept = at > 0 ? [all.slice(0, at)] : [];
    this.base = offset;
    this.pos = 0;
  }

  /** The kept text between two offsets; only what lies between them is put together. */
  slice(from: number, to: number): string {
    if (from >= this.base) return this.text.slice(from - this.base, to - this.base);
    let first = this.#kept.length;
    let start = this.base;
    while (start > from && first > 0) {
      first -= 1;
      start -= this.#kept[first]?.length ?? 0;
    }
    const all = this.#kept.slice(first).join("") + this.text.slice(0, Math.max(0, to - this.base));
    return all.slice(from - start, to - start);
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

  /** Whether `text` stands ahead, when enough is there to tell. */
  sees(text: string, distance = 0): boolean | undefined {
    const at = this.pos + distance;
    const available = this.text.length - at;
    if (available >= text.length) return this.text.startsWith(text, at);
    if (this.isFinal) return false;
    return available <= 0 || text.startsWith(this.text.slice(at)) ? undefined : false;
  }

  /** Distance of the first character after white space, from `distance` on; -1 when the text ends or there is too much of it. */
  inkAt(distance: number): number | undefined {
    for (let ahead = distance; ahead - distance <= MAX_SPACE; ahead += 1) {
      const code = this.code(ahead);
      if (code < 0) return this.isFinal ? -1 : undefined;
      if (!isSpace(code)) return ahead;
    }
    return -1;
  }

  /** A name ahead: letters, digits, `_ . - $ /`. "" when there is none; null when it is too long. */
  nameAt(distance: number): string | null | undefined {
    let end = distance;
    while (isNameCode(this.code(end))) {
      end += 1;
      if (end - distance > MAX_NAME) return null;
    }
    if (this.code(end) < 0 && !this.isFinal) return undefined;
    return this.text.slice(this.pos + distance, this.pos + end);
  }
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
