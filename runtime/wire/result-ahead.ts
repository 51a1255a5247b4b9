import { RESULT_FENCES, RESULT_LINES, RESULT_REMNANTS } from "./control-tokens.ts";
import type { Cursor } from "./cursor.ts";
import { fenceAhead } from "./fence.ts";
import { lookingAt, need, type Reader } from "./looking-ahead.ts";
import type { Message } from "./message.ts";
import { isResultObjectAhead } from "./result-object.ts";

const BACKTICK = 96;
const BRACE = 123;

/** Longer names of tools are not looked for. */
const MAX_NAME = 160;

/** Whether the line ahead introduces a made-up result. */
export function* isResultAhead(message: Message): Reader<boolean> {
  const { cursor } = message;
  const code = cursor.code();
  for (const line of RESULT_LINES) {
    if (line.charCodeAt(0) === code && (cursor.sees(line) ?? (yield* lookingAt(cursor, line)))) return true;
  }
  if (code === BRACE) return yield* isResultObjectAhead(cursor);
  if (code === BACKTICK) {
    const fence = yield* fenceAhead(cursor);
    return fence !== null && RESULT_FENCES.has(fence.info);
  }
  return message.isBehindCall || message.isSettled ? yield* isRemnantAhead(cursor) : false;
}

/** What remains of a result when the tokens around it are lost: only right behind a call. */
function* isRemnantAhead(cursor: Cursor): Reader<boolean> {
  for (const prefix of RESULT_REMNANTS) {
    if (!(cursor.sees(prefix) ?? (yield* lookingAt(cursor, prefix)))) continue;
    let end = prefix.length;
    while ((cursor.has(end + 1) || (yield* need(cursor, end + 1))) && end < MAX_NAME) {
      if (!/[\w.-]/.test(cursor.text.charAt(cursor.pos + end))) break;
      end += 1;
    }
    if (prefix === "response:") return cursor.code(end) === BRACE;
    return cursor.sees(" to=assistant", end) ?? (yield* lookingAt(cursor, " to=assistant", end));
  }
  return false;
}
