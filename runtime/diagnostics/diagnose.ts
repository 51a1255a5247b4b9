import type { Clock } from "../ports/mod.ts";
import { BudgetSpent, LEAST_TIMEOUT_MS, startBudget, within } from "./budget.ts";
import { checkersFor } from "./checkers/registry.ts";
import { newFindings } from "./new-findings.ts";
import { blockOf } from "./report.ts";
import type { Budget, Checker, CheckerTools, Diagnosis, Judge, Subject, Unchecked } from "./types.ts";

/** Texts over this are not checked, in UTF-16 code units. */
export const MAX_CHECKED_LENGTH = 2_000_000;

export interface DiagnoseOptions {
  readonly clock: Clock;
  /** At least half a second is given. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** When the caller asked, on the clock's monotonic scale. The time for a whole project, which may be spent, counts from then. */
  readonly askedMs?: number;
  /** The text before is checked even where nothing is wrong with the text after. */
  readonly bothSides?: boolean;
}

/** Runs the first checker that the host has for the file. Never throws: what cannot be said is left unsaid, with the reason. */
export async function diagnose(subject: Subject, tools: CheckerTools, options: DiagnoseOptions): Promise<Diagnosis> {
  const { before, after } = subject;
  const checkers = checkersFor(subject.path, tools.settings);
  if (checkers.length === 0) return unchecked("no_checker");
  if (Math.max(after.length, before?.length ?? 0) > MAX_CHECKED_LENGTH) return unchecked("too_large");
  const { clock, signal, askedMs } = options;
  const timeoutMs = Math.max(LEAST_TIMEOUT_MS, options.timeoutMs);
  const isProject = checkers.some(({ scope }) => scope === "project");
  const budget = startBudget(clock, timeoutMs, signal, isProject ? askedMs : undefined);
  try {
    return await within(budget, ask(checkers, subject, tools, budget, options.bothSides ?? false));
  } catch (error) {
    return unchecked(error instanceof BudgetSpent ? error.reason : "failed");
  }
}

async function ask(
  checkers: readonly Checker[],
  subject: Subject,
  tools: CheckerTools,
  budget: Budget,
  bothSides: boolean,
): Promise<Diagnosis> {
  let isConfigured = true;
  for (const checker of checkers) {
    const judge = await checker.open(subject, tools, budget);
    if (judge === "excluded") return unchecked("excluded");
    if (judge === "not_configured") isConfigured = false;
    else if (judge !== "missing") return compare(checker, judge, subject, { bothSides, isConfigured });
  }
  return unchecked("missing");
}

/** A text without findings has no new ones, whatever was there before: then one run is enough. */
async function compare(
  checker: Checker,
  judge: Judge,
  subject: Subject,
  { bothSides, isConfigured }: { readonly bothSides: boolean; readonly isConfigured: boolean },
): Promise<Diagnosis> {
  const after = await judge(subject.after);
  if (after === null) return unchecked("unjudged");
  const isNeeded = bothSides || after.length > 0;
  const before = subject.before === null ? null : isNeeded ? await judge(subject.before) : [];
  if (before === null && subject.before !== null) return unchecked("unjudged");
  const fresh = before === null ? after : newFindings({ before, after }, subject);
  const block = blockOf(checker.name, fresh, { hasBaseline: before !== null, scope: checker.scope, isConfigured });
  return { kind: "checked", block, before, after };
}

function unchecked(reason: Unchecked): Diagnosis {
  return { kind: "unchecked", reason };
}
