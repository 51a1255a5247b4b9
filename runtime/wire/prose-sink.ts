import type { WireEvent } from "./types.ts";

/**
 * Takes visible text and gives it out without white space at both ends of the message: white space is held until something
 * visible follows.
 */
export class ProseSink {
  readonly #keepsProse: boolean;
  #events: WireEvent[] = [];
  #pieces: { readonly text: string; readonly at: number }[] = [];
  #space = "";
  #hasText = false;

  constructor(keepsProse: boolean) {
    this.#keepsProse = keepsProse;
  }

  text(text: string, at: number): void {
    if (!this.#keepsProse) return;
    const body = text.trimEnd();
    if (body === "") {
      this.#hold(text);
      return;
    }
    const visible = this.#hasText ? this.#space + body : body.trimStart();
    // White space that was held belongs to what follows it, so a piece stands where its first visible character does.
    this.#push(visible, this.#hasText ? at : at + body.length - visible.length);
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

  #hold(text: string): void {
    if (!this.#hasText) return;
    this.#space += text;
  }

  #push(text: string, at: number): void {
    this.#events.push({ kind: "prose", text, at });
    this.#pieces.push({ text, at });
  }
}
