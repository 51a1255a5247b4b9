import type { PlanStatus } from "./types.ts";

/** One letter for each status of a plan, for pages and lists where the word has no room. */
export const PLAN_LETTERS = {
  restorable: "R",
  drifted: "D",
  already_reverted: "A",
  unrecoverable: "U",
  failed: "F",
} as const satisfies Readonly<Record<PlanStatus, string>>;
