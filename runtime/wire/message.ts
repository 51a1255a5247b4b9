import { Cursor } from "./cursor.ts";
import { type Found, failedCall } from "./finish-call.ts";
import type { FormatContext, WireFormat } from "./formats/wire-format.ts";
import type { LineOpeners } from "./line-openers.ts";
import type { Reader } from "./looking-ahead.ts";
import { ProseSink } from "./prose-sink.ts";
import type { Token, TokenTable } from "./tokens.ts";
import type { ToolTable } from "./tool-table.ts";
import type { WireCall, WireError } from "./types.ts";

/** A call that may still be taken back, or the error that stands in its place. */
interface Candidate {
  readonly format: WireFormat;
  found: Found;
}

export interface MessageOptions {
  readonly tools: ToolTable;
  readonly tokens: TokenTable;
  readonly lineOpeners: LineOpeners;
  readonly keepsProse: boolean;
}

/** One message while it is read: the place in its text, what was found so far, and which prose has not been given out. */
export class Message implements FormatContext {
  readonly cursor = new Cursor();
  readonly sink: ProseSink;
  readonly tools: ToolTable;
  readonly tokens: TokenTable;
  readonly lineOpeners: LineOpeners;
  readonly calls: WireCall[] = [];
  readonly errors: WireError[] = [];
  cutAt: number | null = null;
  /** Where the earliest text stands that later text may still change the meaning of; what is before it is settled. */
  openFrom: number | null = null;
  isLineStart = true;
  /** Only white space and closing tags since the last call. */
  isBehindCall = false;
  /** The turn is over: what follows is not the assistant's. */
  hasEnded = false;
  #candidates: Candidate[] = [];
  /** Calls among those settled and the candidates. */
  #callCount = 0;
  /** Prose from here to the cursor has not been given out. */
  #proseFrom = 0;

  constructor({ tools, tokens, lineOpeners, keepsProse }: MessageOptions) {
    this.tools = tools;
    this.tokens = tokens;
    this.lineOpeners = lineOpeners;
    this.sink = new ProseSink(keepsProse);
  }

  get hasCall(): boolean {
    return this.#callCount > 0;
  }

  /** Nothing was found that could still be taken back. */
  get isSettled(): boolean {
    return this.#candidates.length === 0;
  }

  *isBoundary(cursor: Cursor, distance: number): Reader<boolean> {
    const token = this.tokens.find(cursor, distance) ?? (yield* this.tokens.match(cursor, distance));
    if (token === null) return false;
    return token.isResultMarker || token.openers.length > 0 || token.ends !== null;
  }

  /** Gives out what was read as prose. */
  flush(): void {
    const { cursor } = this;
    if (cursor.offset > this.#proseFrom) {
      this.give(cursor.text.slice(this.#proseFrom - cursor.base, cursor.pos), this.#proseFrom);
    }
    this.#proseFrom = cursor.offset;
  }

  /** What was read since the last flush is no prose. */
  drop(): void {
    this.#proseFrom = this.cursor.offset;
  }

  /** Gives out a number of characters ahead as prose. */
  pass(length: number): void {
    this.cursor.pos += length;
    this.isBehindCall = false;
    this.flush();
  }

  give(text: string, at: number): void {
    if (!this.hasEnded) this.sink.text(text, at);
  }

  /** Takes a chunk as prose without looking at it, when nothing is left to read. */
  passChunk(chunk: string): void {
    this.isBehindCall = false;
    this.give(chunk, this.cursor.offset);
    this.cursor.skip(chunk.length);
    this.drop();
  }

  accept(format: WireFormat, found: readonly Found[]): void {
    for (const item of found) {
      this.#candidates.push({ format, found: item });
      if (item.kind === "call") this.#callCount += 1;
    }
    this.drop();
    this.isBehindCall = true;
    this.isLineStart = true;
  }

  /** What was found so far was a draft. */
  discard(): void {
    this.#candidates = [];
    this.#callCount = this.calls.length;
  }

  /** Nothing that follows can take back what was found. */
  settle(): void {
    for (const { found } of this.#candidates) {
      if (found.kind === "call") {
        this.calls.push(found.call);
        this.sink.event({ kind: "call", call: found.call });
      } else {
        this.errors.push(found.error);
        this.sink.event({ kind: "error", error: found.error });
      }
    }
    this.#candidates = [];
  }

  /** A made-up result begins here. */
  cut(marker: string): void {
    const at = this.cursor.offset;
    this.settle();
    this.cutAt = at;
    this.sink.event({ kind: "cut", at, marker });
  }

  /**
   * A closing tag in prose: part of the call before it, or proof that the call ended too early.
   *
   * @returns false when it closes nothing.
   */
  close(token: Token): boolean {
    const last = this.#candidates.at(-1);
    if (last === undefined || !last.format.closers.includes(token.text)) return false;
    if (!this.isBehindCall && last.found.kind === "call") {
      const { call } = last.found;
      const why = `${token.text} stands behind the call without its opening tag, so an argument may have been cut short`;
      last.found = failedCall("malformed", call.name, call, why);
      this.#callCount -= 1;
    }
    this.cursor.pos += token.text.length;
    this.drop();
    this.isLineStart = true;
    return true;
  }
}
