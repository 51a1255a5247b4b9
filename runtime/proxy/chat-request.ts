import { isRecord } from "../schema.ts";
import type { WireTool } from "../wire/mod.ts";

/** What of a chat request matters here; the upstream judges the rest. */
export interface ChatRequest {
  readonly isStream: boolean;
  /** How many answers are asked for. */
  readonly choices: number;
  /** Without it a message carries one call at most. */
  readonly allowsParallelCalls: boolean;
  /** Empty: nothing is to be recovered, for the request has no tools or forbids their use. */
  readonly tools: readonly WireTool[];
}

export function readChatRequest(body: Readonly<Record<string, unknown>>): ChatRequest {
  const { stream, n, parallel_tool_calls, tool_choice, tools } = body;
  return {
    isStream: stream === true,
    choices: typeof n === "number" && Number.isInteger(n) && n > 1 ? n : 1,
    allowsParallelCalls: parallel_tool_calls !== false,
    tools: tool_choice === "none" || !Array.isArray(tools) ? [] : tools.flatMap(toolOf),
  };
}

/** Tools that are no functions, such as those a provider runs itself, have no calls to recover. */
function toolOf(tool: unknown): readonly WireTool[] {
  if (!isRecord(tool) || !isRecord(tool.function)) return [];
  const { name, parameters } = tool.function;
  if (typeof name !== "string" || name === "") return [];
  return [isRecord(parameters) ? { name, parameters } : { name }];
}
