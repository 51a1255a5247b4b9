import { type Cursor, isSpace } from "../cursor.ts";
import { isFailed } from "../failed.ts";
import { type Found, type Site, weakCall } from "../finish-call.ts";
import { isJsonObject } from "../json-value.ts";
import { need, pastSpace, type Reader } from "../looking-ahead.ts";
import { ARGUMENT_KEYS, argumentsObject, callsOf, NAME_KEYS, restAsArguments } from "../named-calls.ts";
import { readJson } from "../read-json.ts";
import { renderJson } from "../render-values.ts";
import type { ToolTable } from "../tool-table.ts";
import type { JsonValue } from "../types.ts";
import { type FormatContext, PROSE, type Reading, type WireFormat } from "./wire-format.ts";

/** Keys a call can begin with: an object that begins with any other is an answer and is given out as it comes. */
const FIRST_KEYS: ReadonlySet<string> = new Set([...NAME_KEYS, ...ARGUMENT_KEYS, "type", "id", "tool_calls"]);

/** Values of "type" in an object that is a call. */
const CALL_TYPES: ReadonlySet<string> = new Set(["function", "tool_call", "tool-call", "tool_use", "function_call"]);

/** A call as plain JSON, alone or in a fence: weak evidence, so the schema is the judge. */
export const json: WireFormat = {
  name: "json",
  title: "plain JSON",
  openers: [
    { text: "{", evidence: "weak" },
    { text: "[", evidence: "weak" },
  ],
  resultMarkers: [],
  closers: ["</tool_call>"],

  *claims(cursor, opener, { tools }): Reader<boolean> {
    let at = 0;
    if (opener.text === "[") at = cursor.inkAt(1) ?? (yield* pastSpace(cursor, 1));
    if (at < 0 || cursor.code(at) !== 123) return false;
    return yield* mayBeCall(cursor, at, tools);
  },

  *read(cursor, _opener, context): Reader<Reading> {
    const start = cursor.offset;
    const value = yield* readJson(cursor, context, { argumentDepth: 2, tool: undefined });
    if (isFailed(value)) return PROSE;
    const found = weakCalls(value, context, { format: "json", start, end: cursor.offset });
    return found === null ? PROSE : { kind: "found", found, whole: "sentence" };
  },

  render(calls) {
    const objects = calls.map(({ name, arguments: args }) => renderJson({ name, arguments: args }));
    return { kind: "text", text: objects.join("\n") };
  },
};

function weakCalls(value: JsonValue, { tools }: FormatContext, site: Site): readonly Found[] | null {
  const calls = callsOf(value);
  if (calls === null || calls.length === 0) return null;
  const found: Found[] = [];
  for (const call of calls) {
    const loose = call.arguments === undefined ? restAsArguments(tools.get(call.name), call.rest) : undefined;
    const values = loose === undefined ? argumentsObject(call.arguments) : loose;
    if (values === null || isSchemaEcho(values)) return null;
    const judged = weakCall(tools, call.name, { kind: "typed", values }, site);
    if (judged === null) return null;
    found.push(judged);
  }
  return found;
}

/** `parameters` of a tool's definition, repeated: a schema, not arguments. */
function isSchemaEcho(values: JsonValue): boolean {
  return isJsonObject(values) && values.type === "object" && isJsonObject(values.properties);
}

/** Whether the first key of an object is one of a call's, and its value one that a call can have. */
function* mayBeCall(cursor: Cursor, brace: number, tools: ToolTable): Reader<boolean> {
  const at = cursor.inkAt(brace + 1) ?? (yield* pastSpace(cursor, brace + 1));
  if (at < 0) return false;
  const key = yield* shortText(cursor, at);
  if (key === null || !FIRST_KEYS.has(key.text)) return false;
  const colon = cursor.inkAt(key.end) ?? (yield* pastSpace(cursor, key.end));
  if (colon < 0 || cursor.code(colon) !== 58) return false;
  const from = cursor.inkAt(colon + 1) ?? (yield* pastSpace(cursor, colon + 1));
  if (from < 0) return false;
  const code = cursor.code(from);
  const isText = code === 34 || code === 39;
  if (NAME_KEYS.some((name) => name === key.text)) {
    if (!isText) return key.text === "function" && code === 123;
    const name = yield* shortText(cursor, from);
    return name !== null && tools.has(name.text);
  }
  if (key.text === "type") {
    const type = isText ? yield* shortText(cursor, from) : null;
    return type !== null && CALL_TYPES.has(type.text);
  }
  if (key.text === "tool_calls") return code === 91;
  return isText || code === 123 || (key.text === "id" && !isSpace(code));
}

function* shortText(cursor: Cursor, from: number): Reader<{ readonly text: string; readonly end: number } | null> {
  const quote = cursor.code(from);
  if (quote !== 34 && quote !== 39) return null;
  let end = from + 1;
  while ((cursor.has(end + 1) || (yield* need(cursor, end + 1))) && cursor.code(end) !== quote) {
    end += 1;
    if (end - from > 128) return null;
  }
  return { text: cursor.text.slice(cursor.pos + from + 1, cursor.pos + end), end: end + 1 };
}
