import { globMatches } from "./glob.ts";

/** Pattern and the codes, or starts of codes, that do not count where it fits. */
export type PerFileIgnores = readonly (readonly [pattern: string, codes: readonly string[]])[];

/** @param tables As in the configuration; what has another form is an error, as it is to Ruff. */
export function perFileIgnoresIn(tables: readonly unknown[]): PerFileIgnores {
  return tables.flatMap((table) => {
    if (table === undefined) return [];
    if (typeof table !== "object" || table === null) throw new TypeError("ruff: per-file-ignores is no table");
    return Object.entries(table).map(([pattern, codes]): [string, readonly string[]] => {
      if (!Array.isArray(codes)) throw new TypeError("ruff: per-file-ignores names no list");
      return [pattern, codes.map(String)];
    });
  });
}

/** @param path Relative to the folder of the configuration. */
export function isIgnored(code: string, path: string, ignores: PerFileIgnores): boolean {
  return ignores.some(([pattern, codes]) => {
    const isNegated = pattern.startsWith("!");
    const fits = globMatches(isNegated ? pattern.slice(1) : pattern, path) !== isNegated;
    return fits && codes.some((prefix) => prefix === "ALL" || code.startsWith(prefix));
  });
}
