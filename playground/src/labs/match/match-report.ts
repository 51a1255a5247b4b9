import type { Workbench } from "../../app/mod.ts";
import { shown } from "./shown.ts";

/** The trace as a table, and the answer of the server. */
export function matchReport(bench: Workbench): string {
  const now = shown(bench);
  if (now === null) return "";
  const rows = (now.edit?.rows ?? []).map(
    ({ strategy, reason, candidates }) => `| ${strategy} | ${reason} | ${candidates} |`,
  );
  const rules = now.isWhatIf ? "What-if rules were on: the trace below is not what the server does.\n\n" : "";
  return `${rules}| strategy | result | places |\n| --- | --- | --- |\n${rows.join("\n")}\n\n${fenced(JSON.stringify(now.answer.result, null, 2))}`;
}

/** A fence longer than any run of backticks inside, so that nothing in the text can end it. */
function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}
