import type { Cursor } from "../cursor.ts";
import { isFailed } from "../failed.ts";
import { type Found, failedCall, finishCall, type Site } from "../finish-call.ts";
import { lookingAt, need, type Reader, skipSpace } from "../looking-ahead.ts";
import { argumentsObject } from "../named-calls.ts";
import { jsonFailure, readJson } from "../read-json.ts";
import { refusedName, renderJson } from "../render-values.ts";
import { skipTo } from "../skip-to.ts";
import type { FormatContext, Reading, WireFormat } from "./wire-format.ts";

const BEGIN = "<|tool_calls_section_begin|>";
const END = "<|tool_calls_section_end|>";
const CALL = "<|tool_call_begin|>";
const CALL_END = "<|tool_call_end|>";
const ARGUMENTS = "<|tool_call_argument_begin|>";

/** Longer ids are not read. */
const MAX_ID = 200;

/** Kimi K2: the tool's name stands in the id of the call, `functions.NAME:INDEX`. */
export const kimi: WireFormat = {
  name: "kimi",
  title: "Kimi K2 tokens",
  openers: [
    { text: BEGIN, evidence: "strong" },
    { text: CALL, evidence: "strong" },
  ],
  resultMarkers: ["<|im_system|>tool"],
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
    const site: Site = { format: "kimi", start: cursor.offset, end: cursor.offset };
    return { kind: "found", found: [failedCall("truncated", null, site, "the text ends before the call")] };
  },

  render(calls) {
    const refused = refusedName(calls);
    if (refused !== null) return refused;
    const parts = calls.map(
      ({ name, arguments: args }, at) => `${CALL}functions.${name}:${at}${ARGUMENTS}${renderJson(args)}${CALL_END}`,
    );
    return { kind: "text", text: `${BEGIN}${parts.join("")}${END}` };
  },
};

function* readCall(cursor: Cursor, context: FormatContext): Reader<Found> {
  const start = cursor.offset;
  cursor.pos += CALL.length;
  const site = (): Site => ({ format: "kimi", start, end: cursor.offset });
  let length = 0;
  while ((yield* need(cursor, length + 1)) && cursor.code(length) !== 60 && length < MAX_ID) length += 1;
  const id = cursor.text.slice(cursor.pos, cursor.pos + length).trim();
  cursor.pos += length;
  const name = id.replace(/^functions\./, "").replace(/:\d+$/, "");
  if (!(cursor.sees(ARGUMENTS) ?? (yield* lookingAt(cursor, ARGUMENTS)))) {
    const kind = cursor.isAtEnd ? "truncated" : "malformed";
    yield* skipTo(cursor, context, CALL_END);
    return failedCall(kind, name, site(), "no arguments follow the id");
  }
  cursor.pos += ARGUMENTS.length;
  if (!cursor.isAtInk) yield* skipSpace(cursor);
  if (cursor.code() !== 123) {
    const kind = cursor.isAtEnd ? "truncated" : "malformed";
    yield* skipTo(cursor, context, CALL_END);
    return failedCall(kind, name, site(), "no JSON object follows");
  }
  const value = yield* readJson(cursor, context, { argumentDepth: 1, tool: context.tools.get(name) });
  if (isFailed(value)) {
    const failed = jsonFailure(value, name, site());
    yield* skipTo(cursor, context, CALL_END);
    return failed;
  }
  if (!cursor.isAtInk) yield* skipSpace(cursor);
  if (cursor.sees(CALL_END) ?? (yield* lookingAt(cursor, CALL_END))) cursor.pos += CALL_END.length;
  return finishCall(context.tools, name, { kind: "typed", values: argumentsObject(value) ?? {} }, site());
}
