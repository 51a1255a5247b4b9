import type { Cursor } from "../cursor.ts";
import { isFailed } from "../failed.ts";
import { type Found, failedCall, finishCall, type Site } from "../finish-call.ts";
import { lookingAt, nameAhead, pastSpace, type Reader, skipSpace } from "../looking-ahead.ts";
import { argumentsObject } from "../named-calls.ts";
import { readKey, readPairValue } from "../pair-value.ts";
import { jsonFailure, readJson } from "../read-json.ts";
import { refusedName, refusedRendering, renderBare } from "../render-values.ts";
import { skipTo } from "../skip-to.ts";
import type { PlainCall, Rendered } from "../types.ts";
import type { FormatContext, Reading, WireFormat } from "./wire-format.ts";

const OPENER = "<tool_call>";
const CLOSER = "</tool_call>";
const KEY = "<arg_key>";

/**
 * Laguna and GLM 4.5 to 4.7: a name, then keys and values in tags, with line breaks between the tags or without. A value is
 * bare text and is not stripped, for both layouts put their line breaks outside the tags.
 */
export const laguna: WireFormat = {
  name: "laguna",
  title: "Laguna and GLM key/value pairs (<arg_key>, <arg_value>)",
  openers: [
    { text: OPENER, evidence: "strong" },
    { text: "<user>", evidence: "strong" },
  ],
  resultMarkers: ["<tool_response>", "<|observation|>", "<user>"],
  closers: [CLOSER, "</arg_value>"],

  *claims(cursor, opener, { tools }): Reader<boolean> {
    const at = cursor.inkAt(opener.text.length) ?? (yield* pastSpace(cursor, opener.text.length));
    if (at < 0) return false;
    const name = cursor.nameAt(at) ?? (yield* nameAhead(cursor, at));
    if (name === null || name === "") return false;
    const behind = cursor.inkAt(at + name.length) ?? (yield* pastSpace(cursor, at + name.length));
    if (behind < 0) return opener.text === OPENER && cursor.isFinal && tools.has(name);
    if (cursor.sees(KEY, behind) ?? (yield* lookingAt(cursor, KEY, behind)))
      return opener.text === OPENER || tools.has(name);
    if (opener.text !== OPENER) return false;
    if (cursor.code(behind) === 123) return true;
    return (
      (cursor.sees(CLOSER, behind) ?? (yield* lookingAt(cursor, CLOSER, behind))) ||
      (cursor.sees(OPENER, behind) ?? (yield* lookingAt(cursor, OPENER, behind)))
    );
  },

  *read(cursor, opener, context): Reader<Reading> {
    let start = cursor.offset;
    cursor.pos += opener.text.length;
    for (;;) {
      if (!cursor.isAtInk) yield* skipSpace(cursor);
      const name = cursor.nameAt(0) ?? (yield* nameAhead(cursor, 0)) ?? "";
      cursor.pos += name.length;
      if (!cursor.isAtInk) yield* skipSpace(cursor);
      // The call was begun again: only the second one is meant.
      if (cursor.sees(OPENER) ?? (yield* lookingAt(cursor, OPENER))) {
        if (!(yield* laguna.claims(cursor, { text: OPENER, evidence: "strong" }, context)))
          return { kind: "found", found: [] };
        start = cursor.offset;
        cursor.pos += OPENER.length;
        continue;
      }
      return { kind: "found", found: [yield* readCall(cursor, context, name, start)] };
    }
  },

  render: (calls) => renderPairs(calls, ""),
};

/** @param lineBreak What stands between the tags: nothing, or a line break as in GLM 4.5. */
export function renderPairs(calls: readonly PlainCall[], lineBreak: "" | "\n"): Rendered {
  const refused = refusedName(calls);
  if (refused !== null) return refused;
  const blocks: string[] = [];
  for (const call of calls) {
    let block = `${OPENER}${call.name}${lineBreak}`;
    for (const [key, value] of Object.entries(call.arguments)) {
      if (key.trim() !== key || key === "" || key.includes("<")) {
        return refusedRendering(`the name ${JSON.stringify(key)} cannot stand in a tag`);
      }
      block += `${KEY}${key}</arg_key>${lineBreak}<arg_value>${renderBare(value)}</arg_value>${lineBreak}`;
    }
    blocks.push(`${block}${CLOSER}`);
  }
  return { kind: "text", text: blocks.join(lineBreak) };
}

function* readCall(cursor: Cursor, context: FormatContext, name: string, start: number): Reader<Found> {
  const tool = context.tools.get(name);
  const site = (): Site => ({ format: "laguna", start, end: cursor.offset });
  const values = new Map<string, string>();
  if (cursor.code() === 123) {
    const value = yield* readJson(cursor, context, { argumentDepth: 1, tool, closedBy: CLOSER });
    if (isFailed(value)) {
      const failed = jsonFailure(value, name, site());
      if (!cursor.isAtEnd) yield* skipTo(cursor, context, CLOSER);
      return failed;
    }
    if (!cursor.isAtInk) yield* skipSpace(cursor);
    if (cursor.sees(CLOSER) ?? (yield* lookingAt(cursor, CLOSER))) cursor.pos += CLOSER.length;
    return finishCall(context.tools, name, { kind: "typed", values: argumentsObject(value) ?? {} }, site());
  }
  let isClosed = false;
  /** A key was read and its value not yet: a text that ends there was cut off. */
  let isWaiting = false;
  for (;;) {
    if (!cursor.isAtInk) yield* skipSpace(cursor);
    if (cursor.isAtEnd) break;
    if (cursor.sees(CLOSER) ?? (yield* lookingAt(cursor, CLOSER))) {
      cursor.pos += CLOSER.length;
      isClosed = true;
      break;
    }
    if (cursor.sees(KEY) ?? (yield* lookingAt(cursor, KEY))) {
      cursor.pos += KEY.length;
      const key = yield* readKey(cursor);
      if (key === null) return failedCall("truncated", name, site(), "the text ends inside the name of an argument");
      if (!cursor.isAtInk) yield* skipSpace(cursor);
      // A key without a value: the value that comes next is not its own.
      isWaiting = true;
      if (!(cursor.sees("<arg_value>") ?? (yield* lookingAt(cursor, "<arg_value>")))) continue;
      isWaiting = false;
      cursor.pos += "<arg_value>".length;
      const value = yield* readPairValue(cursor, context);
      if (isFailed(value)) {
        return failedCall("truncated", name, site(), `the text ends inside the argument ${JSON.stringify(key)}`);
      }
      if (values.has(key)) {
        yield* skipTo(cursor, context, CLOSER);
        return failedCall("malformed", name, site(), `the argument ${JSON.stringify(key)} is given twice`);
      }
      values.set(key, value);
      continue;
    }
    if (yield* context.isBoundary(cursor, 0)) break;
    const isHalfTag = cursor.isFinal && cursor.code() === 60 && cursor.text.indexOf(">", cursor.pos) < 0;
    // A "<" alone may begin the next key as well as the end.
    if (isHalfTag && cursor.has(2) && CLOSER.startsWith(cursor.text.slice(cursor.pos))) {
      cursor.pos = cursor.text.length;
      break;
    }
    const kind = isHalfTag ? "truncated" : "malformed";
    const failed = failedCall(kind, name, site(), "text stands where a key or the end of the call should");
    yield* skipTo(cursor, context, CLOSER);
    return failed;
  }
  if (!isClosed && isWaiting && cursor.isAtEnd) {
    return failedCall("truncated", name, site(), "the text ends where the value of an argument should stand");
  }
  if (!isClosed && values.size === 0 && tool !== undefined && cursor.isAtEnd) {
    return failedCall("truncated", name, site(), "the text ends before the arguments");
  }
  return finishCall(context.tools, name, { kind: "text", values }, site());
}
