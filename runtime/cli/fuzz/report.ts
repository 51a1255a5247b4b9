import type { PropertyFailure, PropertyReport } from "../../ports/mod.ts";
import { printable, type Shell } from "../shell.ts";

/** After fewer values a bucket may be empty by chance. */
const SETTLED_RUNS = 10_000;

/** Whether the property held, and was tried in earnest as far as the number of values can tell. */
export function isSound({ failure, missing, runs }: PropertyReport): boolean {
  return failure === undefined && (missing.length === 0 || runs < SETTLED_RUNS);
}

/** As JSON sent to users: what the report says, and how long it took. */
export function reportFields(report: PropertyReport, durationMs: number): object {
  return { ...report, held: report.failure === undefined, duration_ms: Math.round(durationMs) };
}

export async function printReport(
  shell: Shell,
  report: PropertyReport,
  durationMs: number,
  mutant?: string,
): Promise<void> {
  const { id, title, runs, saved, failure, missing } = report;
  const verdict = failure ? shell.paint("red", "REFUTED") : shell.paint("green", "held");
  const tried = `${runs} values${saved > 0 ? ` and ${saved} saved` : ""}, ${Math.round(durationMs)} ms`;
  await shell.print(`${id.padEnd(4)} ${verdict} (${tried}): ${title}`);
  if (failure !== undefined) await printFailure(shell, failure, mutant);
  else if (missing.length > 0) {
    await shell.say(`mortise: ${id}: no value was ${missing.map((name) => `"${printable(name)}"`).join(", ")}`);
  }
}

export async function printFailure(
  shell: Shell,
  { key, counterexample, shrinks, error }: PropertyFailure,
  mutant?: string,
): Promise<void> {
  await shell.print(`     ${printable(error)}`);
  await shell.print(`     case, after ${shrinks} steps: ${asciiJson(counterexample)}`);
  await shell.print(
    key === null
      ? "     a saved case"
      : `     again: mortise replay ${key}${mutant === undefined ? "" : ` --mutant ${mutant}`}`,
  );
}

/** JSON in which every character that might not be seen is an escape: the case can be read, copied and parsed. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
