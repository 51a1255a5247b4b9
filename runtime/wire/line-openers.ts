import { RESULT_LINES, RESULT_REMNANTS } from "./control-tokens.ts";
import type { Cursor } from "./cursor.ts";
import type { Opener, WireFormat } from "./formats/wire-format.ts";

export interface LineOpener {
  readonly format: WireFormat;
  readonly opener: Opener;
}

/** Starts of a line at which anything may begin: fences, code, JSON. */
const ALWAYS = ["`", "~", "{"];

/** What a line can begin with to mean something: weak evidence of a call, a fence, and after a call a made-up result. */
export class LineOpeners {
  readonly all: readonly LineOpener[];
  /** Texts that matter at the start of a line, by their first character. */
  readonly #texts = new Map<number, readonly string[]>();
  /** As `#texts`, where no call stands before. */
  readonly #callTexts = new Map<number, readonly string[]>();

  constructor(formats: readonly WireFormat[]) {
    this.all = formats.flatMap((format) =>
      format.openers.filter(({ evidence }) => evidence === "weak").map((opener) => ({ format, opener })),
    );
    for (const text of [...ALWAYS, ...this.all.map(({ opener }) => opener.text)]) {
      add(this.#texts, text);
      add(this.#callTexts, text);
    }
    for (const text of [...RESULT_LINES, ...RESULT_REMNANTS]) add(this.#texts, text);
  }

  /** Whether the line ahead may mean something, so far as its text is there. */
  mayStand(cursor: Cursor, hasCall: boolean): boolean {
    const texts = (hasCall ? this.#texts : this.#callTexts).get(cursor.code());
    return texts?.some((text) => cursor.sees(text) !== false) ?? false;
  }

  /** First characters of all that can stand there. */
  get firstCodes(): Iterable<number> {
    return this.#texts.keys();
  }
}

function add(texts: Map<number, readonly string[]>, text: string): void {
  const code = text.charCodeAt(0);
  texts.set(code, [...(texts.get(code) ?? []), text]);
}
