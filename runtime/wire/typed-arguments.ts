import { Cursor } from "./cursor.ts";
import { isFailed } from "./failed.ts";
import { parseJson } from "./json-value.ts";
import { LiteralReader } from "./literal-reader.ts";
import type { Reader } from "./looking-ahead.ts";
import { isMember, isType, type TypeSet } from "./type-set.ts";
import type { JsonValue } from "./types.ts";

/**
 * The value of an argument that was written as bare text, by the type its schema gives it. Text for a string is kept to the
 * character. What fits no type stays text: it is not for a parser to put a default in its place.
 */
export function typedValue(raw: string, set: TypeSet | undefined): JsonValue {
  if (set === undefined) return raw;
  const { types, members } = set;
  if (types === null) return members === null ? raw : memberOr(raw, set);
  if (types.size === 1 && types.has("string")) return members === null ? raw : memberOr(raw, set);
  const text = raw.trim();
  if (types.has("null") && (text === "null" || text === "None")) return null;
  if (types.has("boolean") && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (types.has("integer") && /^-?[0-9]+(?:\.0+)?$/.test(text) && Number.isSafeInteger(Number(text))) {
    return Number(text);
  }
  if (types.has("number") && /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(text)) {
    const number = Number(text);
    const isExact = /[.eE]/.test(text) || Number.isSafeInteger(number) || String(number) === text;
    if (Number.isFinite(number) && isExact) return Number(text);
  }
  if (types.has("array") || types.has("object")) {
    const value = readLiteral(text);
    for (const type of ["array", "object"] as const) {
      if (types.has(type) && value !== undefined && isType(value, type)) return value;
    }
  }
  return raw;
}

/** A listed value that is no text, where the text itself is not listed. */
function memberOr(raw: string, set: TypeSet): JsonValue {
  if (isMember(raw, set)) return raw;
  const value = parseJson(raw.trim());
  return value !== undefined && isMember(value, set) ? value : raw;
}

/** JSON, then JSON with slips, then Python; a text that holds one of them is decoded once more. */
function readLiteral(text: string): JsonValue | undefined {
  const value = parseLiteral(text);
  return typeof value === "string" ? parseLiteral(value.trim()) : value;
}

export function parseLiteral(text: string): JsonValue | undefined {
  const strict = parseJson(text);
  if (strict !== undefined) return strict;
  return readWhole(text, "strict", "python") ?? readWhole(text, "lenient", "json");
}

function readWhole(text: string, quotes: "strict" | "lenient", dialect: "json" | "python"): JsonValue | undefined {
  if (!/^[[{("']/.test(text)) return undefined;
  const cursor = new Cursor();
  cursor.append(text);
  cursor.isFinal = true;
  const reader = new LiteralReader(cursor, { quotes, dialect, isKey: () => true, isOptional: () => true });
  const value = finish(reader.value());
  return isFailed(value) || reader.isAmbiguous || cursor.pos < text.length ? undefined : value;
}

/** Runs a reader over text that is all there. */
export function finish<T>(reader: Reader<T>): T {
  for (;;) {
    const step = reader.next();
    if (step.done === true) return step.value;
  }
}

/**
 * The value of an argument that came typed: changed only where it does not fit its schema and loses nothing. A text stays a
 * text where the schema takes one.
 */
export function coercedValue(value: JsonValue, set: TypeSet | undefined): JsonValue {
  if (set === undefined || set.types === null || typeof value !== "string" || isMember(value, set)) return value;
  if (set.types.has("string")) return value;
  const typed = typedValue(value, set);
  return isMember(typed, set) ? typed : value;
}
