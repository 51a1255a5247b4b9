import type { Cursor } from "./cursor.ts";
import { need, type Reader } from "./looking-ahead.ts";

/** Longer text behind a call explains it, so the call was an example. */
const MAX_SENTENCE = 240;

/** Words with which a sentence asks, offers, or speaks of a call as an example. */
const ASKS_OR_OFFERS =
  /\?|\b(?:if you|would you|do you|you (?:can|could|would|may|should)|let me know|tell me|want me|shall i|should i|may i|can i|please|example|format|like this|confirm)\b/i;

/**
 * Whether the rest of the message is one short sentence that neither asks nor offers, such as "This will list the files.".
 */
export function* isPlainSentence(cursor: Cursor): Reader<boolean> {
  if (yield* need(cursor, MAX_SENTENCE + 1)) return false;
  const sentence = cursor.text.slice(cursor.pos).trim();
  if (sentence.includes("\n") || ASKS_OR_OFFERS.test(sentence)) return false;
  return !/[.!][\s)"'][\s\S]/.test(sentence) && /^[\p{L}\p{N}(*_"']/u.test(sentence);
}
