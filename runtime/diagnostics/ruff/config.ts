import { absolutePath, baseName, isInside, parentOf } from "../../paths.ts";
import { foldersUp, readTextFile } from "../nearest-file.ts";
import type { ConfigFiles, Subject } from "../types.ts";
import { type PerFileIgnores, perFileIgnoresIn } from "./per-file-ignores.ts";

export interface RuffConfig {
  /** What Ruff is given; it refuses what it does not know. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly perFileIgnores: PerFileIgnores;
  /** What patterns are relative to; absolute. */
  readonly folder: string;
}

/** Rules of a project that names none: Ruff's documented default. */
const DEFAULT_RULES = ["E4", "E7", "E9", "F"];
const MAX_EXTENDS = 8;

type Table = Readonly<Record<string, unknown>>;

/**
 * The configuration that Ruff would find for a file: the nearest `.ruff.toml`, `ruff.toml`, or `pyproject.toml` with a
 * section for it, and what those extend. Throws when it cannot be read, for then the project's rules are not known.
 */
export async function ruffConfig({ path, root }: Pick<Subject, "path" | "root">, fs: ConfigFiles): Promise<RuffConfig> {
  for (const folder of foldersUp(path, root)) {
    for (const name of [".ruff.toml", "ruff.toml", "pyproject.toml"]) {
      const table = await sectionIn(fs, folder, name);
      if (table !== null) return configOf(await extended(fs, table, folder, root), folder);
    }
  }
  return configOf({}, root);
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
  const version = minimumVersion(isTable(parsed.project) ? parsed.project["requires-python"] : undefined);
  return version === null ? tool : { "target-version": version, ...tool };
}

/** ">=3.9" -> "py39". */
function minimumVersion(requirement: unknown): string | null {
  const found = typeof requirement === "string" ? /(?:>=|~=|==)\s*3\.(\d+)/.exec(requirement) : null;
  return found === null ? null : `py3${found[1]}`;
}

async function extended(fs: ConfigFiles, table: Table, folder: string, root: string): Promise<Table> {
  let merged = table;
  let place = folder;
  for (let depth = 0; merged.extend !== undefined; depth += 1) {
    const { extend, ...own } = merged;
    const file = typeof extend === "string" ? absolutePath(place, extend) : "";
    if (depth >= MAX_EXTENDS || !isInside(root, file)) throw new Error("ruff: extends what cannot be read");
    place = parentOf(file);
    const base = await sectionIn(fs, place, baseName(file));
    if (base === null) throw new Error("ruff: extends a file that is not there");
    merged = { ...overlaid(base, own), ...(base.extend !== undefined && { extend: base.extend }) };
  }
  return merged;
}

function overlaid(base: Table, own: Table): Table {
  const lint = isTable(base.lint) && isTable(own.lint) ? { lint: { ...base.lint, ...own.lint } } : {};
  return { ...base, ...own, ...lint };
}

const IGNORES = ["per-file-ignores", "extend-per-file-ignores"] as const;

/** Paths mean nothing to the WebAssembly build, so what goes by path is taken out and done here. */
function configOf(table: Table, folder: string): RuffConfig {
  const lint = isTable(table.lint) ? table.lint : {};
  const perFileIgnores = perFileIgnoresIn([table, lint].flatMap((part) => IGNORES.map((name) => part[name])));
  const rest = without(table, [...IGNORES, "lint", "cache-dir", "fix", "fix-only", "output-format"]);
  const rules = table.select === undefined && lint.select === undefined ? { select: DEFAULT_RULES } : {};
  return { options: { ...rest, lint: { ...rules, ...without(lint, IGNORES) } }, perFileIgnores, folder };
}

function without(table: Table, names: readonly string[]): Table {
  return Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name)));
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
