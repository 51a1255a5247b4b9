/**
 * When a search changes from its quick way to the one that is linear whatever the input. The result is the same; only
 * tests pass other limits, to walk both ways on small inputs.
 */
export interface SearchLimits {
  /** Text of the needle that occurs more often in the file is not rare. */
  readonly rareHits: number;
  /** Characters that may be compared around hits: this much, and `comparedShare` times the file. */
  readonly comparedBase: number;
  readonly comparedShare: number;
}

export const DEFAULT_LIMITS: SearchLimits = { rareHits: 512, comparedBase: 1 << 16, comparedShare: 1 };

export function allowance(limits: SearchLimits, contentLength: number): number {
  return limits.comparedBase + limits.comparedShare * contentLength;
}
