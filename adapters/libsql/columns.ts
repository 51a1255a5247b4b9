/** The last time a `Date` can hold, in ms. */
export const MAX_DATE_MS = 8.64e15;

/**
 * Text leaves the database as bytes: the driver ends the whole process on text that is not UTF-8, and one flipped bit in
 * the file is enough for that.
 */
export function textAsBytes(column: string): string {
  return `CAST(${column} AS BLOB)`;
}

/** -1 for what is neither an integer nor NULL; for the same reason. */
export function integerOnly(column: string): string {
  return `iif(typeof(${column}) IN ('integer', 'null'), ${column}, -1)`;
}

/** `null` for bytes that are not UTF-8. */
export function textOf(value: unknown): string | null {
  if (!(value instanceof ArrayBuffer)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    return null;
  }
}

/** A time as `Date` can hold it; 0 for anything else, so that one bad row does not hide the others from a listing. */
export function timeOrZero(value: unknown): number {
  const time = typeof value === "bigint" || typeof value === "number" ? Number(value) : 0;
  return Number.isInteger(time) && time >= 0 && time <= MAX_DATE_MS ? time : 0;
}
