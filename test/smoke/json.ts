export type JsonObject = Record<string, unknown>;

/** Parses a JSON object; anything else is a failure that shows the text. */
export function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (isObject(value)) return value;
  throw new Error(`not a JSON object: ${text.slice(0, 200)}`);
}

/** The object under `key`. */
export function objectAt(parent: JsonObject, key: string): JsonObject {
  const value = parent[key];
  if (isObject(value)) return value;
  throw new Error(`"${key}" is no object in ${JSON.stringify(parent).slice(0, 400)}`);
}

export function stringAt(parent: JsonObject, key: string): string {
  const value = parent[key];
  if (typeof value === "string") return value;
  throw new Error(`"${key}" is no string in ${JSON.stringify(parent).slice(0, 400)}`);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
