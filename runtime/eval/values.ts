import type { JsonObject, JsonValue } from "../wire/mod.ts";
import { isJsonList, isJsonObject } from "./items.ts";

export type ValueKind = "string" | "integer" | "float" | "boolean" | "array" | "dict" | "null";

export function kindOf(value: JsonValue): ValueKind {
  if (value === null) return "null";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "float";
  return isJsonList(value) ? "array" : "dict";
}

/** Strings are compared without these characters, without regard to case, and with one kind of quote. */
export function plainText(text: string): string {
  return text
    .replace(/[ ,./\-_*^]/g, "")
    .toLowerCase()
    .replaceAll("'", '"');
}

/** The value with its text, or the texts it lists, made plain. */
export function plainValue(value: JsonValue): JsonValue {
  if (typeof value === "string") return plainText(value);
  return isJsonList(value) ? value.map(plainValue) : value;
}

export function isEqual(left: JsonValue, right: JsonValue): boolean {
  if (isJsonList(left)) {
    return (
      isJsonList(right) && left.length === right.length && left.every((item, at) => isEqual(item, right[at] ?? null))
    );
  }
  if (isJsonObject(left)) return isJsonObject(right) && isEqualObject(left, right);
  return left === right;
}

function isEqualObject(left: JsonObject, right: JsonObject): boolean {
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => Object.hasOwn(right, name) && isEqual(left[name] ?? null, right[name] ?? null));
}

export function isAmong(value: JsonValue, accepted: readonly JsonValue[]): boolean {
  return accepted.some((one) => isEqual(value, one));
}
