import type { Cursor } from "../cursor.ts";
import { isFailed } from "../failed.ts";
import { type Found, failedCall, finishCall, type Site } from "../finish-call.ts";
import { lookingAt, nameAhead, need, type Reader, skipSpace } from "../looking-ahead.ts";
import { argumentsObject } from "../named-calls.ts";
import { jsonFailure, readJson } from "../read-json.ts";
import { refusedName, renderJson } from "../render-values.ts";
import { skipTo } from "../skip-to.ts";
import type { FormatContext, Reading, WireFormat } from "./wire-format.ts";

const BEGIN = "<｜tool▁calls▁begin｜>";
const END = "<｜tool▁calls▁end｜>";
const CALL = "<｜tool▁call▁begin｜>";
const CALL_END = "<｜tool▁call▁end｜>";
const SEPARATOR = "<｜tool▁sep｜>";

/** DeepSeek V3 (`function`, separator, name, JSON in a fence) and V3.1 (name, separator, JSON). */
export const deepseek: WireFormat = {
  name: "deepseek",
  title: "DeepSeek V3 and V3.1 tokens",
  openers: [
    { text: BEGIN, evidence: "strong" },
    { text: CALL, evidence: "strong" },
  ],
  resultMarkers: ["<｜tool▁outputs▁begin｜>", "<｜tool▁output▁begin｜>", "<｜User｜>"],
  closers: [END, CALL_END],

  *claims(cursor, opener): Reader<boolean> {
    // The tokens are nobody else's.
    return yield* need(cursor, opener.text.length);
  },

  *read(cursor, _opener, context): Reader<Reading> {
    const found: Found[] = [];
    for (;;) {
      if (!cursor.isAtInk) yield* skipSpace(cursor);
      if (cursor.sees(BEGIN) ?? (yield* lookingAt(cursor, BEGIN))) {
        cursor.pos += BEGIN.length;
        continue;
      }
      if (!(cursor.sees(CALL) ?? (yield* lookingAt(cursor, CALL)))) break;
      found.push(yield* readCall(cursor, context));
    }
    if (cursor.sees(END) ?? (yield* lookingAt(cursor, END))) cursor.pos += END.length;
    if (found.length > 0 || !cursor.isAtEnd) return { kind: "found", found };
    const site: Site = { format: "deepseek", start: cursor.offset, end: cursor.offset };
    return { kind: "found", found: [failedCall("truncated", null, site, "the text ends before the call")] };
  },

  render(calls) {
    const refused = refusedName(calls);
    if (refused !== null) return refused;
    const parts = calls.map(({ name, arguments: args }) => `${CALL}${name}${SEPARATOR}${renderJson(args)}${CALL_END}`);
    return { kind: "text", text: `${BEGIN}${parts.join("")}${END}` };
  },
};

function* readCall(cursor: Cursor, context: FormatContext): Reader<Found> {
  const start = cursor.offset;
  cursor.pos += CALL.length;
  if (!cursor.isAtInk) yield* skipSpace(cursor);
  let name = cursor.nameAt(0) ?? (yield* nameAhead(cursor, 0)) ?? "";
  cursor.pos += name.length;
  const site = (): Site => ({ format: "deepseek", start, end: cursor.offset });
  if (!(cursor.sees(SEPARATOR) ?? (yield* lookingAt(cursor, SEPARATOR)))) {
    const kind = cursor.isFinal && !(yield* need(cursor, SEPARATOR.length)) ? "truncated" : "malformed";
    yield* skipTo(cursor, context, CALL_END);
    return failedCall(kind, name, site(), "no separator follows the name");
  }
  cursor.pos += SEPARATOR.length;
  if (!cursor.isAtInk) yield* skipSpace(cursor);
  if (name === "function" && cursor.code() !== 123) {
    name = cursor.nameAt(0) ?? (yield* nameAhead(cursor, 0)) ?? "";
    cursor.pos += name.length;
    if (!cursor.isAtInk) yield* skipSpace(cursor);
    if (cursor.sees("```json") ?? (yield* lookingAt(cursor, "```json"))) cursor.pos += "```json".length;
    if (!cursor.isAtInk) yield* skipSpace(cursor);
  }
  if (cursor.code() !== 123) {
    const kind = cursor.isAtEnd ? "truncated" : "malformed";
    yield* skipTo(cursor, context, CALL_END);
    return failedCall(kind, name, site(), "no JSON object follows the name");
  }
  const value = yield* readJson(cursor, context, { argumentDepth: 1, tool: context.tools.get(name) });
  if (isFailed(value)) {
    const failed = jsonFailure(value, name, site());
    yield* skipTo(cursor, context, CALL_END);
    return failed;
  }
  if (!cursor.isAtInk) yield* skipSpace(cursor);
  if (cursor.sees("```") ?? (yield* lookingAt(cursor, "```"))) cursor.pos += "```".length;
  if (!cursor.isAtInk) yield* skipSpace(cursor);
  if (cursor.sees(CALL_END) ?? (yield* lookingAt(cursor, CALL_END))) cursor.pos += CALL_END.length;
  return finishCall(context.tools, name, { kind: "typed", values: argumentsObject(value) ?? {} }, site());
}
