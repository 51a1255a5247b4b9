import type { Workbench } from "../../app/mod.ts";
import { headlineOf } from "./headline.ts";
import { readings } from "./wire-results.ts";

/** The outcome, and the answer of the command line to the same text. */
export function wireReport(_bench: Workbench): string {
  const reading = readings.answer.value;
  if (reading === null) return "Nothing was read.";
  const { sentence, why } = headlineOf(reading);
  if (reading.kind === "refused") return `${sentence}. ${why}`;
  return `${sentence}. ${why}\n\n\`\`\`json\n${JSON.stringify(reading.answer, null, 1)}\n\`\`\``;
}
