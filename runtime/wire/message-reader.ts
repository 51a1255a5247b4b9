import { readCodeSpan } from "./code-span.ts";
import type { WireFormat } from "./formats/wire-format.ts";
import { LineOpeners } from "./line-openers.ts";
import { LineReader } from "./line-reader.ts";
import type { Reader } from "./looking-ahead.ts";
import { Message } from "./message.ts";
import { ProseStops } from "./prose-stops.ts";
import { Reasoning } from "./reasoning.ts";
import { type Token, TokenTable } from "./tokens.ts";
import type { ToolTable } from "./tool-table.ts";

const LINE_FEED = 10;
const BACKTICK = 96;

/** Reads one message of a model from its first character to its last, from one place in its prose that matters to the next. */
export class MessageReader {
  readonly message: Message;
  /** Nothing is held and the text ahead is plain prose: a chunk without a stop can be passed on as it is. */
  isIdle = false;
  readonly #stops: ProseStops;
  readonly #line: LineReader;
  readonly #reasoning: Reasoning;

  constructor(tools: ToolTable, formats: readonly WireFormat[], keepsProse: boolean) {
    const { tokens, lineOpeners, stops } = tablesOf(formats);
    this.message = new Message({ tools, tokens, lineOpeners, keepsProse });
    this.#stops = stops;
    this.#line = new LineReader(this.message);
    this.#reasoning = new Reasoning(this.message);
  }

  /** Takes a chunk. @returns whether the reader must be run: false when nothing in the chunk can matter to it yet. */
  take(chunk: string): boolean {
    const { message } = this;
    const { cursor } = message;
    if (this.isIdle && !this.#stops.isIn(chunk)) {
      message.passChunk(chunk);
      return false;
    }
    return cursor.take(chunk);
  }

  *run(): Reader<void> {
    const { message } = this;
    const { cursor } = message;
    for (;;) {
      if (message.isLineStart) {
        if (!this.#line.isPlain() && (yield* this.#line.read())) {
          if (message.cutAt !== null) return;
          continue;
        }
        message.isLineStart = false;
      }
      const from = cursor.pos;
      const stop = this.#stops.next(cursor.text, from);
      cursor.pos = stop < 0 ? cursor.text.length : stop;
      cursor.work += cursor.pos - from + 1;
      if (cursor.pos > from) message.isBehindCall = false;
      if (stop < 0) {
        message.flush();
        if (cursor.isFinal) break;
        this.isIdle = true;
        yield;
        this.isIdle = false;
        message.drop();
        continue;
      }
      const code = cursor.code();
      if (code === LINE_FEED) {
        cursor.pos += 1;
        message.isLineStart = true;
        continue;
      }
      if (code !== BACKTICK && message.tokens.find(cursor) === null) {
        cursor.pos += 1;
        message.isBehindCall = false;
        continue;
      }
      message.flush();
      message.openFrom = cursor.offset;
      if (code === BACKTICK) yield* readCodeSpan(message);
      else yield* this.#token();
      if (message.cutAt !== null) return;
      message.openFrom = null;
    }
    message.settle();
  }

  *#token(): Reader<void> {
    const { message } = this;
    const { cursor } = message;
    const token = message.tokens.find(cursor) ?? (yield* message.tokens.match(cursor));
    if (token === null) {
      message.pass(1);
      return;
    }
    if (!message.hasEnded && (yield* this.#opener(token))) return;
    if (token.isResultMarker && message.hasCall) {
      message.cut(token.text);
      return;
    }
    if (token.reasoning !== null) {
      yield* this.#reasoning.read(token, token.reasoning);
      return;
    }
    if (token.ends !== null) {
      cursor.pos += token.text.length;
      message.drop();
      if (token.ends === "turn") {
        message.settle();
        message.hasEnded = true;
      }
      message.isLineStart = true;
      return;
    }
    if (token.isCloser && message.close(token)) return;
    message.pass(token.text.length);
  }

  /** @returns whether a format took the token for the beginning of a call. */
  *#opener(token: Token): Reader<boolean> {
    const { message } = this;
    const { cursor } = message;
    for (const { format, opener } of token.openers) {
      if (!(yield* format.claims(cursor, opener, message))) continue;
      const reading = yield* format.read(cursor, opener, message);
      if (reading.kind === "prose") return false;
      if (reading.kind === "result") {
        if (!message.hasCall) cursor.pos += token.text.length;
        else message.cut(token.text);
        message.drop();
        return true;
      }
      if (reading.kind === "found") message.accept(format, reading.found);
      message.drop();
      message.isLineStart = true;
      return true;
    }
    return false;
  }
}

interface Tables {
  readonly tokens: TokenTable;
  readonly lineOpeners: LineOpeners;
  readonly stops: ProseStops;
}

/** Made once for each choice of formats. */
const TABLES = new Map<string, Tables>();

function tablesOf(formats: readonly WireFormat[]): Tables {
  const key = formats.map(({ name }) => name).join();
  const known = TABLES.get(key);
  if (known !== undefined) return known;
  const lineOpeners = new LineOpeners(formats);
  const made = { tokens: new TokenTable(formats), lineOpeners, stops: new ProseStops(lineOpeners) };
  TABLES.set(key, made);
  return made;
}
