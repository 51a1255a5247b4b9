import { readCallFence, skipSeparators } from "./call-fence.ts";
import type { Found } from "./finish-call.ts";
import type { Opener, WireFormat } from "./formats/wire-format.ts";
import type { Reader } from "./looking-ahead.ts";
import type { Message } from "./message.ts";
import { isResultAhead } from "./result-ahead.ts";
import { isPlainSentence } from "./sentence.ts";

const BACKTICK = 96;
const BRACE = 123;

const OBJECT: Opener = { text: "{", evidence: "weak" };

/**
 * Whether calls that are calls only at the end of a message stand there. More of them may follow, and are added to `found`; so
 * may one plain sentence, where that is allowed. The cursor moves to the end of what was taken.
 */
export function* endsMessage(
  message: Message,
  format: WireFormat,
  found: Found[],
  whole: "sentence" | "nothing",
): Reader<"calls" | "prose"> {
  const { cursor } = message;
  for (;;) {
    const end = cursor.offset;
    const step = yield* nextStep(message, format, found, whole);
    if (step === "more") continue;
    cursor.rewind(end);
    return step;
  }
}

function* nextStep(
  message: Message,
  format: WireFormat,
  found: Found[],
  whole: "sentence" | "nothing",
): Reader<"calls" | "prose" | "more"> {
  const { cursor } = message;
  yield* skipSeparators(cursor);
  if (cursor.isAtEnd) return "calls";
  const token = yield* message.tokens.match(cursor);
  if (token !== null && (token.isResultMarker || token.ends !== null || token.isCloser)) return "calls";
  if (yield* isResultAhead(message)) return "calls";
  if (whole === "nothing") return "prose";
  const code = cursor.code();
  if (code === BRACE && (yield* format.claims(cursor, OBJECT, message))) {
    const more = yield* format.read(cursor, OBJECT, message);
    if (more.kind !== "found") return "prose";
    found.push(...more.found);
    return "more";
  }
  if (code === BACKTICK) {
    const more = yield* readCallFence(message);
    if (more === null) return "prose";
    found.push(...more.found);
    return "more";
  }
  const isAlone = found.length === 1 && !message.hasCall;
  return isAlone && (yield* isPlainSentence(cursor)) ? "calls" : "prose";
}
