import type { Workbench } from "../../app/mod.ts";
import { describeEvent } from "../../document/mod.ts";
import { focusOf } from "./focus.ts";
import { modeResults } from "./state-results.ts";

/** The events, and what the three modes make of the last one. */
export function stateReport(bench: Workbench): string {
  const focus = focusOf(bench);
  if (focus === null) return "";
  const { events, playhead } = bench.document.value;
  const list = events
    .slice(0, playhead)
    .map((event, index) => `${index + 1}. ${event.skipped ? "skipped: " : ""}${describeEvent(event)}`);
  const modes = (modeResults.answer.value ?? []).map(
    ({ mode, answer }) =>
      `| ${mode} | ${answer?.status ?? "none"} | ${answer === null || answer.result.success ? "" : answer.result.error_code} |`,
  );
  return `${list.join("\n")}\n\n| mode | status | error_code |\n| --- | --- | --- |\n${modes.join("\n")}`;
}
