import type { Cursor } from "./cursor.ts";
import { need, pastSpace, type Reader } from "./looking-ahead.ts";

const RESULT_KINDS: ReadonlySet<string> = new Set(["tool-result", "tool_result", "function_call_output"]);

/** Whether a JSON object ahead is a message from a tool: its first keys say so. */
export function* isResultObjectAhead(cursor: Cursor): Reader<boolean> {
  let at = yield* pastSpace(cursor, 1);
  for (let key = 0; key < 3; key += 1) {
    const name = at < 0 ? null : yield* quotedAhead(cursor, at);
    if (name === null) return false;
    if (name.text === "tool_call_id" || name.text === "tool_use_id") return true;
    const colon = yield* pastSpace(cursor, name.end);
    if (colon < 0 || cursor.code(colon) !== 58) return false;
    const from = yield* pastSpace(cursor, colon + 1);
    const value = from < 0 ? null : yield* quotedAhead(cursor, from);
    if (value === null) return false;
    if (name.text === "role" && value.text === "tool") return true;
    if (name.text === "type" && RESULT_KINDS.has(value.text)) return true;
    const comma = yield* pastSpace(cursor, value.end);
    if (comma < 0 || cursor.code(comma) !== 44) return false;
    at = yield* pastSpace(cursor, comma + 1);
  }
  return false;
}

/** A short text in double quotes at a distance, with the distance behind it. */
function* quotedAhead(cursor: Cursor, from: number): Reader<{ readonly text: string; readonly end: number } | null> {
  if (!(cursor.has(from + 1) || (yield* need(cursor, from + 1))) || cursor.code(from) !== 34) return null;
  let end = from + 1;
  while ((cursor.has(end + 1) || (yield* need(cursor, end + 1))) && cursor.code(end) !== 34) {
    end += 1;
    if (end - from > 64) return null;
  }
  return { text: cursor.text.slice(cursor.pos + from + 1, cursor.pos + end), end: end + 1 };
}
