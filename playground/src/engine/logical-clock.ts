import type { Clock, Ids } from "../../../runtime/ports/mod.ts";

/** 2026-01-01T09:00:00Z. Time in a tree is the number of the event, so a document folds to the same bytes everywhere. */
export const START_MS = Date.UTC(2026, 0, 1, 9, 0, 0);
export const MS_PER_EVENT = 60_000;

/** A clock that stands still within an event. */
export interface LogicalClock extends Clock {
  /** `event` from 1; 0 is the starting tree. */
  set(event: number): void;
  /** Lets time go by, for this event and all after it. */
  pass(ms: number): void;
}

export function createLogicalClock(): LogicalClock {
  let now = START_MS;
  let passed = 0;
  return {
    now: () => now,
    monotonicMs: () => now - START_MS,
    set: (event) => {
      now = START_MS + event * MS_PER_EVENT + passed;
    },
    pass: (ms) => {
      passed += ms;
      now += ms;
    },
  };
}

/** Ids that count, so that the same events give the same answers. */
export function createCountedIds(): Ids {
  let next = 0;
  return {
    hex: (bytes) => {
      next += 1;
      return next
        .toString(16)
        .padStart(bytes * 2, "0")
        .slice(-bytes * 2);
    },
  };
}
