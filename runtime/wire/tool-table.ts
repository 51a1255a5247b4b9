import { isRecord, type JsonSchema } from "../schema.ts";
import { type TypeSet, typesOf } from "./type-set.ts";
import type { WireTool } from "./types.ts";

/** What the parser knows of a tool: the names and types of its arguments. */
export interface KnownTool {
  readonly name: string;
  /** Types by argument; empty when the schema names none. */
  readonly types: ReadonlyMap<string, TypeSet>;
  readonly required: readonly string[];
  /** The schema names arguments, so another name is none of its own. */
  readonly isClosed: boolean;
}

export type ToolTable = ReadonlyMap<string, KnownTool>;

export function toolTable(tools: readonly WireTool[]): ToolTable {
  return new Map(tools.map((tool) => [tool.name, knownTool(tool)]));
}

function knownTool({ name, parameters }: WireTool): KnownTool {
  const root: JsonSchema = parameters ?? {};
  const types = new Map<string, TypeSet>();
  const required = new Set<string>();
  collect(root, root, types, required, 0);
  return { name, types, required: [...required], isClosed: types.size > 0 };
}

/** Arguments that the schema names itself, or by `$ref` or `allOf`. */
function collect(
  schema: unknown,
  root: JsonSchema,
  types: Map<string, TypeSet>,
  required: Set<string>,
  depth: number,
): void {
  if (!isRecord(schema) || depth > 8) return;
  if (isRecord(schema.properties)) {
    for (const [key, property] of Object.entries(schema.properties)) types.set(key, typesOf(property, root));
  }
  if (Array.isArray(schema.required)) {
    for (const key of schema.required) if (typeof key === "string") required.add(key);
  }
  if (Array.isArray(schema.allOf)) {
    for (const part of schema.allOf) collect(part, root, types, required, depth + 1);
  }
}

export function fits(tool: KnownTool, key: string): boolean {
  return !tool.isClosed || tool.types.has(key);
}
