/** Thrown by `Meter` when the time budget is used up. Caught by the arbiter, never seen by callers. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
}

/** How many steps pass between two looks at the clock: about a millisecond of work. */
const STEPS_PER_LOOK = 1 << 18;

/**
 * Counts the work of one search and stops it when its time is up.
 *
 * One step is about one character looked at by our own code; a native scan counts a sixteenth of its characters. The
 * count is what the tests of linear cost measure, since time on a shared machine proves nothing.
 */
export class Meter {
  steps = 0;
  private nextLook = STEPS_PER_LOOK;
  private readonly now: (() => number) | undefined;
  private readonly deadline: number;

  /** @param now Milliseconds from any start. Without a clock there is no deadline. */
  constructor(now?: () => number, budgetMs = Number.POSITIVE_INFINITY) {
    this.now = now;
    this.deadline = now === undefined ? Number.POSITIVE_INFINITY : now() + budgetMs;
  }

  spend(steps: number): void {
    this.steps += steps;
    if (this.steps >= this.nextLook) this.look();
  }

  scan(characters: number): void {
    this.spend((characters >> 4) + 1);
  }

  /** Looks at the clock now. */
  look(): void {
    this.nextLook = this.steps + STEPS_PER_LOOK;
    if (this.now !== undefined && this.now() > this.deadline) throw new BudgetSpent();
  }
}
