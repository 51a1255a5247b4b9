import { statusTextOf, type ToolResult } from "../../tools/mod.ts";
import type { CallToolResult } from "./sdk.ts";

/**
 * A tool's body as the answer to `tools/call`: as structured content, and as text for clients that show only that. A
 * failure is an answer too, so that the model sees it.
 */
export function callResult(body: ToolResult): CallToolResult {
  const status = statusTextOf(body);
  // Apart from the body: no text of a file or command can stand in its place.
  const texts = status === null ? [JSON.stringify(body)] : [JSON.stringify(body), status];
  return {
    content: texts.map((text) => ({ type: "text", text })),
    structuredContent: { ...body },
    ...(body.success ? {} : { isError: true }),
  };
}
