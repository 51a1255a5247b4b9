import { UpstreamFailure } from "./failure.ts";

/** Milliseconds an upstream may be silent; 0: for ever. Only events count as a sign of life. */
export interface Limits {
  /** From the request to the first event. */
  readonly firstEventMs: number;
  /** Between two events. */
  readonly idleMs: number;
}

/** @throws UpstreamFailure when `work` takes longer than `ms`; whoever calls ends it then. */
export async function within<T>(ms: number, work: Promise<T>, silence: string): Promise<T> {
  if (ms === 0) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new UpstreamFailure("stalled", `the upstream sent ${silence} for ${ms / 1000} s`));
    }, ms);
  });
  // When the limit came first, nobody waits for how the work ends.
  work.catch(() => {});
  try {
    return await Promise.race([work, stalled]);
  } finally {
    clearTimeout(timer);
  }
}
