/** Says whether parsed JSON has the form of a saved value. */
export type Guard<T> = (value: unknown) => value is T;

export const isText: Guard<string> = (value) => typeof value === "string";
export const isFlag: Guard<boolean> = (value) => typeof value === "boolean";
export const isCount: Guard<number> = (value): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

export function isNullOr<T>(guard: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || guard(value);
}

export function isListOf<T>(item: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(item);
}

export function isOneOf<T extends string>(names: readonly T[]): Guard<T> {
  return (value): value is T => names.some((name) => name === value);
}

/** Every named field is there and fits; others are ignored. */
export function isRecordOf<T extends object>(fields: { readonly [Key in keyof T]: Guard<T[Key]> }): Guard<T> {
  const guards: [string, Guard<unknown>][] = Object.entries(fields);
  return (value): value is T =>
    typeof value === "object" &&
    value !== null &&
    guards.every(([name, guard]) => Object.hasOwn(value, name) && guard(Reflect.get(value, name)));
}
