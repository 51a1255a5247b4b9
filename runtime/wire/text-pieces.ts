/** So many pieces are put together at a time. */
const BLOCK = 64;

/**
 * A text that comes in small pieces. They are put together block by block while they are at hand, so a long text is not kept
 * as, nor in the end gathered from, as many strings as it had pieces.
 */
export class TextPieces {
  #blocks: string[] = [];
  #pieces: string[] = [];

  get isEmpty(): boolean {
    return this.#pieces.length === 0 && this.#blocks.length === 0;
  }

  add(piece: string): void {
    if (this.#pieces.push(piece) < BLOCK) return;
    this.#blocks.push(this.#pieces.join(""));
    this.#pieces = [];
  }

  joined(): string {
    const rest = this.#pieces.join("");
    return this.#blocks.length === 0 ? rest : this.#blocks.join("") + rest;
  }

  /** The text; nothing is left of it here. */
  take(): string {
    const text = this.joined();
    this.#blocks = [];
    this.#pieces = [];
    return text;
  }
}
