import type { Cursor } from "./cursor.ts";
import { isFailed, UNCLOSED } from "./failed.ts";
import { type Found, failedCall, finishCall, type RawArguments, type Site, weakCall } from "./finish-call.ts";
import type { FormatContext } from "./formats/wire-format.ts";
import { type Reader, skipSpace } from "./looking-ahead.ts";
import { argumentsObject } from "./named-calls.ts";
import { type TagSpelling, tagAhead, tagAt } from "./parameter-tags.ts";
import { jsonFailure, readJson } from "./read-json.ts";
import { skipTo } from "./skip-to.ts";
import { readTaggedValue } from "./tagged-value.ts";
import type { WireFormatName } from "./types.ts";

export interface TaggedOptions {
  readonly format: WireFormatName;
  readonly spelling: TagSpelling;
  /** Behind a token of the format; otherwise the function alone is the evidence. */
  readonly isStrong: boolean;
}

/**
 * Reads functions with their parameters in tags, one or several, up to the closing tag of the block around them.
 *
 * @returns null when weak evidence came to nothing.
 */
export function* readTaggedFunctions(
  cursor: Cursor,
  context: FormatContext,
  start: number,
  options: TaggedOptions,
): Reader<readonly Found[] | null> {
  const { format, spelling, isStrong } = options;
  const found: Found[] = [];
  for (;;) {
    const before = cursor.offset;
    if (!cursor.isAtInk) yield* skipSpace(cursor);
    const tag = cursor.code() === 60 ? (tagAt(cursor, 0, spelling) ?? (yield* tagAhead(cursor, 0, spelling))) : null;
    if (tag?.kind === "function") {
      cursor.pos += tag.length;
      const at = found.length === 0 ? start : cursor.offset - tag.length;
      const item = yield* readFunction(cursor, context, tag.name, at, options);
      if (item === null) {
        if (found.length > 0) break;
        return null;
      }
      found.push(item);
      if (item.kind === "error" && item.error.error !== "unknown_tool") break;
      continue;
    }
    if (tag?.kind === "block_end") {
      cursor.pos += tag.length;
      break;
    }
    if (tag?.kind === "block" && found.length === 0) {
      cursor.pos += tag.length;
      continue;
    }
    if (found.length === 0 && isStrong) {
      const site: Site = { format, start, end: cursor.offset };
      if (cursor.isAtEnd || cursor.isFinal) {
        cursor.pos = cursor.text.length;
        return [failedCall("truncated", null, site, "the text ends before the call")];
      }
      yield* skipTo(cursor, context, spelling.blockClosers[0] ?? "");
      return [failedCall("malformed", null, site, "no function follows the opening tag")];
    }
    if (!cursor.isAtEnd) cursor.pos -= cursor.offset - before;
    break;
  }
  return found.length > 0 || isStrong ? found : null;
}

function* readFunction(
  cursor: Cursor,
  context: FormatContext,
  name: string,
  start: number,
  { format, spelling, isStrong }: TaggedOptions,
): Reader<Found | null> {
  const tool = context.tools.get(name);
  const values = new Map<string, string>();
  let args: RawArguments = { kind: "text", values };
  const site = (): Site => ({ format, start, end: cursor.offset });
  const fail = (error: "truncated" | "malformed", message: string) =>
    isStrong ? failedCall(error, name, site(), message) : null;
  if (!isStrong && tool === undefined) return null;
  for (;;) {
    if (!cursor.isAtInk) yield* skipSpace(cursor);
    if (cursor.isAtEnd) break;
    if (cursor.code() === 123 && values.size === 0) {
      const value = yield* readJson(cursor, context, { argumentDepth: 1, tool });
      if (isFailed(value)) {
        const failed = jsonFailure(value, name, site());
        if (value !== UNCLOSED) yield* skipTo(cursor, context, `</${spelling.functionTag}>`);
        return isStrong ? failed : null;
      }
      args = { kind: "typed", values: argumentsObject(value) ?? {} };
      continue;
    }
    const tag = cursor.code() === 60 ? (tagAt(cursor, 0, spelling) ?? (yield* tagAhead(cursor, 0, spelling))) : null;
    if (tag === null) {
      if (cursor.code() === 60 && (yield* context.isBoundary(cursor, 0))) break;
      if (cursor.code() === 60 && cursor.isFinal && cursor.text.indexOf(">", cursor.pos) < 0) {
        // A "<" alone may begin the next parameter as well as the end.
        const isClosing = cursor.text.startsWith("</", cursor.pos);
        cursor.pos = cursor.text.length;
        if (isClosing) break;
        return fail("truncated", "the text ends inside a tag");
      }
      const failed = fail("malformed", "text stands between the parameters");
      yield* skipTo(cursor, context, spelling.blockClosers[0] ?? "");
      return failed;
    }
    if (tag.kind === "function_end") {
      cursor.pos += tag.length;
      break;
    }
    if (tag.kind === "function" || tag.kind === "block" || tag.kind === "block_end") break;
    cursor.pos += tag.length;
    if (tag.kind !== "parameter") continue;
    const value = yield* readTaggedValue(cursor, context, spelling, tool);
    if (value === UNCLOSED) return fail("truncated", `the text ends inside the argument ${JSON.stringify(tag.name)}`);
    if (isFailed(value) || values.has(tag.name)) {
      const failed = fail("malformed", `the argument ${JSON.stringify(tag.name)} can be read in more than one way`);
      yield* skipTo(cursor, context, spelling.blockClosers[0] ?? "");
      return failed;
    }
    values.set(tag.name, value);
  }
  return isStrong ? finishCall(context.tools, name, args, site()) : weakCall(context.tools, name, args, site());
}
