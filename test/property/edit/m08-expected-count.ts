import { nat, record } from "fast-check";
import { claimEqual } from "../claims.ts";
import { isCount, isRecordOf, isText } from "../guards.ts";
import type { EditProperty } from "./edit-property.ts";
import { editCase } from "./generators.ts";

interface CountedCase {
  readonly content: string;
  readonly oldText: string;
  readonly expected: number;
}

export const expectedCount: EditProperty<CountedCase> = (edit) => ({
  id: "M8",
  version: 1,
  title: "expected_replacements admits its own number and no other, also under replace_all",
  doc: "With the right number the answer is as without one; with another it is refused. It never stands for replace_all.",
  kind: "pbt",
  arbitrary: record({ edited: editCase, expected: nat(3) }).map(({ edited: { content, oldText }, expected }) => ({
    content,
    oldText,
    expected,
  })),
  run({ content, oldText, expected }) {
    for (const replaceAll of [false, true]) {
      const free = edit.find(content, oldText, { replaceAll });
      const bound = edit.find(content, oldText, { replaceAll, expectedReplacements: expected });
      if (free.kind === "matched" && free.candidates.length !== expected) {
        const told = bound.kind === "refused" ? bound.errorCode : bound.kind;
        claimEqual(told, "unexpected_replacement_count", `${free.candidates.length} places, ${expected} expected`);
      } else if (free.kind === "matched" || free.errorCode === "ambiguous") {
        claimEqual(bound, free, "the answer with a number that says nothing new");
      } else {
        claimEqual(bound.kind, "refused", "what is refused without a number, with one");
      }
    }
  },
  classify({ content, oldText, expected }) {
    const free = edit.find(content, oldText, { replaceAll: true });
    if (free.kind === "refused") return "refused anyway";
    const count = free.candidates.length === 1 ? "one place" : "several places";
    return `${count}, ${free.candidates.length === expected ? "as expected" : "not as expected"}`;
  },
  witnesses: [
    "refused anyway",
    "one place, as expected",
    "one place, not as expected",
    "several places, as expected",
    "several places, not as expected",
  ],
  accepts: isRecordOf<CountedCase>({ content: isText, oldText: isText, expected: isCount }),
});
