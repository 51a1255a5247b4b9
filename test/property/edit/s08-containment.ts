import { claim, claimEqual, shown } from "../claims.ts";
import { applyChange, type EditProperty } from "./edit-property.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";
import { gapsOf } from "./naive.ts";
import { once } from "./once.ts";

export const containment: EditProperty<EditCase> = (edit) => {
  const applied = once((value: EditCase) => applyChange(edit, value));
  return {
    id: "S8",
    version: 1,
    title: "Under replace_all, too, the text before, between and behind the spans is in the result, in order and whole",
    doc: "Each gap is looked for behind the one before it; the first and the last stand at the very ends.",
    kind: "pbt",
    arbitrary: editCase.map((value) => ({ ...value, replaceAll: true })),
    run(value) {
      const { content, oldText } = value;
      const outcome = applied(value);
      if (outcome.kind === "refused") return;
      const match = edit.find(content, oldText, { replaceAll: true });
      claim(match.kind === "matched", "applied an edit whose places are not found again");
      claimEqual(outcome.replacements, match.candidates.length, "replacements");
      const gaps = gapsOf(content, match.candidates);
      const [first = "", last = ""] = [gaps[0], gaps.at(-1)];
      claim(outcome.content.startsWith(first), () => `the text before the spans is not there: ${shown(first)}`);
      claim(outcome.content.endsWith(last), () => `the text behind the spans is not there: ${shown(last)}`);
      let reached = first.length;
      for (const gap of gaps.slice(1, -1)) {
        const at = outcome.content.indexOf(gap, reached);
        claim(at >= 0, () => `text between two spans is not there: ${shown(gap)}`);
        reached = at + gap.length;
      }
      claim(reached <= outcome.content.length - last.length, "the kept texts overlap in the result");
    },
    classify(value) {
      const outcome = applied(value);
      if (outcome.kind === "refused") return "refused";
      if (outcome.replacements === 1) return "one place";
      return outcome.strategy === "exact" ? "several places, exact" : "several places, inexact";
    },
    witnesses: ["refused", "one place", "several places, exact", "several places, inexact"],
    accepts: isEditCase,
  };
};
