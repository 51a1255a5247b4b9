import { isBlank, textStart } from "../text/mod.ts";
import { readLines } from "./line-alignment.ts";
import { indentOf } from "./open-gap.ts";

/** A block and one on either side of it are looked at; in UTF-16 code units. */
const BLOCK = 8192;

/** The indentation a file has around a place, to read its unit off. Places in one block of the file share it. */
export class NearbyIndents {
  readonly #content: string;
  #block = -1;
  #indents: readonly string[] = [];

  constructor(content: string) {
    this.#content = content;
  }

  static blockOf(offset: number): number {
    return Math.floor(offset / BLOCK);
  }

  /** Of the lines that are not blank, in order; kept until a place of another block is asked for. */
  at(offset: number): readonly string[] {
    const block = NearbyIndents.blockOf(offset);
    if (block !== this.#block) {
      this.#block = block;
      this.#indents = indentsIn(this.#content, (block - 1) * BLOCK, (block + 2) * BLOCK);
    }
    return this.#indents;
  }
}

function indentsIn(content: string, start: number, end: number): string[] {
  const from = Math.max(textStart(content), start);
  // A line cut at the start has lost its indentation.
  const bodies = readLines(content.slice(from, end)).bodies.slice(from > textStart(content) ? 1 : 0);
  return bodies.filter((body) => !isBlank(body)).map(indentOf);
}
