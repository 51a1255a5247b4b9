import { isRecord, type JsonSchema } from "../../schema.ts";

/**
 * A schema that means the same under JSON Schema draft 7 and 2020-12. Clients validate with either, whatever a schema
 * names, and one written for the newer draft makes validators of the older one refuse every list of fixed length.
 */
export function portableSchema(schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, ...rest } = schema;
  return portableRecord(rest);
}

function portableRecord(schema: Record<string, unknown>): Record<string, unknown> {
  const { prefixItems, ...rest } = schema;
  const portable: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rest)) portable[name] = portableValue(value);
  if (!Array.isArray(prefixItems)) return portable;
  // "Each item is like one of these, and there are so many" says a little less, but it does so in both drafts.
  const kinds = new Map(prefixItems.map((item) => [JSON.stringify(item), portableValue(item)]));
  const [only, ...more] = kinds.values();
  return { ...portable, items: more.length === 0 ? only : { anyOf: [only, ...more] } };
}

function portableValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portableValue);
  return isRecord(value) ? portableRecord(value) : value;
}
