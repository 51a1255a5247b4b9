import type { Cursor } from "./cursor.ts";
import type { Reader } from "./looking-ahead.ts";
import { hasStop, stopsAt } from "./wake.ts";

/** How a family writes functions with parameters in tags. */
export interface TagSpelling {
  /** "function" or "invoke". */
  readonly functionTag: string;
  readonly blockOpeners: readonly string[];
  readonly blockClosers: readonly string[];
  /** A line break right inside the tags of a parameter belongs to the tags. */
  readonly hasBreakInside: boolean;
}

export type Tag =
  | { readonly kind: "parameter"; readonly name: string; readonly length: number }
  | { readonly kind: "function"; readonly name: string; readonly length: number }
  | { readonly kind: "parameter_end" | "function_end" | "block" | "block_end"; readonly length: number };

const SLASH = 47;
const EQUALS = 61;

/** Longer text between angle brackets is no tag. */
const MAX_TAG = 160;

/** The tag whose "<" stands `distance` ahead; null when it is none of the spelling's, `undefined` when more text must tell. */
export function tagAt(cursor: Cursor, distance: number, spelling: TagSpelling): Tag | null | undefined {
  const { text, isFinal } = cursor;
  const from = cursor.pos + distance;
  const limit = Math.min(text.length, from + MAX_TAG + 2);
  if (from + 1 < text.length && !isTagStart(text.charCodeAt(from + 1))) return null;
  for (let end = from + 1; end < limit; end += 1) {
    const code = text.charCodeAt(end);
    if (code === 62) return tagOf(text.slice(from, end + 1), spelling);
    if (code === 60 || code === 10) return null;
  }
  return isFinal || limit < text.length ? null : undefined;
}

/** `tagAt`, waiting for what it takes to tell. */
export function* tagAhead(cursor: Cursor, distance: number, spelling: TagSpelling): Reader<Tag | null> {
  for (;;) {
    const tag = tagAt(cursor, distance, spelling);
    if (tag !== undefined) return tag;
    const isBegun = cursor.has(distance + 2);
    cursor.wake = (chunk) => !isBegun || hasStop(chunk, TAG_ENDS) || cursor.has(distance + MAX_TAG + 2);
    yield;
  }
}

/** The letters after "<" with which a tag of any spelling begins. */
export const TAG_STARTS = stopsAt("/pfitm");

const TAG_ENDS = stopsAt("<>\n");

export function isTagStart(code: number): boolean {
  return code < 128 && TAG_STARTS[code] === 1;
}

function tagOf(text: string, { functionTag, blockOpeners, blockClosers }: TagSpelling): Tag | null {
  const { length } = text;
  if (text.charCodeAt(1) === SLASH) {
    if (text === "</parameter>") return { kind: "parameter_end", length };
    if (text === `</${functionTag}>`) return { kind: "function_end", length };
    if (blockClosers.includes(text)) return { kind: "block_end", length };
    // Bent closing tags, such as "</parameter1>", close what they begin with.
    return /^<\/parameter[\w/]*>$/.test(text) ? { kind: "parameter_end", length } : null;
  }
  if (blockOpeners.includes(text)) return { kind: "block", length };
  const parameter = nameIn(text, "parameter");
  if (parameter !== null) return { kind: "parameter", name: parameter, length };
  const name = nameIn(text, functionTag);
  return name === null ? null : { kind: "function", name, length };
}

/** The name in `<tag=name>` or `<tag name="name">`. */
function nameIn(text: string, tag: string): string | null {
  if (!text.startsWith(`<${tag}`)) return null;
  if (text.charCodeAt(tag.length + 1) === EQUALS) return withoutQuotes(text.slice(tag.length + 2, -1).trim());
  const rest = text.slice(tag.length + 1, -1);
  return /^\s+name=(["'])(.*?)\1/.exec(rest)?.[2] ?? null;
}

function withoutQuotes(name: string): string {
  const quote = name.charAt(0);
  const isQuoted = name.length > 1 && (quote === '"' || quote === "'") && name.endsWith(quote);
  return isQuoted ? name.slice(1, -1) : name;
}
