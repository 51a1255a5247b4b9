import { type Arbitrary, array, constantFrom, nat, oneof, record } from "fast-check";
import { isBlank } from "../../../runtime/text/mod.ts";
import { claim, claimEqual } from "../claims.ts";
import { isRecordOf, isText } from "../guards.ts";
import { applyChange, type EditProperty } from "./edit-property.ts";
import { once } from "./once.ts";

/** An edit of a whole block that stands in the file at another depth than in the needle. */
interface ShiftedCase {
  readonly content: string;
  readonly oldText: string;
  readonly newText: string;
  /** The file after the edit: the new text at the file's depth. */
  readonly expected: string;
}

interface Row {
  /** Levels beyond the block's own. */
  readonly depth: number;
  /** Null for a blank line. */
  readonly word: string | null;
}

const oldRow: Arbitrary<Row> = record({ depth: nat(2), word: constantFrom("a", "b", "c()") });
const blankRow: Arbitrary<Row> = record({ depth: constantFrom(0), word: constantFrom(null) });
const newRow: Arbitrary<Row> = record({ depth: nat(3), word: constantFrom("x", "y", "z()", "a") });

const shifted: Arbitrary<ShiftedCase> = record({
  unit: constantFrom("  ", "    ", "\t"),
  fileDepth: nat(3),
  needleDepth: nat(3),
  head: oldRow,
  old: array(oneof({ arbitrary: oldRow, weight: 3 }, { arbitrary: blankRow, weight: 1 }), { maxLength: 4 }),
  tail: oldRow,
  revised: array(oneof({ arbitrary: newRow, weight: 3 }, { arbitrary: blankRow, weight: 1 }), { maxLength: 4 }),
  // A last line that is blank would be the line break of the line before.
  last: newRow,
  around: constantFrom("", "other\n"),
})
  .filter(({ fileDepth, needleDepth }) => fileDepth !== needleDepth)
  .map(({ unit, fileDepth, needleDepth, head, old, tail, revised: others, last, around }) => {
    const block = numbered([head, ...old, tail]);
    const revised = [...others, last];
    const at = (depth: number, rows: readonly Row[]) =>
      rows.map((row) => (row.word === null ? "" : unit.repeat(depth + row.depth) + row.word)).join("\n");
    return {
      content: `${around}${at(fileDepth, block)}\n${around}`,
      oldText: at(needleDepth, block),
      newText: at(needleDepth, revised),
      expected: `${around}${at(fileDepth, revised)}\n${around}`,
    };
  });

/** No two lines of the block are equal, so that it stands once. */
function numbered(rows: readonly Row[]): readonly Row[] {
  return rows.map(({ depth, word }, index) => ({ depth, word: word === null ? null : `${word}${index}` }));
}

export const relativeIndentation: EditProperty<ShiftedCase> = (edit) => {
  const applied = once((value: ShiftedCase) => applyChange(edit, value));
  return {
    id: "S4",
    version: 1,
    title:
      "A block found at another depth is written at that depth: relative indentation stays, blank lines gain no spaces",
    doc:
      "Old text, new text and file use one character for indentation and differ by a uniform shift, so the result is known " +
      "to the byte.",
    kind: "pbt",
    arbitrary: shifted,
    run(value) {
      const outcome = applied(value);
      if (outcome.kind === "refused") {
        claim(value.expected === value.content, `refused: ${outcome.message}`);
        claimEqual(outcome.errorCode, "no_change", "the refusal");
        return;
      }
      claimEqual(outcome.content, value.expected, `the file after an edit by ${outcome.strategy}`);
    },
    classify(value) {
      const outcome = applied(value);
      if (outcome.kind === "refused") return outcome.errorCode;
      const isDeeper = indentOf(value.content.replace(/^other\n/, "")) > indentOf(value.oldText);
      const hasBlank = value.newText.split("\n").some(isBlank);
      return `${isDeeper ? "deeper" : "shallower"}${hasBlank ? ", with blank lines" : ""}`;
    },
    witnesses: ["deeper", "deeper, with blank lines", "shallower", "shallower, with blank lines"],
    accepts: isRecordOf<ShiftedCase>({ content: isText, oldText: isText, newText: isText, expected: isText }),
  };
};

function indentOf(text: string): number {
  return /^[ \t]*/.exec(text)?.[0].length ?? 0;
}
