import { TextPieces } from "./text-pieces.ts";
import type { WireEvent } from "./types.ts";

/** Visible text that stood in a row. */
interface Run {
  readonly text: TextPieces;
  readonly at: number;
  /** End of the text it was taken from. */
  end: number;
}

/**
 * Takes visible text and gives it out without white space at both ends of the message: white space is held until something
 * visible follows.
 */
export class ProseSink {
  readonly #keepsProse: boolean;
  #events: WireEvent[] = [];
  #runs: Run[] = [];
  #run: Run | null = null;
  #space = "";
  #hasText = false;

  constructor(keepsProse: boolean) {
    this.#keepsProse = keepsProse;
  }

  text(text: string, at: number): void {
    if (!this.#keepsProse) return;
    const run = this.#run !== null && this.#run.end === at ? this.#run : null;
    if (run !== null) run.end += text.length;
    const body = endsInInk(text) ? text : text.trimEnd();
    if (body === "") {
      if (this.#hasText) this.#space += text;
      return;
    }
    const visible = !this.#hasText ? body.trimStart() : this.#space === "" ? body : this.#space + body;
    // White space that was held belongs to what follows it, so a piece stands where its first visible character does.
    const from = this.#hasText ? at : at + body.length - visible.length;
    this.#events.push({ kind: "prose", text: visible, at: from });
    if (run !== null) run.text.add(visible);
    else this.#begin(visible, from, at + text.length);
    this.#hasText = true;
    this.#space = body === text ? "" : text.slice(body.length);
  }

  #begin(text: string, at: number, end: number): void {
    const run: Run = { text: new TextPieces(), at, end };
    run.text.add(text);
    this.#runs.push(run);
    this.#run = run;
  }

  event(event: WireEvent): void {
    this.#events.push(event);
  }

  /** The prose so far was reasoning. */
  forget(at: number): void {
    if (this.#hasText) this.#events.push({ kind: "reasoning_ended", at });
    this.#runs = [];
    this.#run = null;
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
    for (const run of this.#runs) if (run.at < offset) text += run.text.joined();
    return text === "" ? null : text;
  }
}

/** Quickly, for most texts: the last character is a plain visible one. */
function endsInInk(text: string): boolean {
  const code = text.charCodeAt(text.length - 1);
  return code > 32 && code < 128;
}
