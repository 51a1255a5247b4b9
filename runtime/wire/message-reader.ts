import { CALL_FENCES, RESULT_FENCES, RESULT_LINES, RESULT_REMNANTS } from "./control-tokens.ts";
import { Cursor, hasStop, isSpace, lookingAt, need, pastSpace, type Reader, stopsAt } from "./cursor.ts";
import { type Found, failedCall } from "./finish-call.ts";
import type { FormatContext, Opener, Reading, WireFormat } from "./formats/wire-format.ts";
import { ProseSink } from "./prose-sink.ts";
import { isResultObjectAhead } from "./result-object.ts";
import { isPlainSentence } from "./sentence.ts";
import { type Token, TokenTable } from "./tokens.ts";
import type { ToolTable } from "./tool-table.ts";
import type { WireCall, WireError } from "./types.ts";

/** A call that may still be taken back, or the error that stands in its place. */
interface Candidate {
  readonly format: WireFormat;
  found: Found;
}

/** Inline code ends on its line; a line longer than this has none. */
const MAX_CODE_SPAN = 512;

const PROSE_STOPS = stopsAt("<[`\n");

const LINE_FEED = 10;
const BACKTICK = 96;
const TILDE = 126;

/** Reads one message of a model from its first character to its last. */
export class MessageReader implements FormatContext {
  readonly cursor = new Cursor();
  readonly sink: ProseSink;
  readonly tools: ToolTable;
  readonly calls: WireCall[] = [];
  readonly errors: WireError[] = [];
  cutAt: number | null = null;
  /** Nothing is held and the text ahead is plain prose: a chunk without a stop can be passed on as it is. */
  isIdle = false;
  /** Where the earliest text stands that later text may still change the meaning of; what is before it is settled. */
  openFrom: number | null = null;
  readonly #tokens: TokenTable;
  readonly #lineOpeners: readonly { readonly format: WireFormat; readonly opener: Opener }[];
  readonly #lineStarts: ReadonlySet<number>;
  #candidates: Candidate[] = [];
  /** Prose from here to the cursor has not been given out. */
  #proseFrom = 0;
  #isLineStart = true;
  /** Only white space and closing tags since the last call. */
  #isBehindCall = false;
  #hasEnded = false;
  #hasReasoned = false;
  #isStruck = false;
  /** Closing tags of reasoning that do not come any more. */
  readonly #neverClosed = new Set<string>();
  /** Weak evidence before this place was looked at and found to be none. */
  #weakFrom = 0;

  constructor(tools: ToolTable, formats: readonly WireFormat[], keepsProse: boolean) {
    this.tools = tools;
    this.sink = new ProseSink(keepsProse);
    this.#tokens = tokenTableOf(formats);
    this.#lineOpeners = formats.flatMap((format) =>
      format.openers.filter(({ evidence }) => evidence === "weak").map((opener) => ({ format, opener })),
    );
    const firsts = [
      ...this.#lineOpeners.map(({ opener }) => opener.text),
      ...RESULT_LINES,
      ...RESULT_REMNANTS,
      "`",
      "~",
      "{",
    ];
    this.#lineStarts = new Set(firsts.map((text) => text.charCodeAt(0)));
  }

  /**
   * Takes a chunk without running the reader, when nothing in it can matter to it.
   *
   * @returns false when the chunk must be read.
   */
  takeQuietly(chunk: string): boolean {
    const { cursor } = this;
    if (this.isIdle) {
      if (hasStop(chunk, PROSE_STOPS)) return false;
      this.#isBehindCall = false;
      if (!this.#hasEnded) this.sink.text(chunk, cursor.offset);
      cursor.skip(chunk.length);
      this.#proseFrom = cursor.offset;
      return true;
    }
    if (cursor.waitsFor === null || hasStop(chunk, cursor.waitsFor)) return false;
    cursor.append(chunk);
    return true;
  }

  *run(): Reader<void> {
    const { cursor } = this;
    const stops = /[<[`\n]/g;
    for (;;) {
      if (this.#isLineStart && !this.#isPlainLine()) {
        if (yield* this.#atLineStart()) {
          if (this.cutAt !== null) return;
          continue;
        }
      }
      stops.lastIndex = cursor.pos;
      const stop = stops.exec(cursor.text);
      const from = cursor.pos;
      cursor.pos = stop === null ? cursor.text.length : stop.index;
      cursor.work += cursor.pos - from + 1;
      if (cursor.pos > from) this.#isBehindCall = false;
      if (stop === null) {
        this.#flush();
        if (cursor.isFinal) break;
        this.isIdle = true;
        yield;
        this.isIdle = false;
        this.#proseFrom = cursor.offset;
        continue;
      }
      const code = cursor.code();
      if (code === LINE_FEED) {
        cursor.pos += 1;
        this.#isLineStart = true;
        continue;
      }
      if (code !== BACKTICK && this.#tokens.find(cursor) === null) {
        cursor.pos += 1;
        this.#isBehindCall = false;
        continue;
      }
      this.#flush();
      this.openFrom = cursor.offset;
      if (code === BACKTICK) yield* this.#codeSpan();
      else yield* this.#token();
      if (this.cutAt !== null) return;
      if (this.openFrom !== null) this.openFrom = null;
    }
    this.#settle();
  }

  *isBoundary(cursor: Cursor, distance: number): Reader<boolean> {
    const token = this.#tokens.find(cursor, distance) ?? (yield* this.#tokens.match(cursor, distance));
    if (token === null) return false;
    return token.isResultMarker || token.openers.length > 0 || token.ends !== null;
  }

  get #hasCall(): boolean {
    return this.calls.length > 0 || this.#candidates.some(({ found }) => found.kind === "call");
  }

  #flush(): void {
    const { cursor } = this;
    if (cursor.offset > this.#proseFrom) {
      const text = cursor.text.slice(this.#proseFrom - cursor.base, cursor.pos);
      if (!this.#hasEnded) this.sink.text(text, this.#proseFrom);
    }
    this.#proseFrom = cursor.offset;
  }

  /** What was read since the last flush is no prose. */
  #drop(): void {
    this.#proseFrom = this.cursor.offset;
  }

  /** Gives out a number of characters ahead as prose. */
  #pass(length: number): void {
    this.cursor.pos += length;
    this.#isBehindCall = false;
    this.#flush();
  }

  /** A line that begins with what means nothing at its start: read to there. */
  #isPlainLine(): boolean {
    const { cursor } = this;
    while (isSpace(cursor.code())) cursor.pos += 1;
    if (cursor.isAtEnd || this.#lineStarts.has(cursor.code())) return false;
    this.#isLineStart = false;
    return true;
  }

  /** @returns whether something was read: then the place may again be the start of a line. */
  *#atLineStart(): Reader<boolean> {
    const { cursor } = this;
    for (;;) {
      while (isSpace(cursor.code())) cursor.pos += 1;
      if (!cursor.isAtEnd) break;
      this.#flush();
      if (cursor.isFinal) {
        this.#isLineStart = false;
        return false;
      }
      yield;
      this.#proseFrom = cursor.offset;
    }
    if (!this.#lineStarts.has(cursor.code())) {
      this.#isLineStart = false;
      return false;
    }
    this.#flush();
    this.openFrom = cursor.offset;
    const wasRead = yield* this.#lineOpening();
    this.openFrom = null;
    if (!wasRead) this.#isLineStart = false;
    return wasRead;
  }

  *#lineOpening(): Reader<boolean> {
    const { cursor } = this;
    if (this.#hasCall && (yield* this.#resultLine())) return true;
    const code = cursor.code();
    if ((code === BACKTICK || code === TILDE) && (yield* this.#fence())) return true;
    if (this.#hasEnded || cursor.offset < this.#weakFrom) return false;
    for (const { format, opener } of this.#lineOpeners) {
      if (opener.text.charCodeAt(0) !== code || !(cursor.sees(opener.text) ?? (yield* lookingAt(cursor, opener.text))))
        continue;
      if (!(yield* format.claims(cursor, opener, this))) continue;
      const start = cursor.offset;
      cursor.keep();
      const reading = yield* format.read(cursor, opener, this);
      if (yield* this.#takeWeak(format, reading, start)) return true;
      // Strong tokens inside what was no call are still looked for; weak ones were part of it.
      this.#weakFrom = Math.max(this.#weakFrom, cursor.offset);
      cursor.rewind(start);
      cursor.release();
      this.#drop();
      return false;
    }
    return false;
  }

  /** @returns false when the reading was none. */
  *#takeWeak(format: WireFormat, reading: Reading, start: number): Reader<boolean> {
    const { cursor } = this;
    if (reading.kind === "passed") {
      cursor.release();
      this.#drop();
      return true;
    }
    if (reading.kind !== "found") return false;
    const found = [...reading.found];
    if (reading.whole !== undefined) {
      const verdict = yield* this.#endsMessage(format, found, reading.whole);
      if (verdict === "prose") {
        const end = cursor.offset;
        cursor.rewind(start);
        const text = cursor.slice(start, end);
        cursor.release();
        cursor.rewind(end);
        this.#proseFrom = end;
        this.#isBehindCall = false;
        if (!this.#hasEnded) this.sink.text(text, start);
        return true;
      }
    }
    cursor.release();
    this.#accept(format, found);
    return true;
  }

  #accept(format: WireFormat, found: readonly Found[]): void {
    for (const item of found) this.#candidates.push({ format, found: item });
    this.#drop();
    this.#isBehindCall = true;
    this.#isLineStart = true;
  }

  /**
   * Whether calls that are calls only at the end of a message stand there. More of them may follow; so may one plain sentence,
   * where that is allowed. The cursor moves to the end of what was taken.
   */
  *#endsMessage(format: WireFormat, found: Found[], whole: "sentence" | "nothing"): Reader<"calls" | "prose"> {
    const { cursor } = this;
    const opener: Opener = { text: "{", evidence: "weak" };
    for (;;) {
      const end = cursor.offset;
      yield* skipSeparators(cursor);
      if (cursor.isAtEnd) {
        cursor.rewind(end);
        return "calls";
      }
      const token = yield* this.#tokens.match(cursor);
      if (token !== null && (token.isResultMarker || token.ends !== null || token.isCloser)) {
        cursor.rewind(end);
        return "calls";
      }
      if (yield* this.#isResultAhead()) {
        cursor.rewind(end);
        return "calls";
      }
      if (whole === "sentence" && cursor.code() === 123 && (yield* format.claims(cursor, opener, this))) {
        const more = yield* format.read(cursor, opener, this);
        if (more.kind === "found") {
          found.push(...more.found);
          continue;
        }
        cursor.rewind(end);
        return "prose";
      }
      if (whole === "sentence" && cursor.code() === BACKTICK) {
        const more = yield* this.#callFence();
        if (more !== null) {
          found.push(...more.found);
          continue;
        }
        cursor.rewind(end);
        return "prose";
      }
      const isAlone = whole === "sentence" && found.length === 1 && !this.#hasCall;
      const isCall = isAlone && (yield* isPlainSentence(cursor));
      cursor.rewind(end);
      return isCall ? "calls" : "prose";
    }
  }

  /** A line that introduces a made-up result: cut there. */
  *#resultLine(): Reader<boolean> {
    if (!(yield* this.#isResultAhead())) return false;
    this.#cut(this.cursor.text.slice(this.cursor.pos, this.cursor.pos + 24).split("\n")[0] ?? "");
    return true;
  }

  *#isResultAhead(): Reader<boolean> {
    const { cursor } = this;
    const code = cursor.code();
    for (const line of RESULT_LINES) {
      if (line.charCodeAt(0) === code && (cursor.sees(line) ?? (yield* lookingAt(cursor, line)))) return true;
    }
    if (code === 123) return yield* isResultObjectAhead(cursor);
    if (cursor.code() === BACKTICK) {
      const fence = yield* this.#fenceAhead();
      return fence !== null && RESULT_FENCES.has(fence.info);
    }
    if (this.#isBehindCall || this.#candidates.length === 0) return yield* this.#isStrippedResultAhead();
    return false;
  }

  /** What remains of a result when the tokens around it are lost: only right behind a call. */
  *#isStrippedResultAhead(): Reader<boolean> {
    const { cursor } = this;
    for (const prefix of RESULT_REMNANTS) {
      if (prefix.charCodeAt(0) !== cursor.code() || !(cursor.sees(prefix) ?? (yield* lookingAt(cursor, prefix))))
        continue;
      let end = prefix.length;
      while (
        (cursor.has(end + 1) || (yield* need(cursor, end + 1))) &&
        /[\w.-]/.test(cursor.text.charAt(cursor.pos + end)) &&
        end < 160
      )
        end += 1;
      if (prefix === "response:") return cursor.code(end) === 123;
      return cursor.sees(" to=assistant", end) ?? (yield* lookingAt(cursor, " to=assistant", end));
    }
    return false;
  }

  #cut(marker: string): void {
    const { cursor } = this;
    const at = cursor.offset;
    this.#settle();
    this.cutAt = at;
    this.sink.event({ kind: "cut", at, marker });
  }

  /** Nothing that follows can take back what was found. */
  #settle(): void {
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

  *#token(): Reader<void> {
    const { cursor } = this;
    const token = yield* this.#tokens.match(cursor);
    if (token === null) {
      this.#pass(1);
      return;
    }
    if (!this.#hasEnded && (yield* this.#opener(token))) return;
    if (this.cutAt !== null) return;
    if (token.isResultMarker && this.#hasCall) {
      this.#cut(token.text);
      return;
    }
    if (token.reasoning !== null) {
      yield* this.#reasoning(token);
      return;
    }
    if (token.ends !== null && !(token.text === "</s>" && this.#isStruck)) {
      cursor.pos += token.text.length;
      this.#drop();
      if (token.ends === "turn") {
        this.#settle();
        this.#hasEnded = true;
      }
      this.#isLineStart = true;
      return;
    }
    if (token.isCloser && this.#closer(token)) return;
    if (token.text === "<s>") this.#isStruck = true;
    this.#pass(token.text.length);
  }

  *#opener(token: Token): Reader<boolean> {
    const { cursor } = this;
    for (const { format, opener } of token.openers) {
      if (!(yield* format.claims(cursor, opener, this))) continue;
      const reading = yield* format.read(cursor, opener, this);
      if (reading.kind === "prose") return false;
      if (reading.kind === "result") {
        if (!this.#hasCall) cursor.pos += token.text.length;
        else this.#cut(token.text);
        this.#drop();
        return true;
      }
      if (reading.kind === "found") this.#accept(format, reading.found);
      this.#drop();
      this.#isLineStart = true;
      return true;
    }
    return false;
  }

  /** A closing tag in prose: part of the call before it, or proof that the call ended too early. */
  #closer(token: Token): boolean {
    const { cursor } = this;
    const last = this.#candidates.at(-1);
    if (last === undefined || !last.format.closers.includes(token.text)) return false;
    if (!this.#isBehindCall && last.found.kind === "call") {
      const { call } = last.found;
      last.found = failedCall(
        "malformed",
        call.name,
        call,
        `${token.text} stands behind the call without its opening tag, so an argument may have been cut short`,
      );
    }
    cursor.pos += token.text.length;
    this.#drop();
    this.#isLineStart = true;
    return true;
  }

  *#reasoning(token: Token): Reader<void> {
    const { cursor } = this;
    const { reasoning } = token;
    if (reasoning === null) return;
    cursor.pos += token.text.length;
    this.#drop();
    if (reasoning.kind === "close") {
      // Its opening tag stood in the prompt: what was said before, and what was drafted, was reasoning.
      if (!this.#hasReasoned) {
        this.sink.forget(cursor.offset);
        this.#candidates = [];
      }
    } else yield* this.#insideReasoning(reasoning.closer);
    this.#hasReasoned = true;
    this.#isBehindCall = false;
    this.#isLineStart = true;
    this.#drop();
  }

  /** Reads to the closing tag. A call in reasoning that never closes is real: then it is read again from there. */
  *#insideReasoning(closer: string): Reader<void> {
    const { cursor } = this;
    const stops = /[<[]/g;
    let firstCall = -1;
    for (;;) {
      if (firstCall < 0) this.openFrom = null;
      stops.lastIndex = cursor.pos;
      const stop = stops.exec(cursor.text);
      const from = cursor.pos;
      cursor.pos = stop === null ? cursor.text.length : stop.index;
      cursor.work += cursor.pos - from + 1;
      if (stop === null) {
        if (cursor.isFinal) break;
        yield;
        continue;
      }
      if (firstCall < 0) this.openFrom = cursor.offset;
      if (cursor.sees(closer) ?? (yield* lookingAt(cursor, closer))) {
        cursor.pos += closer.length;
        cursor.release();
        return;
      }
      if (firstCall < 0) {
        const token = yield* this.#tokens.match(cursor);
        if (token !== null && (yield* this.#isClaimed(token))) {
          // The text is known to hold no closing tag from here on: it was read to its end before.
          if (this.#neverClosed.has(closer)) return;
          firstCall = cursor.offset;
          cursor.keep();
        }
      }
      cursor.pos += 1;
    }
    this.#neverClosed.add(closer);
    if (firstCall >= 0) cursor.rewind(firstCall);
    cursor.release();
  }

  *#isClaimed(token: Token): Reader<boolean> {
    for (const { format, opener } of token.openers) {
      if (yield* format.claims(this.cursor, opener, this)) return true;
    }
    return false;
  }

  /** Inline code on one line is quoted text. Ticks that are not closed on their line are only ticks. */
  *#codeSpan(): Reader<void> {
    const { cursor } = this;
    let ticks = 1;
    while ((cursor.has(ticks + 1) || (yield* need(cursor, ticks + 1))) && cursor.code(ticks) === BACKTICK) ticks += 1;
    const end = yield* this.#codeSpanEnd(ticks);
    if (end < 0) {
      this.#pass(ticks);
      return;
    }
    if (this.#hasCall) {
      // A made-up result is cut wherever it stands.
      this.#pass(ticks);
      return;
    }
    this.#pass(end);
  }

  /** Distance behind the closing ticks; -1 when the line ends before them. */
  *#codeSpanEnd(ticks: number): Reader<number> {
    const { cursor } = this;
    let run = 0;
    for (let at = ticks; at < MAX_CODE_SPAN; at += 1) {
      const isThere = yield* need(cursor, at + 1);
      const code = isThere ? cursor.code(at) : LINE_FEED;
      if (code === BACKTICK) {
        run += 1;
        continue;
      }
      if (run === ticks) return at;
      run = 0;
      if (code === LINE_FEED) return -1;
    }
    return -1;
  }

  *#fenceAhead(): Reader<{
    readonly ticks: number;
    readonly char: string;
    readonly info: string;
    readonly length: number;
  } | null> {
    const { cursor } = this;
    const code = cursor.code();
    let ticks = 1;
    while ((cursor.has(ticks + 1) || (yield* need(cursor, ticks + 1))) && cursor.code(ticks) === code) ticks += 1;
    if (ticks < 3) return null;
    let end = ticks;
    while ((cursor.has(end + 1) || (yield* need(cursor, end + 1))) && cursor.code(end) !== LINE_FEED) {
      if (end - ticks > 128 || cursor.code(end) === BACKTICK) return null;
      end += 1;
    }
    const info = cursor.text
      .slice(cursor.pos + ticks, cursor.pos + end)
      .trim()
      .toLowerCase();
    return { ticks, char: String.fromCharCode(code), info, length: end };
  }

  *#fence(): Reader<boolean> {
    const { cursor } = this;
    const start = cursor.offset;
    const fence = yield* this.#fenceAhead();
    if (fence === null) return false;
    if (!this.#hasEnded && cursor.offset >= this.#weakFrom) {
      cursor.keep();
      const reading = yield* this.#callFence();
      const json = this.#lineOpeners.find(({ format }) => format.name === "json");
      if (reading !== null && json !== undefined && (yield* this.#takeWeak(json.format, reading, start))) return true;
      cursor.rewind(start);
      cursor.release();
      this.#drop();
    }
    this.#pass(fence.length);
    yield* this.#quotation(fence.char, fence.ticks);
    return true;
  }

  /** A fence ahead that holds calls and nothing else. The cursor moves behind it; without one it stands anywhere. */
  *#callFence(): Reader<(Reading & { kind: "found" }) | null> {
    const { cursor } = this;
    const fence = yield* this.#fenceAhead();
    if (fence === null || !CALL_FENCES.has(fence.info)) return null;
    cursor.pos += fence.length;
    const found: Found[] = [];
    for (;;) {
      yield* skipSeparators(cursor);
      if (cursor.isAtEnd) break;
      if (cursor.sees(fence.char.repeat(fence.ticks)) ?? (yield* lookingAt(cursor, fence.char.repeat(fence.ticks)))) {
        cursor.pos += fence.ticks;
        break;
      }
      const reading = yield* this.#callInFence();
      if (reading === null) return null;
      found.push(...reading.found);
    }
    return found.some(({ kind }) => kind === "call") && found.every(({ kind }) => kind === "call")
      ? { kind: "found", found, whole: "sentence" }
      : null;
  }

  *#callInFence(): Reader<(Reading & { kind: "found" }) | null> {
    const { cursor } = this;
    for (const { format, opener } of this.#lineOpeners) {
      if (format.name !== "json" || !(cursor.sees(opener.text) ?? (yield* lookingAt(cursor, opener.text)))) continue;
      if (!(yield* format.claims(cursor, opener, this))) continue;
      const reading = yield* format.read(cursor, opener, this);
      return reading.kind === "found" ? reading : null;
    }
    return null;
  }

  /** Passes on what stands in a fence, to the end of its closing line. */
  *#quotation(char: string, ticks: number): Reader<void> {
    const { cursor } = this;
    const fence = char.repeat(ticks);
    const stops = this.#hasCall ? /[\n<[]/g : /\n/g;
    for (;;) {
      stops.lastIndex = cursor.pos;
      const stop = stops.exec(cursor.text);
      const from = cursor.pos;
      cursor.pos = stop === null ? cursor.text.length : stop.index;
      cursor.work += cursor.pos - from + 1;
      if (stop === null) {
        this.#flush();
        this.openFrom = null;
        if (cursor.isFinal) return;
        yield;
        this.#proseFrom = cursor.offset;
        continue;
      }
      this.#flush();
      if (cursor.code() !== LINE_FEED) {
        this.openFrom = cursor.offset;
        const token = yield* this.#tokens.match(cursor);
        if (token?.isResultMarker === true) {
          this.#cut(token.text);
          return;
        }
        this.#pass(1);
        continue;
      }
      const next = yield* pastSpace(cursor, 1);
      if (next >= 0 && (cursor.sees(fence, next) ?? (yield* lookingAt(cursor, fence, next)))) {
        this.#pass(next + ticks);
        return;
      }
      this.#pass(1);
    }
  }
}

const TABLES = new Map<string, TokenTable>();

function tokenTableOf(formats: readonly WireFormat[]): TokenTable {
  const key = formats.map(({ name }) => name).join();
  const known = TABLES.get(key);
  if (known !== undefined) return known;
  const made = new TokenTable(formats);
  TABLES.set(key, made);
  return made;
}

/** White space, and what stands between JSON objects in a row. */
function* skipSeparators(cursor: Cursor): Reader<void> {
  for (;;) {
    while (isSpace(cursor.code()) || cursor.code() === 59 || cursor.code() === 44) cursor.pos += 1;
    if (!cursor.isAtEnd || cursor.isFinal) return;
    yield;
  }
}
