import { claim, claimEqual } from "../claims.ts";
import { applyChange, type EditProperty } from "./edit-property.ts";
import { bucketOf, type EditEngine, type RegisteredMatcher } from "./engine.ts";
import { type EditCase, editCase, isEditCase } from "./generators.ts";

const STRICTEST_FIRST = [
  "exact",
  "indentation_flexible",
  "line_trimmed",
  "whitespace_normalized",
  "escape_normalized",
  "line_number_stripped",
  "typographic_normalized",
  "block_anchor",
] as const;

/** Of each pair the second accepts all that the first accepts. */
const SHADOWS = [
  ["indentation_flexible", "line_trimmed"],
  ["line_trimmed", "whitespace_normalized"],
] as const;

export const order: EditProperty<EditCase> = (edit) => ({
  id: "M5",
  version: 1,
  title: "The strictest strategy that finds anything decides; asked behind a looser one, it would never decide",
  doc:
    "Its distribution is the point: every strategy and every refusal of the engine is reached. In the reordered chain " +
    "the shadowed strategy decides nothing, ever.",
  kind: "metamorphic",
  arbitrary: editCase,
  run({ content, oldText }) {
    const strictest = STRICTEST_FIRST.find((name) => edit.propose(name, content, oldText).length > 0);
    claimEqual(edit.find(content, oldText).strategy ?? null, strictest ?? null, "the deciding strategy");
    for (const [stricter, looser] of SHADOWS) {
      const { strategy } = edit.decide(swapped(edit, stricter, looser), content, oldText, {});
      claim(strategy !== stricter, `${stricter} decided although ${looser} was asked before it`);
    }
  },
  classify: (value) => bucketOf(applyChange(edit, value)),
  witnesses: [
    ...STRICTEST_FIRST,
    "empty_needle",
    "not_found",
    "ambiguous",
    "overlapping_matches",
    "oversized_span",
    "elision_placeholder",
    "replace_all_not_allowed",
    "no_sound_mapping",
    "no_change",
  ],
  accepts: isEditCase,
});

function swapped(edit: EditEngine, stricter: string, looser: string): readonly RegisteredMatcher[] {
  const rest = edit.matchers.filter(({ name }) => name !== looser);
  const moved = edit.matchers.filter(({ name }) => name === looser);
  const at = rest.findIndex(({ name }) => name === stricter);
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)];
}
