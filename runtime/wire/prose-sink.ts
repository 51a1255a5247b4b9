import type { WireEvent } from "./types.ts";

/** Pieces put together into one, so that what is kept of a long text is not as many strings as it had chunks. */
const PIECES = 512;

/** Visible text that stood in a row. */
interface Run {
  text: string;
  /** What follows `text`, not yet put together with it. */
  pieces: string[];
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
    if (run !== null) add(run, visible);
    else {
      this.#run = { text: visible, pieces: [], at: from, end: at + text.length };
      this.#runs.push(this.#run);
    }
    this.#hasText = true;
    this.#space = body === text ? "" : text.slice(body.length);
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
    for (const run of this.#runs) if (run.at < offset) text += run.text + run.pieces.join("");
    return text === "" ? null : text;
  }
}

function add(run: Run, piece: string): void {
  run.pieces.push(piece);
  if (run.pieces.length < PIECES) return;
  run.text += run.pieces.join("");
  run.pieces = [];
}

/** Quickly, for most texts: the last character is a plain visible one. */
function endsInInk(text: string): boolean {
  const code = text.charCodeAt(text.length - 1);
  return code > 32 && code < 128;
}
