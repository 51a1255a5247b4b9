import type { UpstreamFailure } from "./failure.ts";

interface Phase {
  readonly firstMs: number;
  readonly mostMs: number;
  readonly attempts: number;
  /** Share by which a wait is moved at random, so that clients of one upstream do not come back together. */
  readonly jitter: number;
}

/** No answer came yet: the upstream is taken to be starting, or to load its model. */
const WARMING_UP: Phase = { firstMs: 500, mostMs: 10_000, attempts: Number.POSITIVE_INFINITY, jitter: 0 };

const STEADY: Phase = { firstMs: 2000, mostMs: 30_000, attempts: 6, jitter: 0.2 };

/** For attempts and own waits together, in either phase. */
const BUDGET_MS = 180_000;

/** A longer wait than this is the caller's to decide on. */
const LONGEST_ASKED_WAIT_MS = 600_000;

/** A stall has cost minutes already. */
const MOST_STALLS = 2;

/** Decides for one request whether to ask again, and when. */
export class RetryPlan {
  #failures = 0;
  #stalls = 0;
  #spentMs = 0;

  /** How often it was decided to ask again. */
  get retries(): number {
    return this.#failures;
  }

  /**
   * @param attemptMs How long the attempt took.
   * @param chance In [0, 1).
   * @returns How long to wait, or null: give up.
   */
  next(
    failure: UpstreamFailure,
    { attemptMs, isWarm, chance }: { attemptMs: number; isWarm: boolean; chance: number },
  ): number | null {
    if (!failure.isTransient) return null;
    const phase = isWarm ? STEADY : WARMING_UP;
    if (failure.reason === "stalled") this.#stalls += 1;
    // A stall has a limit of its own, far above this budget.
    else this.#spentMs += attemptMs;
    if (this.#stalls > MOST_STALLS || this.#failures + 1 >= phase.attempts) return null;
    const wait = this.#waitFor(phase, failure.retryAfterMs, chance);
    if (wait === null) return null;
    this.#failures += 1;
    return wait;
  }

  #waitFor(phase: Phase, askedMs: number | null, chance: number): number | null {
    if (askedMs !== null) return askedMs <= LONGEST_ASKED_WAIT_MS ? askedMs : null;
    const doubled = Math.min(phase.firstMs * 2 ** this.#failures, phase.mostMs);
    const wait = Math.round(doubled * (1 + phase.jitter * (2 * chance - 1)));
    this.#spentMs += wait;
    return this.#spentMs > BUDGET_MS ? null : wait;
  }
}
