import type { WireEvent } from "./types.ts";

/**
 * Takes visible text and gives it out without white space at both ends of the message: white space is held until something
 * visible follows.
 */
export class ProseSink {
  readonly #keepsProse: boolean;
  #events: WireEvent[] = [];
  /** Visible text, a piece for all that stood in a row, with the end of what it was taken from. */
  #pieces: { text: string; readonly at: number; end: number }[] = [];
  #space = "";
  #hasText = false;

  constructor(keepsProse: boolean) {
    this.#keepsProse = keepsProse;
  }

  text(text: string, at: number): void {
    if (!this.#keepsProse) return;
    const body = text.trimEnd();
    const last = this.#pieces.at(-1);
    const isNext = last !== undefined && last.end === at;
    if (isNext) last.end += text.length;
    if (body === "") {
      if (this.#hasText) this.#space += text;
      return;
    }
    const visible = this.#hasText ? this.#space + body : body.trimStart();
    // White space that was held belongs to what follows it, so a piece stands where its first visible character does.
    const from = this.#hasText ? at : at + body.length - visible.length;
    this.#events.push({ kind: "prose", text: visible, at: from });
    if (isNext) last.text += visible;
    else this.#pieces.push({ text: visible, at: from, end: at + text.length });
    this.#hasText = true;
    this.#space = text.slice(body.length);
  }

  event(event: WireEvent): void {
    this.#events.push(event);
  }

  /** The prose so far was reasoning. */
  forget(at: number): void {
    if (this.#hasText) this.#events.push({ kind: "reasoning_ended", at });
    this.#pieces = [];
    this.#space = "";
    this.#hasText = false;
  }

  get hasEvents(): boolean {
    return this.#events.length > 0;
  }

  takeEvents(): readonly WireEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Visible text before an offset; null when there is none. */
  before(offset: number): string | null {
    let text = "";
    for (const piece of this.#pieces) if (piece.at < offset) text += piece.text;
    return text === "" ? null : text;
  }
}
