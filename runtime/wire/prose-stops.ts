import type { LineOpeners } from "./line-openers.ts";
import { tokenStarts } from "./token-starts.ts";
import { nextStop, type Stops, stopsAt } from "./wake.ts";

const LINE_FEED = 10;
const BRACKET_CLOSE = 93;
const TILDE = 126;

/**
 * Where prose has to be looked at: at the first character of any token, at a tick, and at the end of a line behind which
 * something may begin. Everything else is passed over in one go.
 */
export class ProseStops {
  readonly #expression: RegExp;
  readonly #marks: Stops = stopsAt("<[`");
  /** Characters a line may begin with and mean something. */
  readonly #lineStarts: Stops;

  constructor(lineOpeners: LineOpeners) {
    const starts = String.fromCharCode(...[...lineOpeners.firstCodes].filter((code) => code < 128));
    const escaped = [...starts].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
    this.#expression = tokenStarts(`\`|\\n(?=[ \\t\\r\\n${escaped}]|$)`);
    this.#lineStarts = stopsAt(` \t\r\n${starts}`);
  }

  /** Index of the next place, from `from` on; -1 when there is none. */
  next(text: string, from: number): number {
    return nextStop(text, this.#expression, from);
  }

  /** As `next` of a short chunk. */
  isIn(chunk: string): boolean {
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code >= 128) continue;
      if (this.#marks[code] === 1) return true;
      if (code === BRACKET_CLOSE && (at + 1 === chunk.length || chunk.charCodeAt(at + 1) === TILDE)) return true;
      if (code !== LINE_FEED) continue;
      const next = at + 1 < chunk.length ? chunk.charCodeAt(at + 1) : LINE_FEED;
      if (next < 128 && this.#lineStarts[next] === 1) return true;
    }
    return false;
  }
}
