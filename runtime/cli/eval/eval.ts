import { type AnswerReport, type EvalReport, evaluateAnswers, evaluateReferences } from "../../eval/mod.ts";
import { FORMAT_NAMES, type WireFormatName } from "../../wire/mod.ts";
import { CliError } from "../cli-error.ts";
import type { EvalFlags } from "../commands/eval.ts";
import { printable, type Shell, table } from "../shell.ts";
import { loadAnswers, loadItems } from "./load-data.ts";

/** @returns 0; 1 when a text that was written here did not come back as it was meant. */
export async function evaluate(shell: Shell, flags: EvalFlags): Promise<number> {
  const formats = formatsOf(flags.format);
  const { folder, items } = await loadItems(shell, flags.data);
  if (flags.answers !== undefined) {
    const report = evaluateAnswers(items, await loadAnswers(shell, flags.answers), formats);
    await tellAnswers(shell, folder, report);
    return 0;
  }
  const report = evaluateReferences(items, formats);
  await tellReferences(shell, folder, report);
  return report.failureCount === 0 ? 0 : 1;
}

function formatsOf(list: string): readonly WireFormatName[] {
  if (list === "all") return FORMAT_NAMES;
  return list.split(",").map((name) => {
    const known = FORMAT_NAMES.find((format) => format === name.trim());
    if (known !== undefined) return known;
    throw new CliError("bad_argument", `--format: no format "${name}"; pass all or some of ${FORMAT_NAMES.join(", ")}`);
  });
}

async function tellReferences(shell: Shell, folder: string, report: EvalReport): Promise<void> {
  const { items, scores, failures, failureCount } = report;
  if (shell.json) {
    const success = failureCount === 0;
    return shell.printJson({ success, data: folder, items, formats: scores, failure_count: failureCount, failures });
  }
  const rows = Object.entries(scores).flatMap(([format, byDisturbance]) =>
    Object.entries(byDisturbance).map(([disturbance, { tried, recovered, strict, bipartite, refused }]) => {
      const scored = disturbance === "truncated" ? ["", ""] : [String(strict), String(bipartite)];
      return [format, disturbance, `${recovered} of ${tried}`, ...scored, refused === 0 ? "" : String(refused)];
    }),
  );
  await shell.print(table([["format", "text", "recovered", "strict", "bipartite", "cannot write"], ...rows]));
  for (const { id, format, disturbance, text, error } of failures) {
    await shell.say(`mortise: ${id}, ${format}, ${disturbance}: ${error ?? "other calls"}: ${printable(text)}`);
  }
}

async function tellAnswers(
  shell: Shell,
  folder: string,
  { categories, wrong, unanswered }: AnswerReport,
): Promise<void> {
  if (shell.json) return shell.printJson({ success: true, data: folder, categories, wrong, unanswered });
  const rows = Object.entries(categories).map(([name, { answers, strict, bipartite }]) => {
    return [name, String(answers), share(strict, answers), share(bipartite, answers)];
  });
  await shell.print(table([["category", "answers", "strict", "bipartite"], ...rows]));
  if (unanswered > 0) await shell.say(`mortise: ${unanswered} items have no answer and are not scored`);
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}
