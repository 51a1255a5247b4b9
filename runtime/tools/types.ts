import type { ErrorCode } from "../errors.ts";
import type { JsonSchema } from "../schema.ts";
import type { ToolContext } from "./context.ts";

/** Made by `defineTool()`, which resolves aliases and validates before the tool's own code runs. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: ToolAnnotations;
  /** Reported to clients; not enforced while there are no approvals. */
  readonly safetyTier: "safe" | "confirm" | "deny";
  /** Fields that `data` of every answer carries, also of a refusal and of a failure before the tool's own code ran. */
  readonly alwaysSaid?: Readonly<Record<string, unknown>>;
  call(args: unknown, ctx: ToolContext): Promise<ToolResult>;
  /** Paths, as written, that a call with these arguments means to edit; `null` when it edits nothing or cannot be read. */
  changes(args: unknown): readonly string[] | null;
}

/** The hints of the Model Context Protocol, under its names. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** The JSON body as sent. */
export type ToolResult<Data extends object = object> = ToolSuccess<Data> | ToolFailure;

export interface ToolSuccess<Data extends object = object> {
  readonly success: true;
  readonly data: Data;
  /** Also stands in `data.warning`, for clients that hand only `data` to the model. */
  readonly warning?: string;
}

export interface ToolFailure {
  readonly success: false;
  readonly error: string;
  readonly error_code: ErrorCode;
  readonly data?: Record<string, unknown>;
}

export function failure(errorCode: ErrorCode, error: string, data?: Record<string, unknown>): ToolFailure {
  const body = { success: false, error, error_code: errorCode } as const;
  return data === undefined || Object.keys(data).length === 0 ? body : { ...body, data };
}
