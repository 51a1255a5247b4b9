import { globMatches } from "./glob.ts";
import { stringsIn, type Table } from "./table.ts";

/** What is left out where a configuration does not say what is: Ruff's documented default. */
const DEFAULT_EXCLUDED = [
  ...[".bzr", ".direnv", ".eggs", ".git", ".git-rewrite", ".hg", ".ipynb_checkpoints", ".mypy_cache", ".nox"],
  ...[".pants.d", ".pyenv", ".pytest_cache", ".pytype", ".ruff_cache", ".svn", ".tox", ".venv", ".vscode"],
  ...["__pypackages__", "_build", "buck-out", "dist", "node_modules", "site-packages", "venv"],
];

/**
 * Patterns of what is not checked, where the configuration holds also for a file that is named (`force-exclude`).
 * Otherwise Ruff checks a file that it is given.
 */
export function excludedPatterns(table: Table, lint: Table): readonly string[] {
  if (table["force-exclude"] !== true) return [];
  const excluded = table.exclude === undefined ? DEFAULT_EXCLUDED : stringsIn(table.exclude, "exclude");
  const more = stringsIn(table["extend-exclude"], "extend-exclude");
  return [...excluded, ...more, ...stringsIn(lint.exclude, "lint.exclude")];
}

/** @param path Relative to the folder of the configuration. A folder that is left out takes all in it along. */
export function isExcluded(path: string, patterns: readonly string[]): boolean {
  const parts = path.split("/");
  const places = parts.map((_, at) => parts.slice(0, at + 1).join("/"));
  return patterns.some((pattern) => places.some((place) => globMatches(pattern.replace(/\/+$/, ""), place)));
}
