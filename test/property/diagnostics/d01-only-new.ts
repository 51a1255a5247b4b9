import { nat, record } from "fast-check";
import { keyOf, newFindings } from "../../../runtime/diagnostics/mod.ts";
import { claim, claimEqual } from "../claims.ts";
import { isCount, isRecordOf } from "../guards.ts";
import type { Property } from "../property.ts";
import { areFindings, type DrawnFinding, findings, textOf, toFinding } from "./generators.ts";

interface OnlyNewCase {
  readonly old: readonly DrawnFinding[];
  readonly added: readonly DrawnFinding[];
  /** Lines put in above everything. */
  readonly above: number;
}

export const onlyNew: Property<OnlyNewCase> = {
  id: "D1",
  version: 1,
  title: "What was found before is not new, wherever it moved; every further copy of a finding is",
  doc:
    "The same findings, moved down by lines put in above, are none; with some added, as many are new as there are more " +
    "of the same code and message than before. Past an error that ended the reading of the text before, fewer may be.",
  kind: "metamorphic",
  arbitrary: record({ old: findings, added: findings, above: nat(300) }),
  run({ old, added, above }) {
    const before = old.map((one) => toFinding(one));
    const moved = old.map((one) => toFinding(one, above));
    const texts = { before: textOf(60), after: textOf(above, "above") + textOf(60) };
    claimEqual(newFindings({ before, after: before }, { before: texts.before, after: texts.before }), [], "no change");
    claimEqual(newFindings({ before, after: moved }, texts), [], "the same findings further down");
    const more = added.map((one) => toFinding(one, above));
    const fresh = newFindings({ before, after: [...moved, ...more] }, texts);
    const [found, wanted] = [counted(fresh.map(keyOf)), counted(more.map(keyOf))];
    const isRead = !before.some(({ blocks }) => blocks);
    for (const [key, count] of Object.entries(wanted)) {
      const seen = found[key] ?? 0;
      claim(isRead ? seen === count : seen <= count, `${key}: ${seen} are new, ${count} were added`);
    }
    claim(
      Object.keys(found).every((key) => Object.hasOwn(wanted, key)),
      "something is new that was not added",
    );
  },
  classify({ old, added, above }) {
    if (old.some(({ blocks }) => blocks)) return "text before not read to its end";
    if (added.length === 0) return above > 0 ? "moved" : "the same";
    const known = new Set(old.map((one) => keyOf(toFinding(one))));
    return added.some((one) => known.has(keyOf(toFinding(one)))) ? "a further copy" : "added";
  },
  witnesses: ["text before not read to its end", "moved", "a further copy", "added"],
  accepts: isRecordOf<OnlyNewCase>({ old: areFindings, added: areFindings, above: isCount }),
};

function counted(keys: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}
