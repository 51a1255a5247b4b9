import { globMatches } from "./glob.ts";
import { covers } from "./selection.ts";

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

/**
 * The codes, or starts of codes, that do not count in a file: asked once for all of its findings.
 *
 * @param path Relative to the folder of the configuration.
 */
export function ignoredCodes(path: string, ignores: PerFileIgnores): readonly string[] {
  const length = ignores.reduce((sum, [pattern]) => sum + pattern.length, 0);
  if (length > MAX_PATTERNS_LENGTH) throw new RangeError("ruff: more patterns than anybody wrote");
  return ignores.flatMap(([pattern, codes]) => {
    const isNegated = pattern.startsWith("!");
    return globMatches(isNegated ? pattern.slice(1) : pattern, path) !== isNegated ? codes : [];
  });
}

/** Of all patterns together: the work grows with it. */
const MAX_PATTERNS_LENGTH = 100_000;

export function isIgnored(code: string, ignored: readonly string[]): boolean {
  return ignored.some((selector) => covers(selector, code));
}
