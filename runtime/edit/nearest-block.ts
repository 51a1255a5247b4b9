import { closestMatch } from "./closest-match.ts";
import { EditSearch } from "./edit-search.ts";
import { type Hunk, sideOf } from "./formats/patch.ts";
import { BudgetSpent, Meter } from "./meter.ts";
import type { ClosestMatch } from "./types.ts";

const BUDGET_MS = 500;

/**
 * The block of the file most like a text that misses it, however little alike; `undefined` when nothing is at all, or
 * nothing was found in half a second.
 */
export function nearestBlock(content: string, missed: string, now: () => number): ClosestMatch | undefined {
  try {
    return closestMatch(new EditSearch(content, missed, new Meter(now, BUDGET_MS)), 0);
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined;
    throw error;
  }
}

/** The lines that a hunk looks for. */
export function soughtText(hunk: Hunk): string {
  return sideOf(hunk, "old")
    .map(({ text }) => text)
    .join("\n");
}
