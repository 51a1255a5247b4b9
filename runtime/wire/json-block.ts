import { type Cursor, isSpace } from "./cursor.ts";
import { isFailed, VIOLATION } from "./failed.ts";
import { type Found, failedCall, type Site } from "./finish-call.ts";
import type { FormatContext } from "./formats/wire-format.ts";
import { lookingAt, type Reader } from "./looking-ahead.ts";
import { strongCalls } from "./named-calls.ts";
import { jsonFailure, readJson } from "./read-json.ts";
import { skipTo } from "./skip-to.ts";
import type { WireFormatName } from "./types.ts";

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
