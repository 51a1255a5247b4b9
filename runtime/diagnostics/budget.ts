import type { Clock } from "../ports/mod.ts";
import type { Budget } from "./types.ts";

export const LEAST_TIMEOUT_MS = 500;

/** Thrown by what runs out of time or is called off. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
  readonly reason: "timed_out" | "cancelled";

  constructor(reason: "timed_out" | "cancelled") {
    super(reason);
    this.reason = reason;
  }
}

export function startBudget(clock: Clock, timeoutMs: number, signal: AbortSignal): Budget {
  const end = clock.monotonicMs() + timeoutMs;
  return { signal, left: () => Math.max(0, end - clock.monotonicMs()) };
}

/** Waits for the task no longer than the budget lasts; what it still does then is not waited for. */
export async function within<Value>(budget: Budget, task: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort: (() => void) | undefined;
  const over = new Promise<never>((_, reject) => {
    onAbort = () => reject(new BudgetSpent("cancelled"));
    if (budget.signal.aborted) onAbort();
    else budget.signal.addEventListener("abort", onAbort, { once: true });
    timer = setTimeout(() => reject(new BudgetSpent("timed_out")), budget.left());
  });
  // Whichever comes second is nobody's any more.
  task.catch(() => {});
  try {
    return await Promise.race([task, over]);
  } finally {
    clearTimeout(timer);
    if (onAbort) budget.signal.removeEventListener("abort", onAbort);
  }
}
