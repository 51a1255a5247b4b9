import { type Disturbance, fabricated, noisy, truncated } from "../../../runtime/eval/mod.ts";
import { type PlainCall, renderCalls, type WireFormatName } from "../../../runtime/wire/mod.ts";
import { SAMPLE_TOOLS } from "./sample-tools.ts";

export interface SampleRequest {
  readonly format: WireFormatName;
  readonly disturbance: Disturbance;
}

export type Sample =
  | { readonly kind: "text"; readonly text: string }
  /** The format has no way to say it. */
  | { readonly kind: "refused"; readonly message: string };

const CALL: PlainCall = { name: "count_lines", arguments: { path: "src/pool.py", skip_blank: true, first: 10 } };
const PREAMBLE = "Let me look at the file first.\n\n";

/** A call as a model of the family writes it: plain, among prose, cut off, or with a result that it made up. */
export async function sample({ format, disturbance }: SampleRequest): Promise<Sample> {
  const rendered = renderCalls(format, [CALL], { tools: SAMPLE_TOOLS });
  if (rendered.kind === "refused") return { kind: "refused", message: rendered.message };
  return { kind: "text", text: disturbed(format, disturbance, rendered.text) };
}

function disturbed(format: WireFormatName, disturbance: Disturbance, text: string): string {
  switch (disturbance) {
    case "clean":
      return text;
    case "noisy":
      return noisy(text);
    case "truncated":
      return truncated(text)[2] ?? text;
    case "fabricated":
      return `${PREAMBLE}${fabricated(format, text, CALL.name).text}`;
  }
}
