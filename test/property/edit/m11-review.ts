import { isBlank, trim } from "../../../runtime/text/mod.ts";
import { claim, claimEqual, shown } from "../claims.ts";
import { applyChange, type EditProperty, spanOf } from "./edit-property.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";
import { writtenText } from "./naive.ts";
import { once } from "./once.ts";

/** The strategies that read the needle as something else than it says, and may find the same fault in the new text. */
const READING_FAULTS: readonly string[] = ["escape_normalized", "line_number_stripped"];

export const review: EditProperty<EditCase> = (edit) => {
  const applied = once((value: EditCase) => applyChange(edit, { ...value, replaceAll: false }));
  return {
    id: "M11",
    version: 1,
    title: "requires_review is block_anchor's alone; new text that was decoded or stripped is said in its own field",
    doc:
      "Where no adjustment is reported, each line of the new text that the old text does not have stands in the result as " +
      "it was given, indentation aside.",
    kind: "pbt",
    arbitrary: editCase,
    run(value) {
      const outcome = applied(value);
      if (outcome.kind === "refused") return;
      claimEqual(
        outcome.requiresReview,
        outcome.strategy === "block_anchor",
        `requires_review under ${outcome.strategy}`,
      );
      const isReading = READING_FAULTS.includes(outcome.strategy);
      const adjusted = outcome.newTextAdjusted;
      if (adjusted.length > 0) {
        claim(isReading, () => `${outcome.strategy} reports adjusted new text: ${shown(adjusted)}`);
        return;
      }
      if (!isReading) return;
      const written = writtenText(value.content, spanOf(edit, value), outcome.content) ?? "";
      for (const line of newLines(value)) {
        claim(
          written.includes(line),
          () => `${shown(line)} of new_text was changed and nothing said so: ${shown(written)}`,
        );
      }
    },
    classify(value) {
      const outcome = applied(value);
      if (outcome.kind === "refused") return "refused";
      if (outcome.requiresReview) return "for review";
      const isReading = READING_FAULTS.includes(outcome.strategy);
      if (!isReading) return "without";
      return outcome.newTextAdjusted.length > 0
        ? `adjusted under ${outcome.strategy}`
        : `as given under ${outcome.strategy}`;
    },
    witnesses: [
      "refused",
      "for review",
      "without",
      "adjusted under escape_normalized",
      "as given under escape_normalized",
      "adjusted under line_number_stripped",
      "as given under line_number_stripped",
    ],
    accepts: isEditCase,
  };
};

/** Trimmed; without those the old text has too, which stay as the file has them. */
function newLines({ oldText, newText }: EditCase): readonly string[] {
  const old = new Set(oldText.split(/\r\n|\n|\r/));
  const lines = newText.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  return lines.filter((line) => !old.has(line) && !isBlank(line)).map(trim);
}
