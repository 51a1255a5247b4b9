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

/** What a checker's parts may take to load; longer than this counts. */
export const LONGEST_LOAD_MS = 30_000;

/** @param askedMs Since when the time counts, on the clock's monotonic scale; default: now. */
export function startBudget(
  clock: Pick<Clock, "monotonicMs">,
  timeoutMs: number,
  signal: AbortSignal,
  askedMs: number = clock.monotonicMs(),
): Budget {
  const end = askedMs + timeoutMs;
  let loadedMs = 0;
  let loadingSince: number | null = null;
  const loadTime = (now: number) => loadedMs + (loadingSince === null ? 0 : now - loadingSince);
  return {
    signal,
    left() {
      const now = clock.monotonicMs();
      return Math.max(0, end + Math.min(loadTime(now), LONGEST_LOAD_MS) - now);
    },
    async load(task) {
      loadingSince = clock.monotonicMs();
      try {
        return await task();
      } finally {
        loadedMs = loadTime(clock.monotonicMs());
        loadingSince = null;
      }
    },
  };
}

const SHORTEST_WAIT_MS = 5;

/** Waits for the task no longer than the budget lasts; what it still does then is not waited for. */
export async function within<Value>(budget: Budget, task: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort: (() => void) | undefined;
  const over = new Promise<never>((_, reject) => {
    onAbort = () => reject(new BudgetSpent("cancelled"));
    if (budget.signal.aborted) onAbort();
    else budget.signal.addEventListener("abort", onAbort, { once: true });
    // What is loading stops the time, so the end may have moved when it is there.
    const wait = () => {
      timer = setTimeout(
        () => (budget.left() > 0 ? wait() : reject(new BudgetSpent("timed_out"))),
        Math.max(SHORTEST_WAIT_MS, budget.left()),
      );
    };
    wait();
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
