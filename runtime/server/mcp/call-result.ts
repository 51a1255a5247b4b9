import { isRecord } from "../../schema.ts";
import type { ToolResult } from "../../tools/mod.ts";
import type { CallToolResult } from "./sdk.ts";

/**
 * A tool's body as the answer to `tools/call`: as structured content, and as text for clients that show only that. A
 * failure is an answer too, so that the model sees it.
 */
export function callResult(body: ToolResult): CallToolResult {
  const texts = [JSON.stringify(body), ...statusLines(body)];
  return {
    content: texts.map((text) => ({ type: "text", text })),
    structuredContent: { ...body },
    ...(body.success ? {} : { isError: true }),
  };
}

/** What the runtime itself says of the call, apart from the body: no text of a file or command can stand in its place. */
function statusLines(body: ToolResult): string[] {
  for (const holder of [body, body.data]) {
    const status = isRecord(holder) ? holder.status : undefined;
    if (isRecord(status) && typeof status.line === "string") return [status.line];
  }
  return [];
}
