import type { Clock } from "../../runtime/ports/mod.ts";

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
};
