import { type Cursor, isSpace, lookingAt, need, pastSpace, type Reader } from "./cursor.ts";
import { type Failed, isFailed, UNCLOSED, VIOLATION } from "./failed.ts";
import { type Found, failedCall, finishCall, type Site } from "./finish-call.ts";
import type { FormatContext } from "./formats/wire-format.ts";
import { scanJson } from "./json-scan.ts";
import { isJsonObject, parseJson, parseSound } from "./json-value.ts";
import { LiteralReader } from "./literal-reader.ts";
import { tokenStarts } from "./token-starts.ts";
import { fits, type KnownTool, type ToolTable } from "./tool-table.ts";
import type { JsonObject, JsonValue, WireFormatName } from "./types.ts";
import { nextStop, wakesAt } from "./wake.ts";

export const NAME_KEYS = ["name", "tool", "tool_name", "function", "action"] as const;
export const ARGUMENT_KEYS = ["arguments", "parameters", "args", "input", "action_input"] as const;

/** A call as JSON has it; `arguments` is what was written there, `undefined` when nothing was. */
export interface NamedCall {
  readonly name: string;
  readonly arguments: JsonValue | undefined;
  /** Without `arguments`, the object it stands in but for its name: arguments that were not put in an object of their own. */
  readonly rest: JsonObject;
}

/** The calls a JSON value stands for; null when it is no call, or holds something that is none. */
export function callsOf(value: JsonValue): readonly NamedCall[] | null {
  if (Array.isArray(value)) return callsOfList(value);
  if (!isJsonObject(value)) return null;
  if (Array.isArray(value.tool_calls)) return callsOfList(value.tool_calls);
  if (isJsonObject(value.function)) return callsOf(value.function);
  const nameKey = NAME_KEYS.find((key) => typeof value[key] === "string");
  if (nameKey === undefined) return null;
  const name = value[nameKey];
  if (typeof name !== "string") return null;
  const argumentsKey = ARGUMENT_KEYS.find((key) => Object.hasOwn(value, key));
  if (argumentsKey !== undefined) return [{ name, arguments: value[argumentsKey], rest: {} }];
  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => key !== nameKey));
  return [{ name, arguments: undefined, rest }];
}

function callsOfList(list: readonly JsonValue[]): readonly NamedCall[] | null {
  const calls: NamedCall[] = [];
  for (const item of list) {
    const found = callsOf(item);
    if (found === null) return null;
    calls.push(...found);
  }
  return calls;
}

/** The object of arguments, decoded once where it was written as a text. @returns null when it is none. */
export function argumentsObject(value: JsonValue | undefined): JsonObject | null {
  if (value === undefined || value === null) return {};
  if (isJsonObject(value)) return value;
  if (typeof value !== "string") return null;
  if (value.trim() === "") return {};
  const decoded = parseJson(value);
  return decoded !== undefined && isJsonObject(decoded) ? decoded : null;
}

/** Whether keys beside the name are arguments of the tool, all of them. */
export function restAsArguments(tool: KnownTool | undefined, rest: JsonObject): JsonObject | null {
  const keys = Object.keys(rest);
  if (tool === undefined || keys.length === 0) return null;
  return keys.every((key) => tool.isClosed && fits(tool, key)) ? rest : null;
}

/** Calls of a value behind a format's own token. */
export function strongCalls(tools: ToolTable, value: JsonValue, site: Site): readonly Found[] {
  const calls = callsOf(value);
  if (calls === null) return [failedCall("malformed", null, site, "the JSON names no tool")];
  return calls.map((call): Found => {
    const loose = call.arguments === undefined ? restAsArguments(tools.get(call.name), call.rest) : null;
    const values = loose ?? argumentsObject(call.arguments);
    if (values !== null) return finishCall(tools, call.name, { kind: "typed", values }, site);
    return failedCall("malformed", call.name, site, "the arguments are no JSON object");
  });
}

export interface JsonReadOptions {
  /** Depth at which the arguments stand: 1 when the value itself is the arguments, 2 inside `{"name", "arguments"}`. */
  readonly argumentDepth: 1 | 2;
  /** The tool, where the text named it before the JSON. */
  readonly tool: KnownTool | undefined;
  /** A tag that ends the value though its last brace is missing. */
  readonly closedBy?: string;
}

/**
 * Reads one JSON object or list: strictly, or, when that fails, with the slips models make. What stands behind it is left.
 *
 * @returns `VIOLATION` when there is not exactly one reading, `UNCLOSED` when the text ends before the value does.
 */
export function* readJson(
  cursor: Cursor,
  { tools }: FormatContext,
  options: JsonReadOptions,
): Reader<JsonValue | Failed> {
  const start = cursor.offset;
  const mayRelease = cursor.keepOnce();
  const scanned = yield* scanJson(cursor);
  if (scanned.kind === "complete") {
    const value = parseSound(scanned.text);
    if (value !== undefined && !(yield* isTornBehind(cursor))) {
      if (mayRelease) cursor.release();
      return value;
    }
  }
  cursor.rewind(start);
  const keys = keysOf(tools, options);
  const reader = new LiteralReader(cursor, { quotes: "lenient", dialect: "json", closedBy: options.closedBy, ...keys });
  const value = yield* reader.value();
  if (mayRelease) cursor.release();
  // All that is there was meant for the value: none of it is prose.
  if (value === UNCLOSED) cursor.pos = cursor.text.length;
  if (isFailed(value)) return value;
  return reader.isAmbiguous || (yield* isTornBehind(cursor)) ? VIOLATION : value;
}

/** Which names can be keys of the arguments: any, where the tool is not known yet. */
function keysOf(tools: ToolTable, { argumentDepth, tool }: JsonReadOptions) {
  const candidates = tool === undefined ? [...tools.values()] : [tool];
  const isAny = candidates.length === 0 || candidates.some(({ isClosed }) => !isClosed);
  return {
    isKey: (key: string, depth: number) =>
      depth !== argumentDepth || isAny || candidates.some(({ types }) => types.has(key)),
    isOptional: (key: string, depth: number) =>
      depth !== argumentDepth || !candidates.some(({ required }) => required.includes(key)),
  };
}

/** How much of a line glued to a value is looked at. */
const MAX_TAIL = 256;

/**
 * Whether the rest of the line, glued to a value, looks like the other half of it: a quote before a bracket that closes what
 * was not opened there. Then a quote inside a text ended the value too early.
 */
function* isTornBehind(cursor: Cursor): Reader<boolean> {
  let hasQuote = false;
  let isStart = true;
  let open = 0;
  for (let at = 0; at < MAX_TAIL; at += 1) {
    if (!(cursor.has(at + 1) || (yield* need(cursor, at + 1)))) return false;
    const code = cursor.code(at);
    if (code === 10 || code === 60) return false;
    if (isStart && (isSpace(code) || code === 123 || code === 91)) return false;
    const isCloser = code === 125 || code === 93;
    if (isStart && (isCloser || code === 44 || code === 59)) {
      // A bracket too many, or the next object of a list.
      if (code === 44) return !(yield* startsObject(cursor, at + 1));
      continue;
    }
    isStart = false;
    if (code === 123 || code === 91) open += 1;
    if (isCloser) {
      if (hasQuote && open <= 0) return true;
      open -= 1;
    }
    if (code === 34) hasQuote = true;
    else if (!isSpace(code)) hasQuote = false;
  }
  return false;
}

function* startsObject(cursor: Cursor, distance: number): Reader<boolean> {
  const at = cursor.inkAt(distance) ?? (yield* pastSpace(cursor, distance));
  return at < 0 || [123, 93, 125, 60].includes(cursor.code(at));
}

/**
 * Reads calls written as JSON up to `closer`, one after the other or in a list, as they stand behind a strong opener.
 *
 * @param closer Tag behind the calls; it may be missing.
 */
export function* readJsonBlock(
  cursor: Cursor,
  context: FormatContext,
  format: WireFormatName,
  start: number,
  { closer, opener }: { readonly closer: string; readonly opener: string },
): Reader<readonly Found[]> {
  const found: Found[] = [];
  for (;;) {
    while (isSpace(cursor.code())) cursor.pos += 1;
    if (cursor.isAtEnd) {
      if (cursor.isFinal) break;
      yield;
      continue;
    }
    const code = cursor.code();
    if (code === 91 || code === 93 || code === 44 || code === 59 || code === 125) {
      // Brackets of the list, separators, and a brace too many.
      if (code === 91 && (yield* context.isBoundary(cursor, 0))) break;
      if (code === 91 && closer.startsWith("[") && (cursor.sees(closer) ?? (yield* lookingAt(cursor, closer)))) {
        cursor.pos += closer.length;
        break;
      }
      if (code === 91 && found.length > 0) break;
      cursor.pos += 1;
      continue;
    }
    if (code === 123) {
      const at = found.length === 0 ? start : cursor.offset;
      const value = yield* readJson(cursor, context, { argumentDepth: 2, tool: undefined, closedBy: closer });
      const site: Site = { format, start: at, end: cursor.offset };
      if (!isFailed(value)) {
        found.push(...strongCalls(context.tools, value, site));
        continue;
      }
      found.push(jsonFailure(value, null, site));
      if (value === VIOLATION) yield* skipTo(cursor, context, closer);
      break;
    }
    if (cursor.sees(closer) ?? (yield* lookingAt(cursor, closer))) {
      cursor.pos += closer.length;
      break;
    }
    if (found.length > 0 || !(cursor.sees(opener) ?? (yield* lookingAt(cursor, opener)))) break;
    cursor.pos += opener.length;
  }
  if (found.length > 0) return found;
  const site: Site = { format, start, end: cursor.offset };
  return cursor.isAtEnd ? [failedCall("truncated", null, site, "the text ends before the call")] : [];
}

export function jsonFailure(failed: Failed, name: string | null, site: Site): Found {
  return failed === UNCLOSED
    ? failedCall("truncated", name, site, "the text ends inside the arguments")
    : failedCall("malformed", name, site, "the arguments have no single reading as JSON");
}

const TOKEN_STARTS = tokenStarts();
const WAKES_AT_TOKEN = wakesAt("<[]");

/** After a call that could not be read: on to its closing tag, or to the next token that means something. */
export function* skipTo(cursor: Cursor, context: FormatContext, closer: string): Reader<void> {
  for (;;) {
    const stop = nextStop(cursor.text, TOKEN_STARTS, cursor.pos);
    cursor.pos = stop < 0 ? cursor.text.length : stop;
    if (stop < 0) {
      if (cursor.isFinal) return;
      cursor.nap = WAKES_AT_TOKEN;
      yield;
      continue;
    }
    if (closer !== "" && (cursor.sees(closer) ?? (yield* lookingAt(cursor, closer)))) {
      cursor.pos += closer.length;
      return;
    }
    if (yield* context.isBoundary(cursor, 0)) return;
    cursor.pos += 1;
  }
}
