import { createWireParser, type WireCall, type WireError, type WireEvent, type WireTool } from "../wire/mod.ts";

/** What was made of the text of one answer. */
export interface Recovered {
  /** Text that is still to be delivered. */
  readonly text: string;
  readonly calls: readonly WireCall[];
  readonly errors: readonly WireError[];
  /** Offset of an invented result in the text, in UTF-16 units; null when there was none. */
  readonly cutAt: number | null;
}

/** An answer that is longer goes on unread. */
const MAX_TEXT_UNITS = 8 * 1024 * 1024;

/**
 * Reads the text of one answer as it arrives and tells what of it may be delivered. Text without a call comes out as it
 * went in, white space and reasoning included; what a parser found wrong comes out as text when there is no call beside it.
 */
export class ChoiceRecovery {
  readonly #parser;
  /** What stands behind the last delivered character. */
  #held = "";
  #heldAt = 0;
  /** Skipped text that prose followed: a call, or something that was meant as one. */
  readonly #gaps: { readonly at: number; readonly text: string }[] = [];
  readonly #calls: WireCall[] = [];
  readonly #errors: WireError[] = [];
  #cutAt: number | null = null;
  #isPassing = false;

  constructor(tools: readonly WireTool[]) {
    this.#parser = createWireParser({ tools });
  }

  /** An invented result began: nothing behind it counts. */
  get isCut(): boolean {
    return this.#cutAt !== null;
  }

  /** UTF-16 units behind the cut that have arrived. */
  get droppedUnits(): number {
    return this.#cutAt === null ? 0 : this.#heldAt + this.#held.length - this.#cutAt;
  }

  push(text: string): string {
    if (this.#isPassing) return text;
    this.#held += text;
    const visible = this.#apply(this.#parser.push(text));
    return this.#heldAt + this.#held.length > MAX_TEXT_UNITS && !this.isCut ? visible + this.release() : visible;
  }

  end(): Recovered {
    if (this.#isPassing) return { text: "", calls: [], errors: [], cutAt: null };
    const text = this.#apply(this.#parser.end());
    const rest = this.#calls.length === 0 ? this.#unread() : "";
    return { text: text + rest, calls: this.#calls, errors: this.#errors, cutAt: this.#cutAt };
  }

  /** Gives out what was held back and reads no further. */
  release(): string {
    if (this.#isPassing) return "";
    this.#isPassing = true;
    return this.#gaps.map(({ text }) => text).join("") + this.#held;
  }

  #apply(events: readonly WireEvent[]): string {
    let visible = "";
    for (const event of events) {
      if (event.kind === "prose") visible += this.#pass(event.text, event.at);
      else if (event.kind === "call") this.#calls.push(event.call);
      else if (event.kind === "error") this.#errors.push(event.error);
      else if (event.kind === "cut") this.#cutAt = event.at;
    }
    return visible;
  }

  /**
   * White space and reasoning before the prose go along, in order.
   *
   * @param text May begin with white space that stands before `at`.
   */
  #pass(text: string, at: number): string {
    const gapAt = this.#heldAt;
    const gap = this.#held.slice(0, at - gapAt);
    const own = this.#partAt(text, gap.length);
    this.#held = this.#held.slice(gap.length + own.length);
    this.#heldAt = at + own.length;
    if (gap === "" || gap.trim() === "" || isReasoning(gap)) return gap + own;
    this.#gaps.push({ at: gapAt, text: gap });
    return text;
  }

  /** The text without the white space in front that does not stand at this place. */
  #partAt(text: string, place: number): string {
    const most = text.length - text.trimStart().length;
    for (let skipped = 0; skipped < most; skipped += 1) {
      if (this.#held.startsWith(text.slice(skipped), place)) return text.slice(skipped);
    }
    return text.slice(most);
  }

  /** The text of failed calls, and the end of the message. */
  #unread(): string {
    const failed = this.#gaps.filter(({ at, text }) => {
      return this.#errors.some((error) => error.at >= at && error.at < at + text.length);
    });
    return failed.map(({ text }) => text).join("") + this.#held;
  }
}

const REASONING = /^\s*(<think>[\s\S]*<\/think>|\[THINK\][\s\S]*\[\/THINK\]|[\s\S]*<\/think>)\s*$/;

function isReasoning(gap: string): boolean {
  return REASONING.test(gap);
}
