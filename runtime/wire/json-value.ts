import type { JsonObject, JsonValue } from "./types.ts";

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets an own property, also one named `__proto__`. */
export function setOwn<Value>(target: Record<string, Value>, key: string, value: Value): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** @returns `undefined` when the text is no JSON, or holds a number that a double cannot. */
export function parseJson(text: string): JsonValue | undefined {
  const value = parseSound(text);
  // Only digits enough can overflow or lose precision; "1e999" takes five characters and an exponent.
  return /[0-9]{16}|[eE][+-]?[0-9]{3}/.test(text) && !holdsExactNumbers(text) ? undefined : value;
}

/** As `parseJson`, of a text whose numbers are known to fit. */
export function parseSound(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether every number outside strings reads back as it was written. */
function holdsExactNumbers(text: string): boolean {
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*/g)) {
    if (token.startsWith('"')) continue;
    const number = Number(token);
    if (!Number.isFinite(number)) return false;
    if (token.length >= 16 && !/[.eE]/.test(token) && !Number.isSafeInteger(number) && String(number) !== token)
      return false;
  }
  return true;
}
