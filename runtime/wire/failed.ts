/** No reading: the text breaks the grammar, or ends in the middle of it. */
export const VIOLATION = Symbol("violation");
export const UNCLOSED = Symbol("unclosed");
export type Failed = typeof VIOLATION | typeof UNCLOSED;

export function isFailed(value: unknown): value is Failed {
  return value === VIOLATION || value === UNCLOSED;
}
