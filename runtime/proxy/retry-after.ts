/**
 * The wait that an answer asks for, from `retry-after-ms`, or `retry-after` in seconds or as a date; null when it asks for
 * none or says it in no way that is understood.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const milliseconds = headers.get("retry-after-ms");
  if (milliseconds !== null && /^\d+(\.\d+)?$/.test(milliseconds)) return Math.ceil(Number(milliseconds));
  const after = headers.get("retry-after");
  if (after === null) return null;
  if (/^\d+(\.\d+)?$/.test(after)) return Math.ceil(Number(after) * 1000);
  const date = Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
