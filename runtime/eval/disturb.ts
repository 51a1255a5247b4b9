import type { WireFormatName } from "../wire/mod.ts";

/** How a text with calls is disturbed before it is read. */
export const DISTURBANCES = ["clean", "noisy", "truncated", "fabricated"] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

const PREAMBLE = "I will look that up for you.\n\n";
const CONCLUSION = "\nAccording to this the answer is 42, so the next step is clear.\n";

/** Prose before the calls, white space and the token of the turn's end behind them. */
export function noisy(text: string): string {
  return `${PREAMBLE}${text}\n<|im_end|>\n`;
}

/** Cut within the calls, at a quarter, a half, three quarters and just before the end. */
export function truncated(text: string): string[] {
  const places = [0.25, 0.5, 0.75].map((share) => Math.floor(text.length * share));
  return [...places, text.length - 1].map((end) => text.slice(0, end));
}

/** An invented result behind the calls, a conclusion from it, and the calls once more. */
export function fabricated(format: WireFormatName, text: string, name: string): { text: string; markerAt: number } {
  const result = RESULTS[format](name);
  const markerAt = text.length + result.length - result.trimStart().length;
  return { text: `${text}${result}${CONCLUSION}${text}`, markerAt };
}

const TAGGED = () => "\n<tool_response>\n42\n</tool_response>";

/** As each family's own template writes a result. */
const RESULTS: Readonly<Record<WireFormatName, (name: string) => string>> = {
  hermes: TAGGED,
  qwen_xml: TAGGED,
  gemma4: (name) => `<|tool_response>response:${name}{value:42}<tool_response|>`,
  mistral: () => "[TOOL_RESULTS]42[/TOOL_RESULTS]",
  laguna: TAGGED,
  lfm2: () => "\n<|tool_response_start|>42<|tool_response_end|>",
  harmony: (name) => `<|start|>functions.${name} to=assistant<|channel|>commentary<|message|>42<|end|>`,
  json: () => "\nObservation: 42",
  llama: () => "<|start_header_id|>ipython<|end_header_id|>\n\n42",
  deepseek: () => "<｜tool▁outputs▁begin｜>42<｜tool▁outputs▁end｜>",
  kimi: () => "<|im_system|>tool<|im_middle|>42",
  invoke: () => "\n<function_results>\n42\n</function_results>",
  tagged_json: TAGGED,
};
