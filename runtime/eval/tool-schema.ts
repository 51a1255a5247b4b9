import { isRecord, type JsonSchema } from "../schema.ts";
import type { WireTool } from "../wire/mod.ts";
import type { Category } from "./category.ts";
import type { FunctionDescription } from "./items.ts";

/** The data's own words for types of Python; other languages' values are all asked for as text. */
const TYPES: Readonly<Record<string, string>> = {
  array: "array",
  bool: "boolean",
  boolean: "boolean",
  dict: "object",
  double: "number",
  float: "number",
  int: "integer",
  integer: "integer",
  list: "array",
  number: "number",
  object: "object",
  string: "string",
  tuple: "array",
};

/** A function of the data as a tool is offered to a model. */
export function toolOf({ name, properties, required }: FunctionDescription, { language }: Category): WireTool {
  const schemas = Object.entries(properties).map(([key, { raw }]) => {
    return [key, language === "python" ? schemaOf(raw) : { type: "string" }] as const;
  });
  return { name, parameters: { type: "object", properties: Object.fromEntries(schemas), required: [...required] } };
}

function schemaOf(raw: unknown): JsonSchema {
  if (!isRecord(raw)) return {};
  const type = typeof raw.type === "string" ? TYPES[raw.type] : undefined;
  const schema: Record<string, unknown> = type === undefined ? {} : { type };
  if (Array.isArray(raw.enum)) schema.enum = raw.enum;
  if (raw.items !== undefined) schema.items = schemaOf(raw.items);
  if (isRecord(raw.properties)) {
    schema.properties = Object.fromEntries(
      Object.entries(raw.properties).map(([key, value]) => [key, schemaOf(value)]),
    );
  }
  return schema;
}
