/** Time. `now` may jump; `monotonicMs` never runs backwards and has no meaning across processes. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds since an arbitrary start, with fractions. */
  monotonicMs(): number;
}
