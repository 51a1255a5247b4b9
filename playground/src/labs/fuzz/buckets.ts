import { PLAN_LETTERS } from "../../../../runtime/checkpoints/mod.ts";
import { STRATEGY_LETTERS } from "../../../../runtime/edit/mod.ts";
import { ERROR_CODES } from "../../../../runtime/errors.ts";
import { VERDICT_LETTERS } from "../../../../runtime/file-state/mod.ts";
import type { Row } from "./fuzz-state.ts";

/** What a kind of cases is called after, which says how it is drawn. */
export type Naming = "strategy" | "verdict" | "plan" | "refusal" | "other";

export interface Bucket {
  readonly name: string;
  readonly naming: Naming;
  /** The letter of its drawing, or the status of a refusal. */
  readonly letter: string;
  /** Values of this kind in all laws together. */
  readonly count: number;
  /** The first value of this kind, counted in its law; `null` while a law that should meet it has not. */
  readonly first: number | null;
}

export const NAMINGS: readonly { readonly naming: Naming; readonly title: string }[] = [
  { naming: "strategy", title: "Strategies" },
  { naming: "verdict", title: "Verdicts" },
  { naming: "plan", title: "Plan statuses" },
  { naming: "refusal", title: "Refusals" },
  { naming: "other", title: "Other kinds of cases" },
];

/** Kinds that values fell into, the fullest first. */
export function metBuckets(rows: readonly Row[]): readonly Bucket[] {
  const names = new Set(rows.flatMap(({ outcomes }) => Object.keys(outcomes)));
  return [...names].map((name) => bucketOf(name, rows)).sort((a, b) => b.count - a.count);
}

/** @param witnesses Names that laws of the run want to meet, by the law. */
export function wantedBuckets(
  rows: readonly Row[],
  witnesses: ReadonlyMap<string, readonly string[]>,
): readonly Bucket[] {
  const names = new Set([...witnesses.values()].flat());
  return [...names].map((name) => {
    const wanting = rows.filter(({ id }) => witnesses.get(id)?.includes(name));
    const isDark = wanting.some(({ outcomes }) => outcomes[name] === undefined);
    const bucket = bucketOf(name, wanting);
    return isDark ? { ...bucket, first: null } : bucket;
  });
}

function bucketOf(name: string, rows: readonly Row[]): Bucket {
  const met = rows.flatMap(({ outcomes }) => outcomes[name] ?? []);
  return {
    name,
    ...namingOf(name),
    count: met.reduce((sum, { count }) => sum + count, 0),
    first: met.length === 0 ? null : Math.min(...met.map(({ first }) => first)),
  };
}

const LETTERS: readonly { readonly naming: Naming; readonly letters: ReadonlyMap<string, string> }[] = [
  { naming: "strategy", letters: new Map(Object.entries(STRATEGY_LETTERS)) },
  { naming: "verdict", letters: new Map(Object.entries(VERDICT_LETTERS)) },
  { naming: "plan", letters: new Map(Object.entries(PLAN_LETTERS)) },
  {
    naming: "refusal",
    letters: new Map(Object.entries(ERROR_CODES).map(([code, { status }]) => [code, String(status)])),
  },
];

function namingOf(name: string): Pick<Bucket, "naming" | "letter"> {
  for (const { naming, letters } of LETTERS) {
    const letter = letters.get(name);
    if (letter !== undefined) return { naming, letter };
  }
  return { naming: "other", letter: "" };
}
