/**
 * The tools a model sees: the only place where matching, file state and checkpoints meet. A tool is one `defineTool` in
 * one file and one line in `registry.ts`; a tool that changes a file does it through `guardedWrite`.
 */
export { callTool } from "./call-tool.ts";
export type { ToolContext } from "./context.ts";
export { defineTool, type ToolDefinition } from "./define-tool.ts";
export { guardedWrite, type Transform, type WriteReport } from "./guarded-write.ts";
export { TOOLS } from "./registry.ts";
export {
  failure,
  type Tool,
  type ToolAnnotations,
  type ToolFailure,
  type ToolResult,
  type ToolSuccess,
} from "./types.ts";
