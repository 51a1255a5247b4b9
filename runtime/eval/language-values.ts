import type { JsonValue } from "../wire/mod.ts";
import { isJsonList, isJsonObject, type ParameterDescription } from "./items.ts";

type Language = "java" | "javascript";

/** The languages' own types, in the words of the data for Python. */
const TYPES: Readonly<Record<string, string>> = {
  Array: "array",
  ArrayList: "array",
  Bigint: "integer",
  Boolean: "boolean",
  HashMap: "dict",
  Hashtable: "dict",
  List: "array",
  Queue: "array",
  Set: "array",
  Stack: "array",
  String: "string",
  array: "array",
  boolean: "boolean",
  byte: "integer",
  char: "string",
  dict: "dict",
  double: "float",
  float: "float",
  int: "integer",
  integer: "integer",
  long: "integer",
  object: "dict",
  short: "integer",
};

/** A value that was written as source text, read by the type it is declared to have; a name of something stays text. */
export function readLanguageValue(
  text: string,
  { type, itemType }: ParameterDescription,
  language: Language,
): { value: JsonValue; declared: { type: string; itemType: string | null } } {
  const declared = { type: TYPES[type] ?? "any", itemType: itemType === null ? null : (TYPES[itemType] ?? "any") };
  const isText = declared.type === "string" || declared.type === "any";
  return { value: isText ? text : literal(text, language), declared };
}

/** The value as source text, such that reading gives it back. */
export function writeLanguageValue(value: JsonValue, type: string, language: Language): string {
  if (typeof value === "string") return value;
  if (language === "javascript") return type === "Bigint" ? `${JSON.stringify(value)}n` : JSON.stringify(value);
  if (isJsonList(value)) {
    const items = value.map(javaLiteral).join(", ");
    return type === "Array" ? `new Object[]{${items}}` : `new ArrayList<>(Arrays.asList(${items}))`;
  }
  if (type === "long" && typeof value === "number") return `${value}L`;
  return javaLiteral(value);
}

function javaLiteral(value: JsonValue): string {
  if (isJsonList(value)) return `Arrays.asList(${value.map(javaLiteral).join(", ")})`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const puts = Object.entries(value).map(([key, item]) => `put(${JSON.stringify(key)}, ${javaLiteral(item)});`);
  return `new HashMap<>() {{ ${puts.join(" ")} }}`;
}

function literal(source: string, language: Language): JsonValue {
  const text = source.trim();
  if (/^-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[lLnNfFdD]?$/.test(text)) return Number(text.replace(/[lLnNfFdD]$/, ""));
  if (text === "true" || text === "false") return text === "true";
  if (text === "null") return null;
  if (/^(["'`])[\s\S]*\1$/.test(text)) return unquoted(text);
  const list = listContent(text, language);
  if (list !== null) return parts(list).map((part) => literal(part, language));
  return dictOf(text, language) ?? text;
}

function unquoted(text: string): string {
  if (text.startsWith('"')) {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value === "string") return value;
    } catch {
      // Another language's escapes: as written, then.
    }
  }
  return text.slice(1, -1);
}

const JAVA_LISTS = [
  /^new\s+[\w.]+(?:<.*?>)?\s*\[\s*\]\s*\{([\s\S]*)\}$/,
  /^(?:Arrays\.asList|List\.of|Set\.of)\(([\s\S]*)\)$/,
  /^\{(?!\{)([\s\S]*)\}$/,
];
const JAVA_COLLECTION = /^new\s+\w+(?:<.*?>)?\(([\s\S]*)\)$/;

function listContent(text: string, language: Language): string | null {
  if (language === "javascript") return text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : null;
  const inner = JAVA_COLLECTION.exec(text)?.[1] ?? text;
  for (const form of JAVA_LISTS) {
    const content = form.exec(inner.trim())?.[1];
    if (content !== undefined) return content;
  }
  return null;
}

function dictOf(text: string, language: Language): JsonValue | null {
  const pairs = language === "java" ? javaPairs(text) : scriptPairs(text);
  return pairs === null ? null : Object.fromEntries(pairs.map(([key, value]) => [key, literal(value, language)]));
}

function javaPairs(text: string): (readonly [string, string])[] | null {
  const body = /^new\s+\w+(?:<.*?>)?\(\)\s*\{\{([\s\S]*)\}\}$/.exec(text)?.[1];
  if (body === undefined) return null;
  return parts(body, ";").map((statement) => {
    const [key = "", ...value] = parts(/^put\(([\s\S]*)\)$/.exec(statement.trim())?.[1] ?? "");
    return [unquoted(key.trim()), value.join(",")] as const;
  });
}

function scriptPairs(text: string): (readonly [string, string])[] | null {
  if (!text.startsWith("{") || !text.endsWith("}")) return null;
  return parts(text.slice(1, -1)).map((pair) => {
    const [key = "", ...value] = parts(pair, ":");
    return [/^["'`]/.test(key.trim()) ? unquoted(key.trim()) : key.trim(), value.join(":")] as const;
  });
}

/** Split where the separator stands outside quotes and brackets; empty parts are left out. */
function parts(text: string, separator = ","): string[] {
  const found: string[] = [];
  let depth = 0;
  let quote = "";
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== "") {
      if (character === "\\") at += 1;
      else if (character === quote) quote = "";
    } else if (/["'`]/.test(character)) quote = character;
    else if (/[([{]/.test(character)) depth += 1;
    else if (/[)\]}]/.test(character)) depth -= 1;
    else if (character === separator && depth === 0) {
      found.push(text.slice(start, at));
      start = at + 1;
    }
  }
  found.push(text.slice(start));
  return found.filter((part) => part.trim() !== "");
}
