import type { CheckerOutcome, CheckerRun } from "../../ports/mod.ts";
import { BudgetSpent } from "../budget.ts";
import type { Budget, CheckerTools } from "../types.ts";

/** More output than this is none that a checker of ours gives. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

export type ProgramEnd = Extract<CheckerOutcome, { kind: "ended" }>;

/** Runs a program of the host on a text. Throws when it was stopped. */
export async function runProgram(
  { checkers }: CheckerTools,
  budget: Budget,
  run: Pick<CheckerRun, "program" | "args" | "cwd" | "stdin">,
): Promise<ProgramEnd | "missing"> {
  if (checkers === null) return "missing";
  const timeoutMs = budget.left();
  if (timeoutMs === 0) throw new BudgetSpent("timed_out");
  const outcome = await checkers.processes.run({
    ...run,
    timeoutMs,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    signal: budget.signal,
  });
  if (outcome.kind === "missing") return "missing";
  if (outcome.kind === "ended") return outcome;
  if (outcome.reason === "time") throw new BudgetSpent("timed_out");
  if (outcome.reason === "cancelled") throw new BudgetSpent("cancelled");
  throw new Error(`${run.program} was stopped: ${outcome.reason}`);
}

/** A judge over a program that is there. One that is gone between two runs makes no statement. */
export async function firstRun(
  run: (text: string) => Promise<ProgramEnd | "missing">,
  text: string,
): Promise<((text: string) => Promise<ProgramEnd>) | "missing"> {
  const first = await run(text);
  if (first === "missing") return "missing";
  return async (other) => {
    const end = other === text ? first : await run(other);
    if (end === "missing") throw new Error("the checker is gone");
    return end;
  };
}
