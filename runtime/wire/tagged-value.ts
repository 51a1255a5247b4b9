import { type Cursor, pastSpace, type Reader, stopsAt } from "./cursor.ts";
import type { FormatContext } from "./formats/wire-format.ts";
import { UNCLOSED, VIOLATION } from "./literal-reader.ts";
import { startsTag, type Tag, type TagSpelling, tagAhead } from "./parameter-tags.ts";
import type { KnownTool } from "./tool-table.ts";

/**
 * The bare text of a parameter, to its closing tag. Text may hold tags of its own: those of a whole call quoted in it balance,
 * so a closing tag ends the value only when none of them is open and what follows belongs to the call around it.
 *
 * @returns `VIOLATION` when a closing tag was passed over that nothing explains.
 */
export function* readTaggedValue(
  cursor: Cursor,
  context: FormatContext,
  spelling: TagSpelling,
  tool: KnownTool | undefined,
): Reader<string | typeof UNCLOSED | typeof VIOLATION> {
  const start = cursor.offset;
  const mayRelease = cursor.keepOnce();
  let value = yield* new ValueReader(cursor, context, spelling, tool, true).read();
  if (value === UNBALANCED) {
    // Opening tags in the text were words, not a quoted call.
    cursor.rewind(start);
    value = yield* new ValueReader(cursor, context, spelling, tool, false).read();
  }
  if (mayRelease) cursor.release();
  if (value === UNBALANCED) return VIOLATION;
  return typeof value === "string" && spelling.hasBreakInside ? withoutBreaks(value) : value;
}

/** One line break at each end belongs to the tags. */
function withoutBreaks(value: string): string {
  const start = value.startsWith("\n") ? 1 : 0;
  const end = value.length > start && value.endsWith("\n") ? value.length - 1 : value.length;
  return value.slice(start, end);
}

const TAG_STOPS = stopsAt("<");

const UNBALANCED = Symbol("unbalanced");

class ValueReader {
  readonly #cursor: Cursor;
  readonly #context: FormatContext;
  readonly #spelling: TagSpelling;
  readonly #tool: KnownTool | undefined;
  readonly #isNesting: boolean;
  #value = "";
  /** Only white space since the last line break. */
  #isLineStart = true;
  #openParameters = 0;
  #openFunctions = 0;
  #openBlocks = 0;
  #hasStrayEnd = false;

  constructor(
    cursor: Cursor,
    context: FormatContext,
    spelling: TagSpelling,
    tool: KnownTool | undefined,
    isNesting: boolean,
  ) {
    this.#cursor = cursor;
    this.#context = context;
    this.#spelling = spelling;
    this.#tool = tool;
    this.#isNesting = isNesting;
  }

  *read(): Reader<string | typeof UNCLOSED | typeof VIOLATION | typeof UNBALANCED> {
    const cursor = this.#cursor;
    for (;;) {
      const next = cursor.text.indexOf("<", cursor.pos);
      this.#take(next < 0 ? cursor.text.length : next);
      if (next < 0) {
        if (cursor.isFinal) return this.#isOpen ? UNBALANCED : UNCLOSED;
        cursor.waitsFor = TAG_STOPS;
        yield;
        continue;
      }
      const isTag = cursor.has(2) ? startsTag(cursor.code(1)) : true;
      const tag = isTag ? yield* tagAhead(cursor, 0, this.#spelling) : null;
      const verdict = tag === null ? "text" : yield* this.#judge(tag);
      if (verdict === "unbalanced") return UNBALANCED;
      if (verdict === "end") {
        if (tag?.kind === "parameter_end") cursor.pos += tag.length;
        else if (this.#hasStrayEnd) return VIOLATION;
        return this.#value;
      }
      this.#take(cursor.pos + (tag?.length ?? 1));
    }
  }

  get #isOpen(): boolean {
    return this.#openParameters + this.#openFunctions + this.#openBlocks > 0;
  }

  #take(to: number): void {
    const cursor = this.#cursor;
    const piece = cursor.text.slice(cursor.pos, to);
    cursor.work += piece.length;
    cursor.pos = to;
    if (piece === "") return;
    this.#value += piece;
    const lineBreak = piece.lastIndexOf("\n");
    const isBlankTail = piece.slice(lineBreak + 1).trim() === "";
    this.#isLineStart = isBlankTail && (lineBreak >= 0 || this.#isLineStart);
  }

  *#judge(tag: Tag): Reader<"text" | "end" | "unbalanced"> {
    switch (tag.kind) {
      case "block":
        if (this.#isNesting) this.#openBlocks += 1;
        return "text";
      case "function":
        if (this.#isNesting) this.#openFunctions += 1;
        return "text";
      case "parameter":
        if (this.#isNesting && this.#openFunctions > 0) {
          this.#openParameters += 1;
          return "text";
        }
        // At the start of a line the next parameter begins, and the end of this one was left out.
        return this.#isLineStart && this.#isOwnKey(tag.name) && !this.#isOpen ? "end" : "text";
      case "parameter_end":
        return yield* this.#judgeParameterEnd(tag);
      case "function_end":
        if (this.#openFunctions > 0) {
          this.#openFunctions -= 1;
          return "text";
        }
        return yield* this.#judgeOuterEnd(tag, ["block_end", "function", "block"]);
      case "block_end":
        if (this.#openBlocks > 0) {
          this.#openBlocks -= 1;
          return "text";
        }
        return yield* this.#judgeOuterEnd(tag, ["block"]);
    }
  }

  *#judgeParameterEnd(tag: Tag): Reader<"text" | "end" | "unbalanced"> {
    if (this.#openParameters > 0) {
      this.#openParameters -= 1;
      return "text";
    }
    if (!(yield* this.#isFollowedByOwn(tag.length))) {
      this.#hasStrayEnd = true;
      return "text";
    }
    return this.#isOpen ? "unbalanced" : "end";
  }

  *#isFollowedByOwn(distance: number): Reader<boolean> {
    const cursor = this.#cursor;
    const at = yield* pastSpace(cursor, distance);
    if (at < 0) return cursor.isFinal;
    if (cursor.code(at) !== 60) return false;
    const next = yield* tagAhead(cursor, at, this.#spelling);
    if (next === null) return yield* this.#isEndOrResult(at);
    if (next.kind === "function_end" || next.kind === "block_end") return true;
    const hasBreak = cursor.text.slice(cursor.pos + distance, cursor.pos + at).includes("\n");
    if (next.kind === "parameter") return this.#isOwnKey(next.name) || (this.#isLineStart && hasBreak);
    return hasBreak && (next.kind === "function" || next.kind === "block");
  }

  /** A closing tag of what is around the parameter, whose own closing tag was left out. */
  *#judgeOuterEnd(tag: Tag, followers: readonly Tag["kind"][]): Reader<"text" | "end" | "unbalanced"> {
    const cursor = this.#cursor;
    const at = yield* pastSpace(cursor, tag.length);
    let isEnd = at < 0 && cursor.isFinal;
    if (at >= 0 && cursor.code(at) === 60) {
      const next = yield* tagAhead(cursor, at, this.#spelling);
      isEnd = next === null ? yield* this.#isEndOrResult(at) : followers.includes(next.kind);
    }
    if (!isEnd) return "text";
    return this.#isOpen ? "unbalanced" : "end";
  }

  *#isEndOrResult(distance: number): Reader<boolean> {
    return yield* this.#context.isBoundary(this.#cursor, distance);
  }

  #isOwnKey(key: string): boolean {
    return this.#tool === undefined || !this.#tool.isClosed || this.#tool.types.has(key);
  }
}
