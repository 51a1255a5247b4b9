import { claim, claimEqual, shown } from "../claims.ts";
import type { EditProperty } from "./edit-property.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";
import { literalSites, overlap } from "./naive.ts";

export const disjoint: EditProperty<EditCase> = (edit) => ({
  id: "M9",
  version: 1,
  title: "Spans accepted under replace_all are disjoint; places that share text are refused",
  doc: "`aa` stands twice in `aaa`. Which two letters were meant is not known, so neither is replaced.",
  kind: "pbt",
  arbitrary: editCase,
  run({ content, oldText }) {
    const match = edit.find(content, oldText, { replaceAll: true });
    const sites = literalSites(content, oldText);
    if (overlap(sites)) {
      const told = match.kind === "refused" ? match.errorCode : match.kind;
      claimEqual(told, "overlapping_matches", `the text stands at overlapping places ${shown(sites)}`);
    }
    if (match.kind === "refused") return;
    for (const [index, { start }] of match.candidates.entries()) {
      const earlier = match.candidates[index - 1];
      claim(earlier === undefined || earlier.end <= start, () => `accepted spans overlap: ${shown(match.candidates)}`);
    }
    if (match.strategy === "exact") {
      const found = match.candidates.map(({ start, end }) => [start, end]);
      claimEqual(found, sites, "places that replace_all replaces");
    }
  },
  classify({ content, oldText }) {
    const match = edit.find(content, oldText, { replaceAll: true });
    if (match.kind === "refused") return match.errorCode === "overlapping_matches" ? "overlapping" : "other refusal";
    return match.candidates.length > 1 ? `several by ${match.strategy}` : "one";
  },
  witnesses: [
    "overlapping",
    "other refusal",
    "one",
    "several by exact",
    "several by indentation_flexible",
    "several by line_trimmed",
    "several by whitespace_normalized",
  ],
  accepts: isEditCase,
});
