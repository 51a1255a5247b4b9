import type { Cursor } from "./cursor.ts";
import { UNCLOSED, VIOLATION } from "./failed.ts";
import type { FormatContext } from "./formats/wire-format.ts";
import { pastSpace, type Reader } from "./looking-ahead.ts";
import { isTagStart, TAG_STARTS, type Tag, type TagSpelling, tagAhead, tagAt } from "./parameter-tags.ts";
import type { KnownTool } from "./tool-table.ts";
import { wakesAtTag } from "./wake.ts";

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

const UNBALANCED = Symbol("unbalanced");

class ValueReader {
  readonly #cursor: Cursor;
  readonly #context: FormatContext;
  readonly #spelling: TagSpelling;
  readonly #tool: KnownTool | undefined;
  readonly #isNesting: boolean;
  readonly #start: number;
  /** Whether only white space stood before `#lineKnownAt` on its line. */
  #isLineStart = true;
  #lineKnownAt: number;
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
    this.#start = cursor.offset;
    this.#lineKnownAt = cursor.offset;
  }

  /** The text is kept by the cursor, so only its end has to be found. */
  *read(): Reader<string | typeof UNCLOSED | typeof VIOLATION | typeof UNBALANCED> {
    const cursor = this.#cursor;
    for (;;) {
      if (!this.#toTag()) {
        if (cursor.isFinal) return this.#isOpen ? UNBALANCED : UNCLOSED;
        this.#noteLine();
        cursor.nap = wakesAtTag(TAG_STARTS);
        yield;
        continue;
      }
      this.#noteLine();
      let tag = tagAt(cursor, 0, this.#spelling);
      if (tag === undefined) tag = yield* tagAhead(cursor, 0, this.#spelling);
      if (tag === null) {
        cursor.pos += 1;
        continue;
      }
      const verdict = yield* this.#judge(tag);
      if (verdict === "unbalanced") return UNBALANCED;
      if (verdict === "end") {
        const value = cursor.slice(this.#start, cursor.offset);
        if (tag.kind === "parameter_end") cursor.pos += tag.length;
        else if (this.#hasStrayEnd) return VIOLATION;
        return value;
      }
      cursor.pos += tag.length;
    }
  }

  get #isOpen(): boolean {
    return this.#openParameters + this.#openFunctions + this.#openBlocks > 0;
  }

  /** On to the next "<" that may begin a tag. @returns false at the end of what is there. */
  #toTag(): boolean {
    const cursor = this.#cursor;
    const { text } = cursor;
    const from = cursor.pos;
    let next = text.indexOf("<", from);
    while (next >= 0 && next + 1 < text.length && !isTagStart(text.charCodeAt(next + 1))) {
      next = text.indexOf("<", next + 1);
    }
    cursor.pos = next < 0 ? text.length : next;
    cursor.work += cursor.pos - from + 1;
    return next >= 0;
  }

  /** Looks back from here to the last line break, or to where that was done before: the text behind may soon be gone. */
  #noteLine(): void {
    const { text, pos, offset } = this.#cursor;
    const known = Math.max(0, pos - (offset - this.#lineKnownAt));
    this.#lineKnownAt = offset;
    for (let at = pos - 1; at >= known; at -= 1) {
      const code = text.charCodeAt(at);
      if (code === 10) {
        this.#isLineStart = true;
        return;
      }
      if (code !== 32 && code !== 9 && code !== 13) {
        this.#isLineStart = false;
        return;
      }
    }
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
    const at = cursor.inkAt(distance) ?? (yield* pastSpace(cursor, distance));
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
