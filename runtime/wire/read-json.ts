import { type Cursor, isSpace } from "./cursor.ts";
import { type Failed, isFailed, UNCLOSED, VIOLATION } from "./failed.ts";
import { type Found, failedCall, type Site } from "./finish-call.ts";
import type { FormatContext } from "./formats/wire-format.ts";
import { scanJson } from "./json-scan.ts";
import { parseSound } from "./json-value.ts";
import { LiteralReader } from "./literal-reader.ts";
import { need, pastSpace, type Reader } from "./looking-ahead.ts";
import type { KnownTool, ToolTable } from "./tool-table.ts";
import type { JsonValue } from "./types.ts";

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

export function jsonFailure(failed: Failed, name: string | null, site: Site): Found {
  return failed === UNCLOSED
    ? failedCall("truncated", name, site, "the text ends inside the arguments")
    : failedCall("malformed", name, site, "the arguments have no single reading as JSON");
}
