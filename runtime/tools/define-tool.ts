import type * as z from "zod";
import { isRecord, parseArguments, toJsonSchema } from "../schema.ts";
import type { ToolContext } from "./context.ts";
import { statusShape } from "./status-shape.ts";
import { failure, type Tool, type ToolAnnotations, type ToolResult } from "./types.ts";

export interface ToolDefinition<Shape extends z.ZodRawShape, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject<Shape>;
  /** Shape of `data` on success. Documents the answer and is checked by the tests, not on every call. */
  readonly output: Output;
  readonly annotations: ToolAnnotations;
  readonly safetyTier: Tool["safetyTier"];
  readonly alwaysSaid?: Tool["alwaysSaid"];
  /** Paths that a call edits, for tools whose edits are proven; `null`: this call edits nothing. */
  changes?(args: z.output<z.ZodObject<Shape>>): readonly string[] | null;
  /** The same of a call that was refused before it could be read, from the arguments as they came. */
  meantChanges?(args: Readonly<Record<string, unknown>>): readonly string[] | null;
  execute(args: z.output<z.ZodObject<Shape>>, ctx: ToolContext): Promise<ToolResult<z.output<Output>>>;
}

/** One declaration gives the type, the published JSON Schema and the check. */
export function defineTool<Shape extends z.ZodRawShape, Output extends z.ZodObject>(
  definition: ToolDefinition<Shape, Output>,
): Tool {
  const { name, title, description, annotations, safetyTier, alwaysSaid } = definition;
  return {
    name,
    title,
    description,
    annotations,
    safetyTier,
    ...(alwaysSaid && { alwaysSaid }),
    inputSchema: toJsonSchema(definition.input, "input"),
    outputSchema: toJsonSchema(definition.output.extend(statusShape), "output"),
    async call(raw, ctx) {
      const parsed = parseArguments(name, definition.input, raw);
      if (parsed.kind === "refused") return failure(parsed.errorCode, parsed.message, parsed.data);
      return definition.execute(parsed.args, ctx);
    },
    changes(raw) {
      const parsed = parseArguments(name, definition.input, raw);
      if (parsed.kind === "ok") return definition.changes?.(parsed.args) ?? null;
      return isRecord(raw) ? (definition.meantChanges?.(raw) ?? null) : null;
    },
  };
}
