import { claim, claimEqual } from "../claims.ts";
import { applyChange, type EditProperty } from "./edit-property.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";
import { once } from "./once.ts";

export const oneReplacement: EditProperty<EditCase> = (edit) => {
  const applied = once((value: EditCase) => applyChange(edit, { ...value, replaceAll: false }));
  return {
    id: "M7",
    version: 1,
    title: "An edit without replace_all replaces exactly one place, and its result differs from the file",
    doc: "The promise of the whole tool: one place or none.",
    kind: "pbt",
    arbitrary: editCase,
    run(value) {
      const outcome = applied(value);
      if (outcome.kind === "refused") return;
      claimEqual([outcome.replacements, outcome.matchedLines.length], [1, 1], "replacements and matched lines");
      claim(outcome.content !== value.content, "the edit succeeded and changed nothing");
      const match = edit.find(value.content, value.oldText);
      claimEqual(match.candidates?.length, 1, "places of an edit that succeeded");
    },
    classify(value) {
      const outcome = applied(value);
      return outcome.kind === "edited" ? `edited by ${outcome.strategy}` : "refused";
    },
    witnesses: [
      "edited by exact",
      "edited by indentation_flexible",
      "edited by line_trimmed",
      "edited by whitespace_normalized",
      "edited by escape_normalized",
      "edited by line_number_stripped",
      "edited by typographic_normalized",
      "edited by block_anchor",
      "refused",
    ],
    accepts: isEditCase,
  };
};
