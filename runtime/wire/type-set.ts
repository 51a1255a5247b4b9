import { isRecord, type JsonSchema } from "../schema.ts";
import { isJsonObject } from "./json-value.ts";
import type { JsonValue } from "./types.ts";

export type JsonType = "null" | "boolean" | "integer" | "number" | "array" | "object" | "string";

/** What a schema lets a value be. */
export interface TypeSet {
  /** `null`: anything. */
  readonly types: ReadonlySet<JsonType> | null;
  /** The only values there are, where the schema lists them. */
  readonly members: readonly unknown[] | null;
}

export const ANY_TYPE: TypeSet = { types: null, members: null };

const JSON_TYPES: ReadonlySet<string> = new Set<JsonType>([
  "null",
  "boolean",
  "integer",
  "number",
  "array",
  "object",
  "string",
]);

/** References may run in circles; no sound schema nests this deep. */
const MAX_DEPTH = 8;

/** Resolves `$ref`, `allOf`, `anyOf`, `oneOf`, lists of types, `nullable`, `enum` and `const` into one set. */
export function typesOf(schema: unknown, root: JsonSchema, depth = 0): TypeSet {
  if (!isRecord(schema) || depth > MAX_DEPTH) return ANY_TYPE;
  if (typeof schema.$ref === "string") return typesOf(resolve(schema.$ref, root), root, depth + 1);
  let set = ownTypes(schema);
  for (const part of listOf(schema.allOf)) set = both(set, typesOf(part, root, depth + 1));
  for (const key of ["anyOf", "oneOf"]) {
    const parts = listOf(schema[key]).map((part) => typesOf(part, root, depth + 1));
    if (parts.length > 0) set = both(set, parts.reduce(either));
  }
  if (schema.nullable === true && set.types !== null) set = { ...set, types: new Set([...set.types, "null"]) };
  return set;
}

export function isType(value: JsonValue, type: JsonType): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isJsonObject(value);
    default:
      return typeof value === type;
  }
}

export function isMember(value: JsonValue, set: TypeSet): boolean {
  if (set.members !== null) return set.members.some((member) => JSON.stringify(member) === JSON.stringify(value));
  if (set.types === null) return true;
  for (const type of set.types) if (isType(value, type)) return true;
  return false;
}

function ownTypes(schema: Record<string, unknown>): TypeSet {
  const listed = typeof schema.type === "string" ? [schema.type] : listOf(schema.type);
  const types = listed.filter(isJsonType);
  const members = Array.isArray(schema.enum) ? schema.enum : Object.hasOwn(schema, "const") ? [schema.const] : null;
  if (types.length > 0) return { types: new Set(types), members };
  if (members !== null) return { types: new Set(members.map(typeOfMember)), members };
  if (isRecord(schema.properties)) return { types: new Set<JsonType>(["object"]), members };
  if (isRecord(schema.items)) return { types: new Set<JsonType>(["array"]), members };
  return { types: null, members };
}

function isJsonType(type: unknown): type is JsonType {
  return typeof type === "string" && JSON_TYPES.has(type);
}

function typeOfMember(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "boolean" ? "boolean" : typeof value === "string" ? "string" : "object";
}

function both(left: TypeSet, right: TypeSet): TypeSet {
  const members = left.members ?? right.members;
  if (left.types === null || right.types === null) return { types: left.types ?? right.types, members };
  return { types: new Set([...left.types].filter((type) => right.types?.has(type))), members };
}

function either(left: TypeSet, right: TypeSet): TypeSet {
  const types = left.types === null || right.types === null ? null : new Set([...left.types, ...right.types]);
  const members = left.members === null || right.members === null ? null : [...left.members, ...right.members];
  return { types, members };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** `#/$defs/name` and other pointers into the same schema; anything else is unknown. */
function resolve(reference: string, root: JsonSchema): unknown {
  if (!reference.startsWith("#/")) return undefined;
  let at: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isRecord(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}
