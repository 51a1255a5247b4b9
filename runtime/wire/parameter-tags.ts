import { type Cursor, need, type Reader } from "./cursor.ts";

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

/** Longer text between angle brackets is no tag. */
const MAX_TAG = 160;

/** The tag whose "<" stands `distance` ahead; null when it is none of the spelling's. */
export function* tagAhead(cursor: Cursor, distance: number, spelling: TagSpelling): Reader<Tag | null> {
  if (!cursor.has(distance + 2) && !(yield* need(cursor, distance + 2))) return null;
  if (!startsTag(cursor.code(distance + 1))) return null;
  let end = distance + 1;
  for (; ; end += 1) {
    if (!cursor.has(end + 1) && !(yield* need(cursor, end + 1))) return null;
    const code = cursor.code(end);
    if (code === 62) break;
    if (code === 60 || code === 10 || end - distance > MAX_TAG) return null;
  }
  const text = cursor.text.slice(cursor.pos + distance, cursor.pos + end + 1);
  return tagOf(text, spelling);
}

/** The letters after "<" with which a tag of any spelling begins: `/`, p, f, i, t, m. */
export function startsTag(code: number): boolean {
  return code === 47 || code === 112 || code === 102 || code === 105 || code === 116 || code === 109;
}

function tagOf(text: string, { functionTag, blockOpeners, blockClosers }: TagSpelling): Tag | null {
  const { length } = text;
  if (text === "</parameter>") return { kind: "parameter_end", length };
  if (blockOpeners.includes(text)) return { kind: "block", length };
  if (blockClosers.includes(text)) return { kind: "block_end", length };
  // Bent closing tags, such as "</parameter1>", close what they begin with.
  if (/^<\/parameter[\w/]*>$/.test(text)) return { kind: "parameter_end", length };
  if (text === `</${functionTag}>`) return { kind: "function_end", length };
  const parameter = nameIn(text, "parameter");
  if (parameter !== null) return { kind: "parameter", name: parameter, length };
  const name = nameIn(text, functionTag);
  return name === null ? null : { kind: "function", name, length };
}

/** The name in `<tag=name>` or `<tag name="name">`. */
function nameIn(text: string, tag: string): string | null {
  if (!text.startsWith(`<${tag}`)) return null;
  const rest = text.slice(tag.length + 1, -1);
  if (rest.startsWith("="))
    return rest
      .slice(1)
      .trim()
      .replace(/^(["'])(.*)\1$/, "$2");
  return /^\s+name=(["'])(.*?)\1/.exec(rest)?.[2] ?? null;
}
