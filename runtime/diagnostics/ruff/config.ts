import { absolutePath, baseName, isInside, parentOf } from "../../paths.ts";
import { foldersUp, readTextFile } from "../nearest-file.ts";
import { shortPath } from "../short-path.ts";
import type { ConfigFiles, Subject } from "../types.ts";
import { excludedPatterns, isExcluded } from "./excluded.ts";
import { combined } from "./extend.ts";
import { ignoredCodes, perFileIgnoresIn } from "./per-file-ignores.ts";
import { SELECTION_KEYS, selectedOnTop, selectionIn, selectionOptions } from "./selection.ts";
import { isTable, type Table, without } from "./table.ts";
import { targetVersion } from "./target-version.ts";

/** What a project's configuration means for one file. */
export interface RuffConfig {
  /** What Ruff is given; it refuses what it does not know. */
  readonly options: Table;
  /** Codes, names, or starts of codes that do not count in the file. */
  readonly ignored: readonly string[];
  readonly isExcluded: boolean;
}

const MAX_EXTENDS = 8;

/** One file of configuration. Its patterns are relative to its folder; absolute. */
interface Source {
  readonly table: Table;
  readonly folder: string;
}

/**
 * The configuration that Ruff would find for a file: the nearest `.ruff.toml`, `ruff.toml`, or `pyproject.toml` with a
 * section for it, and what those extend. Throws when it cannot be read, for then the project's rules are not known.
 */
export async function ruffConfig({ path, root }: Pick<Subject, "path" | "root">, fs: ConfigFiles): Promise<RuffConfig> {
  for (const folder of foldersUp(path, root)) {
    for (const name of [".ruff.toml", "ruff.toml", "pyproject.toml"]) {
      const table = await sectionIn(fs, folder, name);
      if (table !== null) return configOf(await chain(fs, { table, folder }, root), path);
    }
  }
  return configOf([], path);
}

/** The section for Ruff; null when the file is not there or has none. */
async function sectionIn(fs: ConfigFiles, folder: string, name: string): Promise<Table | null> {
  const text = await readTextFile(fs, folder, name);
  if (text === null) return null;
  const { parse } = await import("smol-toml");
  const parsed: unknown = parse(text);
  if (!isTable(parsed)) return null;
  if (name !== "pyproject.toml") return parsed;
  const tool = isTable(parsed.tool) ? parsed.tool.ruff : undefined;
  if (!isTable(tool)) return null;
  const version = targetVersion(isTable(parsed.project) ? parsed.project["requires-python"] : undefined);
  return version === null ? tool : { "target-version": version, ...tool };
}

/** The file and what it extends, the most basic first. */
async function chain(fs: ConfigFiles, nearest: Source, root: string): Promise<readonly Source[]> {
  const sources = [nearest];
  let { table, folder } = nearest;
  while (table.extend !== undefined) {
    const file = typeof table.extend === "string" ? absolutePath(folder, table.extend) : "";
    if (sources.length > MAX_EXTENDS || !isInside(root, file)) throw new Error("ruff: extends what cannot be read");
    folder = parentOf(file);
    const base = await sectionIn(fs, folder, baseName(file));
    if (base === null) throw new Error("ruff: extends a file that is not there");
    table = base;
    sources.unshift({ table, folder });
  }
  return sources;
}

const IGNORES = ["per-file-ignores", "extend-per-file-ignores"] as const;

/** Paths mean nothing to the WebAssembly build, so what goes by path is taken out and done here. */
function configOf(sources: readonly Source[], path: string): RuffConfig {
  const table = sources.map((source) => source.table).reduce(combined, {});
  const lint = isTable(table.lint) ? table.lint : {};
  const selection = sources.map((source) => selectionIn(bothTables(source))).reduce(selectedOnTop, NOTHING);
  const folder = sources.at(-1)?.folder ?? parentOf(path);
  const rest = without(table, [
    ...IGNORES,
    ...SELECTION_KEYS,
    "lint",
    "extend",
    "cache-dir",
    "fix",
    "fix-only",
    "output-format",
  ]);
  return {
    options: { ...rest, lint: { ...without(lint, [...IGNORES, ...SELECTION_KEYS]), ...selectionOptions(selection) } },
    ignored: ignoredIn(sources, path),
    isExcluded: isExcluded(shortPath(path, folder), excludedPatterns(table, lint)),
  };
}

const NOTHING = selectionIn([]);

/** Older configurations have the settings of the linter among the others. */
function bothTables({ table }: Source): readonly Table[] {
  return isTable(table.lint) ? [table.lint, table] : [table];
}

/** The `per-file-ignores` nearest to the file, and each that extends them. */
function ignoredIn(sources: readonly Source[], path: string): readonly string[] {
  const nearest = sources.findLast((source) =>
    bothTables(source).some((table) => table["per-file-ignores"] !== undefined),
  );
  return sources.flatMap((source) => {
    const names = source === nearest ? IGNORES : (["extend-per-file-ignores"] as const);
    const ignores = perFileIgnoresIn(bothTables(source).flatMap((table) => names.map((name) => table[name])));
    return ignoredCodes(shortPath(path, source.folder), ignores);
  });
}
