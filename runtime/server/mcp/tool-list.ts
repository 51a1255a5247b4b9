import { isRecord, type JsonSchema } from "../../schema.ts";
import type { Tool } from "../../tools/mod.ts";
import { portableSchema } from "./portable-schema.ts";
import type { ListedTool } from "./sdk.ts";

/** A tool as `tools/list` answers it. */
export function listedTool({ name, title, description, inputSchema, outputSchema, annotations }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(portableSchema(inputSchema)),
    outputSchema: objectSchema(bodySchema(portableSchema(outputSchema))),
    annotations: { title, ...annotations },
  };
}

/**
 * The schema of the whole body, the same that REST answers: clients check structured content against it also when the
 * call failed.
 */
function bodySchema(data: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: {
      success: { type: "boolean" },
      data: { type: "object" },
      warning: { type: "string", description: "What to look at although the call succeeded" },
      error: { type: "string", description: "Why the call failed, and the next step" },
      error_code: { type: "string" },
    },
    required: ["success"],
    oneOf: [
      { properties: { success: { const: true }, data }, required: ["data"] },
      { properties: { success: { const: false } }, required: ["error", "error_code"] },
    ],
  };
}

function objectSchema(schema: JsonSchema): ListedTool["inputSchema"] {
  const { properties, required, ...rest } = schema;
  return {
    ...rest,
    type: "object",
    ...(isRecord(properties) ? { properties: schemasIn(properties) } : {}),
    ...(Array.isArray(required) ? { required: required.filter((name) => typeof name === "string") } : {}),
  };
}

function schemasIn(properties: Record<string, unknown>): Record<string, object> {
  const found: Record<string, object> = {};
  for (const [name, schema] of Object.entries(properties)) if (isRecord(schema)) found[name] = schema;
  return found;
}
