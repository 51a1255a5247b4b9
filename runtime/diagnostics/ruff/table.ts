/** A table of a configuration, as TOML gives it. */
export type Table = Readonly<Record<string, unknown>>;

export function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function without(table: Table, names: readonly string[]): Table {
  return Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name)));
}

/** A list of strings, none when it is not given. Throws on another form, as Ruff does. */
export function stringsIn(value: unknown, name: string): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new TypeError(`ruff: ${name} is no list`);
  return value.map(String);
}
