import { stringsIn, type Table } from "./table.ts";

/** Which rules a file of configuration turns on and off; `select` null: it leaves that to the one it extends. */
export interface Selection {
  readonly select: readonly string[] | null;
  readonly more: readonly string[];
  readonly ignored: readonly string[];
}

export const SELECTION_KEYS = ["select", "extend-select", "ignore", "extend-ignore"] as const;

/** Rules of a project that names none: Ruff's documented default. */
const DEFAULT_RULES = ["E4", "E7", "E9", "F"];

/** @param tables Those of one file; the first that has a key decides on it. */
export function selectionIn(tables: readonly Table[]): Selection {
  const given = (key: string) => tables.find((table) => table[key] !== undefined)?.[key];
  const select = given("select");
  return {
    select: select === undefined ? null : stringsIn(select, "select"),
    more: stringsIn(given("extend-select"), "extend-select"),
    ignored: [...stringsIn(given("ignore"), "ignore"), ...stringsIn(given("extend-ignore"), "extend-ignore")],
  };
}

/**
 * The selection of a file on top of that of its base. Ruff applies one after the other: a `select` starts anew, anything
 * else changes what the base selected. In one list a longer selector beats a shorter one wherever it comes from, so what
 * the later file takes back is taken out of the base's lists.
 */
export function selectedOnTop(base: Selection, own: Selection): Selection {
  if (own.select !== null) return own;
  const isUndone = (selector: string, by: readonly string[]) => by.some((one) => covers(one, selector));
  const kept = (selectors: readonly string[], by: readonly string[]) =>
    selectors.filter((selector) => !isUndone(selector, by));
  return {
    select: base.select && kept(base.select, own.ignored),
    more: [...kept(base.more, own.ignored), ...own.more],
    ignored: [...kept(base.ignored, own.more), ...own.ignored],
  };
}

export function selectionOptions({ select, more, ignored }: Selection): Table {
  return { select: select ?? DEFAULT_RULES, "extend-select": more, ignore: ignored };
}

/** Whether a selector stands for another or for a code: "E" for E501 and not for ERA001; "PL" is the one linter that is several. */
export function covers(wide: string, narrow: string): boolean {
  if (wide === "ALL" || wide === narrow) return true;
  return narrow.startsWith(wide) && (wide === "PL" || /^\d/.test(narrow.slice(wide.length)));
}
