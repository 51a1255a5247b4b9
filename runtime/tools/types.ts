import type { ErrorCode } from "../errors.ts";
import type { ToolContext } from "./context.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Made by `defineTool()`, which resolves aliases and validates before the tool's own code runs. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** Reported to clients; not enforced while there are no approvals. */
  readonly safetyTier: "safe" | "confirm" | "deny";
  call(args: unknown, ctx: ToolContext): Promise<ToolResult>;
}

/** The JSON body as sent. */
export type ToolResult<Data extends object = Record<string, unknown>> = ToolSuccess<Data> | ToolFailure;

export interface ToolSuccess<Data extends object = Record<string, unknown>> {
  readonly success: true;
  readonly data: Data;
  readonly warning?: string;
}

export interface ToolFailure {
  readonly success: false;
  readonly error: string;
  readonly error_code: ErrorCode;
  readonly data?: Record<string, unknown>;
}
