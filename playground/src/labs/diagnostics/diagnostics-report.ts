import type { Workbench } from "../../app/mod.ts";
import { checked } from "./diagnostics-results.ts";
import { headlineOf } from "./headline.ts";

/** The outcome, and the findings of both sides. */
export function diagnosticsReport(_bench: Workbench): string {
  const result = checked.answer.value;
  if (result === null) return "Nothing was checked.";
  const { sentence, why } = headlineOf(result);
  const { outcome, before, after } = result;
  if (outcome.kind === "unchecked") return `${sentence}. ${why}`;
  const rows = (side: string, list: typeof after) =>
    (list ?? []).map(({ state, severity, code, line, message }) =>
      [side, state, severity, code, line ?? "", message].map((part) => cell(String(part))).join(" | "),
    );
  const table = [...rows("before", before), ...rows("after", after)].map((row) => `| ${row} |`).join("\n");
  const head = "| side | state | severity | code | line | message |\n| --- | --- | --- | --- | --- | --- |";
  return `${sentence}. ${why}\n\n${head}\n${table}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
