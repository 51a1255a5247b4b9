import type { Cursor } from "./cursor.ts";
import { JsonScanner } from "./json-scanner.ts";
import type { Reader } from "./looking-ahead.ts";

/**
 * What a strict reading of JSON came to; `text` is the value as written. A violation names no place: the caller reads the
 * value again, leniently, from where it began.
 */
export type JsonScan =
  | { readonly kind: "complete"; readonly text: string }
  | { readonly kind: "violation" }
  | { readonly kind: "unclosed" };

const VIOLATION: JsonScan = { kind: "violation" };
const UNCLOSED: JsonScan = { kind: "unclosed" };

/** Scans one object or array; the caller keeps the text from there on. Asleep, it takes chunks without being run. */
export function* scanJson(cursor: Cursor): Reader<JsonScan> {
  const scanner = new JsonScanner();
  const start = cursor.offset;
  scanner.feed(cursor.text, cursor.pos);
  for (;;) {
    const end = start + scanner.length;
    cursor.work += end - cursor.offset;
    cursor.pos = end - cursor.base;
    if (scanner.progress === "complete") return { kind: "complete", text: cursor.slice(start, end) };
    if (scanner.progress === "violation") return VIOLATION;
    if (cursor.isFinal) return UNCLOSED;
    cursor.nap = (chunk) => {
      scanner.feed(chunk, 0);
      return scanner.progress !== "more";
    };
    yield;
  }
}
