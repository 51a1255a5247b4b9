import type { Workbench } from "../../app/mod.ts";
import { revertAtPlayhead } from "./headline.ts";
import { turnResults } from "./revert-results.ts";

/** The plan of the open turn, and the answer of the revert at the playhead. */
export function revertReport(bench: Workbench): string {
  const detail = turnResults.answer.value?.detail;
  if (detail === undefined || detail === null) return "The store knows no turn.";
  const rows = detail.plan.map(
    ({ path, status, action, detail: why }) => `| ${cell(path)} | ${status} | ${action} | ${cell(why)} |`,
  );
  const done = revertAtPlayhead(bench);
  const answer = done === null ? "" : `\n\nHTTP ${done.status} ${done.result.success ? "" : done.result.error_code}`;
  return `Turn ${detail.turn_id}\n\n| path | status | action | why |\n| --- | --- | --- | --- |\n${rows.join("\n")}${answer}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
