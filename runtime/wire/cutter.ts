import { createWireParser, type WireParser } from "./parser.ts";
import { TextPieces } from "./text-pieces.ts";
import type { WireOptions } from "./types.ts";

export interface CutChunk {
  /** Text that may be passed on: joined, a beginning of what came in. */
  readonly text: string;
  /** An invented result began: everything from there on is dropped, and the request should be aborted. */
  readonly cut: boolean;
}

/** Passes text through as it came and ends it before the first character of a made-up result. */
export interface ResultCutter {
  push(chunk: string): CutChunk;
  end(): CutChunk;
}

export interface CutOptions extends WireOptions {
  /** Called once, at a cut: ends the request, so that the server stops generating. */
  readonly abort?: (() => void) | undefined;
}

/** Text is held only while a later character could still put a cut before it: over the length of a call, or half a marker. */
export function createResultCutter(options: WireOptions): ResultCutter {
  return new Cutter(createWireParser({ ...options, keepsProse: false }));
}

/** The text of a stream up to the first made-up result; there the stream is ended and `abort` called. */
export async function* cutFabricatedResults(
  chunks: AsyncIterable<string>,
  { abort, ...options }: CutOptions,
): AsyncGenerator<string> {
  const cutter = createResultCutter(options);
  for await (const chunk of chunks) {
    const kept = cutter.push(chunk);
    if (kept.text !== "") yield kept.text;
    if (!kept.cut) continue;
    abort?.();
    return;
  }
  const rest = cutter.end();
  if (rest.text !== "") yield rest.text;
  if (rest.cut) abort?.();
}

const NOTHING: CutChunk = { text: "", cut: false };

class Cutter implements ResultCutter {
  readonly #parser: WireParser;
  /** Text from `#heldFrom` on that has not been passed on. */
  readonly #held = new TextPieces();
  #heldFrom = 0;
  #isDone = false;

  constructor(parser: WireParser) {
    this.#parser = parser;
  }

  push(chunk: string): CutChunk {
    if (this.#isDone) return NOTHING;
    const parser = this.#parser;
    parser.push(chunk);
    const { cutAt, settledTo } = parser;
    if (cutAt === null && this.#held.isEmpty && settledTo === this.#heldFrom + chunk.length) {
      this.#heldFrom = settledTo;
      return { text: chunk, cut: false };
    }
    this.#held.add(chunk);
    // The text held begins with what is not settled: a chunk that settles nothing moves nothing.
    return cutAt === null && settledTo <= this.#heldFrom ? NOTHING : this.#pass();
  }

  end(): CutChunk {
    if (this.#isDone) return NOTHING;
    this.#parser.end();
    const passed = this.#pass();
    this.#isDone = true;
    return passed.cut ? passed : { text: passed.text + this.#held.take(), cut: false };
  }

  #pass(): CutChunk {
    const { cutAt, settledTo } = this.#parser;
    const to = (cutAt ?? settledTo) - this.#heldFrom;
    this.#isDone = cutAt !== null;
    if (to <= 0 && cutAt === null) return NOTHING;
    const held = this.#held.take();
    const text = held.slice(0, to);
    if (to < held.length) this.#held.add(held.slice(to));
    this.#heldFrom += text.length;
    return { text, cut: cutAt !== null };
  }
}
