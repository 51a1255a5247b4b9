import { claim, claimEqual } from "../claims.ts";
import { applyChange, type EditProperty } from "./edit-property.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";
import { lineOf, literalSites, overlap } from "./naive.ts";
import { once } from "./once.ts";

export const ambiguity: EditProperty<EditCase> = (edit) => {
  const applied = once((value: EditCase) => applyChange(edit, { ...value, replaceAll: false }));
  return {
    id: "M6",
    version: 1,
    title: "Two places and no replace_all: refused as ambiguous, with the first ten lines named in order and truly",
    doc:
      "Places of the literal text are counted here by comparing at every offset, so overlapping ones count. A refusal " +
      "carries no content: there is nothing to write.",
    kind: "pbt",
    arbitrary: editCase,
    run(value) {
      const { content, oldText } = value;
      const sites = literalSites(content, oldText);
      const outcome = applied(value);
      if (sites.length > 1) {
        claimEqual(
          outcome.kind === "refused" ? [outcome.errorCode, outcome.strategy] : ["edited", outcome.strategy],
          ["ambiguous", "exact"],
          `the text stands at ${sites.length} places`,
        );
      }
      if (outcome.kind === "edited" || outcome.errorCode !== "ambiguous") return;
      claim(!("content" in outcome), "a refusal came with a content");
      claim(outcome.strategy !== undefined, "an ambiguity without a strategy");
      const places = edit.propose(outcome.strategy, content, oldText);
      const lines = [...new Set(places.map(({ start }) => lineOf(content, start)))];
      claimEqual(
        lines,
        [...lines].sort((a, b) => a - b),
        "lines of the places",
      );
      claimEqual(linesNamed(outcome.message), lines.slice(0, 10), "lines named in the message");
    },
    classify(value) {
      const outcome = applied(value);
      if (outcome.kind === "edited") return "one place";
      if (outcome.errorCode !== "ambiguous") return "another refusal";
      if (outcome.strategy !== "exact") return `ambiguous under ${outcome.strategy}`;
      const { content, oldText } = value;
      return overlap(literalSites(content, oldText)) ? "ambiguous, overlapping" : "ambiguous under exact";
    },
    witnesses: [
      "one place",
      "another refusal",
      "ambiguous under exact",
      "ambiguous, overlapping",
      "ambiguous under indentation_flexible",
      "ambiguous under line_trimmed",
      "ambiguous under whitespace_normalized",
      "ambiguous under block_anchor",
    ],
    accepts: isEditCase,
  };
};

function linesNamed(message: string): readonly number[] {
  const [, list = ""] = /\(lines? ([\d, ]+?)(?:, \.\.\.)?\)/.exec(message) ?? [];
  return list.split(", ").map(Number);
}
