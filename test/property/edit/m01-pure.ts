import type { TraceStep } from "../../../runtime/edit/mod.ts";
import { claimEqual } from "../claims.ts";
import { applyChange, type EditProperty } from "./edit-property.ts";
import { bucketOf, type EditEngine } from "./engine.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";

export const pure: EditProperty<EditCase> = (edit) => ({
  id: "M1",
  version: 1,
  title: "The same call gives the same answer and the same trace, whatever was asked in between",
  doc: "Strategies are pure: no state of one search (a global regular expression, a cache) leaks into the next.",
  kind: "pbt",
  arbitrary: editCase,
  run(value) {
    const first = answersOf(edit, value);
    edit.find(value.oldText, value.content);
    edit.find(`${value.content}\n${value.content}`, value.oldText, { replaceAll: true });
    claimEqual(answersOf(edit, value), first, "a second call answered");
  },
  classify: (value) => bucketOf(edit.find(value.content, value.oldText)),
  witnesses: ["exact", "line_trimmed", "escape_normalized", "block_anchor", "ambiguous", "not_found"],
  accepts: isEditCase,
});

function answersOf(edit: EditEngine, value: EditCase): unknown {
  const trace: TraceStep[] = [];
  const match = edit.find(value.content, value.oldText, {
    replaceAll: value.replaceAll,
    onStep: (step) => trace.push(step),
  });
  return { match, trace, outcome: applyChange(edit, value) };
}
