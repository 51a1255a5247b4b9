import { textStart } from "../../text/mod.ts";
import { PatchFault, type PatchLine } from "./patch.ts";

/**
 * The lines of a patch text. A text of which every line ends with CRLF was sent that way, which says nothing of the
 * file: its lines end with LF here. In a text that also has bare LF a CRLF is the file's own.
 */
export function readPatchLines(text: string): PatchLine[] {
  const body = text.slice(textStart(text));
  const uniform = body.includes("\n") ? hasOnlyCrLf(body) : true;
  const pieces = (uniform ? body.split(/\r\n|\r|\n/) : body.split("\n")).map((piece) => {
    const crlf = !uniform && piece.endsWith("\r");
    return { text: crlf ? piece.slice(0, -1) : piece, ending: crlf ? ("\r\n" as const) : ("\n" as const) };
  });
  if (pieces.at(-1)?.text === "") pieces.pop();
  return pieces.map((piece, index) => ({ number: index + 1, ...piece }));
}

function hasOnlyCrLf(text: string): boolean {
  return !/(?:^|[^\r])\n|\r(?!\n)/.test(text);
}

/** A line of ``` or ~~~, with or without the name of a language. */
export function isFence(line: PatchLine): boolean {
  return /^(?:`{3,}|~{3,})[\w+-]*[ \t]*$/.test(line.text);
}

/**
 * Takes away what stands outside the Markdown fences, when the patch is inside some; the fence lines stay, as bounds.
 * Only for formats whose every line of file text has a prefix, so that no fence can be file text.
 */
export function withoutProse(lines: readonly PatchLine[], begins: (line: string) => boolean): PatchLine[] {
  const first = lines.findIndex(({ text }) => begins(text));
  const fences = lines.slice(0, first).filter(isFence).length;
  if (fences % 2 === 0) return [...lines];
  let inside = false;
  return lines.filter((line) => {
    if (isFence(line)) {
      inside = !inside;
      return true;
    }
    if (!inside && begins(line.text)) {
      throw new PatchFault(
        `line ${line.number} belongs to a patch but stands outside the code fence of the rest`,
        line,
      );
    }
    return inside;
  });
}

/** Walks over the lines of a patch. */
export class PatchReader {
  readonly #lines: readonly PatchLine[];
  #at = 0;

  constructor(lines: readonly PatchLine[]) {
    this.#lines = lines;
  }

  /** The line `ahead` of the current one; `undefined` past the end. */
  peek(ahead = 0): PatchLine | undefined {
    return this.#lines[this.#at + ahead];
  }

  advance(count = 1): void {
    this.#at += count;
  }

  /** Whether everything from `ahead` on is blank. */
  isSpent(ahead = 0): boolean {
    for (let at = this.#at + ahead; at < this.#lines.length; at++)
      if (this.#lines[at]?.text.trim() !== "") return false;
    return true;
  }
}
