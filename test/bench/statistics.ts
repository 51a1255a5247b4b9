/** The value below which `share` of the samples lie, by nearest rank; NaN when there are none. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

export interface Spread {
  readonly p50_ms: number;
  readonly p99_ms: number;
}

export function spreadOf(samples: readonly number[]): Spread {
  return { p50_ms: rounded(percentile(samples, 0.5)), p99_ms: rounded(percentile(samples, 0.99)) };
}

/** To a hundredth; finer than any two runs agree. */
export function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
