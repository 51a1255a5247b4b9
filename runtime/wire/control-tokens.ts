import type { Token } from "./tokens.ts";

interface ControlToken {
  readonly text: string;
  readonly ends?: Token["ends"];
  readonly reasoning?: Token["reasoning"];
}

/** Tokens of chat templates that may be visible and are never content. */
export const CONTROL_TOKENS: readonly ControlToken[] = [
  { text: "<|im_end|>", ends: "turn" },
  { text: "</s>", ends: "turn" },
  { text: "<turn|>", ends: "turn" },
  { text: "<|eot_id|>", ends: "turn" },
  { text: "<|eom_id|>", ends: "turn" },
  { text: "</assistant>", ends: "turn" },
  { text: "<|endoftext|>", ends: "turn" },
  { text: "<|END_OF_TURN_TOKEN|>", ends: "turn" },
  { text: "<｜end▁of▁sentence｜>", ends: "turn" },
  { text: "[e~[", ends: "turn" },
  { text: "<|end|>", ends: "message" },
  { text: "<|call|>", ends: "message" },
  { text: "<|return|>", ends: "message" },
  { text: "<think>", reasoning: { kind: "open", closer: "</think>" } },
  { text: "</think>", reasoning: { kind: "close" } },
  { text: "[THINK]", reasoning: { kind: "open", closer: "[/THINK]" } },
  { text: "[/THINK]", reasoning: { kind: "close" } },
  { text: "<|channel>", reasoning: { kind: "open", closer: "<channel|>" } },
  { text: "<channel|>", reasoning: { kind: "close" } },
];

/** Tags under which results are made up by models of no particular family. */
export const RESULT_TAGS: readonly string[] = [
  "<function_results>",
  "<tool_result>",
  "<tool_results>",
  "<tool_output>",
  "<function_response>",
];

/** At the start of a line after a call, these introduce a made-up result. Before any call they are prose. */
export const RESULT_LINES: readonly string[] = [
  "Observation:",
  "Tool result:",
  "Tool output:",
  "Result:",
  "Output:",
  "Function result:",
  "[Tool Result]",
  "## Return of functions.",
];

/** Words after the ticks of a fence that, after a call, hold a made-up result. */
export const RESULT_FENCES: ReadonlySet<string> = new Set(["output", "tool_output", "result", "stdout", "console"]);

/** Words after the ticks of a fence in which a call may stand; any other word marks a quotation. */
export const CALL_FENCES: ReadonlySet<string> = new Set(["", "json", "tool_call", "tool"]);

/** What a result begins with when the tokens around it are lost; it counts right behind a call only. */
export const RESULT_REMNANTS: readonly string[] = ["response:", "functions."];
