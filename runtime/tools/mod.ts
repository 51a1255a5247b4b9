/**
 * The tools a model sees: the only place where matching, file state and checkpoints meet. A tool is one `defineTool` in
 * one file and one line in `registry.ts`; a tool that changes a file does it through `guardedWrite`.
 */
export { callTool } from "./call-tool.ts";
export type { ToolContext } from "./context.ts";
export { defineTool, type ToolDefinition } from "./define-tool.ts";
export { createDiagnosticsService, type DiagnosticsService } from "./diagnostics-service.ts";
export { EditMisses } from "./edit-file/misses.ts";
export type { EditedFile } from "./edit-ledger.ts";
export { guardedWrite, guardedWrites, type Transform, type WriteTarget } from "./guarded-write.ts";
export { TOOLS } from "./registry.ts";
export type { CallToRetry } from "./retry-calls.ts";
export {
  type CallStatus,
  type StatusFields,
  type StatusMemory,
  StatusRecorder,
  statusText,
  statusTextOf,
} from "./status.ts";
export { createSyntaxService, type SyntaxService } from "./syntax-service.ts";
export {
  failure,
  type Tool,
  type ToolAnnotations,
  type ToolFailure,
  type ToolResult,
  type ToolSuccess,
} from "./types.ts";
