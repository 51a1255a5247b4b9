import { signal } from "@preact/signals";

/** So many of the last are drawn. */
const KEPT = 60;
/** Over less time a rate is a matter of chance. */
const LEAST_MS = 20;

/** Values in a second over each stretch that the page heard of, the newest last. */
export const rates = signal<readonly number[]>([]);

interface Progress {
  readonly runs: number;
  readonly ms: number;
}

export function noteRate(before: Progress | undefined, now: Progress): void {
  const ms = now.ms - (before?.ms ?? 0);
  // Making a failure smaller tries no value of the run.
  if (ms < LEAST_MS || now.runs === before?.runs) return;
  const rate = ((now.runs - (before?.runs ?? 0)) * 1000) / ms;
  rates.value = [...rates.peek(), rate].slice(-KEPT);
}
