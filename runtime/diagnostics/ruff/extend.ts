import { isTable, type Table } from "./table.ts";

/**
 * A file of configuration on top of the one it extends, as Ruff combines them: a setting that both have is the later
 * one's, plugins' settings one by one, and lists that extend are put together.
 */
export function combined(base: Table, own: Table): Table {
  const merged: Record<string, unknown> = { ...base, ...own };
  for (const [name, value] of Object.entries(own)) {
    const earlier = base[name];
    if (isTable(earlier) && isTable(value))
      merged[name] = name === "lint" ? combined(earlier, value) : { ...earlier, ...value };
    else if (name.startsWith("extend-") && Array.isArray(earlier) && Array.isArray(value))
      merged[name] = [...earlier, ...value];
  }
  return merged;
}
