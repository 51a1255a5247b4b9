import { type Arbitrary, array, boolean, constantFrom, nat, record } from "fast-check";
import { claim, claimEqual } from "../claims.ts";
import { isOneOf, isRecordOf, isText } from "../guards.ts";
import { DISTORTIONS } from "./distortions.ts";
import { applyChange, type EditProperty } from "./edit-property.ts";

const FAULTS = ["none", "indented", "dedented", "indentation lost", "inner space", "typographic"] as const;

/** An edit of a block whose last line is empty in the file and whitespace in old text, without a terminator. */
interface BlankTailCase {
  readonly content: string;
  readonly oldText: string;
  readonly newText: string;
  /** The file without the lines left out of new text; all else to the byte. */
  readonly expected: string;
  readonly fault: (typeof FAULTS)[number];
}

const blankTail: Arbitrary<BlankTailCase> = record({
  count: constantFrom(2, 3, 4, 5),
  unit: constantFrom("  ", "\t"),
  ending: constantFrom("\n", "\r\n", "\r"),
  tail: constantFrom(" ", "    ", "\t"),
  kept: array(boolean(), { minLength: 5, maxLength: 5 }),
  fault: constantFrom(...FAULTS),
  salt: nat(23),
})
  .filter(({ count, kept }) => kept.slice(0, count).includes(true) && kept.slice(0, count).includes(false))
  .map(({ count, unit, ending, tail, kept, fault, salt }) => {
    const block = Array.from({ length: count }, (_, id) => `${unit.repeat(1 + (id % 2))}say${id} "a ${id}";`);
    const distorted = (DISTORTIONS.find(({ name }) => name === fault)?.distort(block, salt) ?? "").split("\n");
    const part = (lines: readonly string[]) => lines.filter((_, index) => kept[index] === true);
    const file = (lines: readonly string[]) => ["top", ...lines, "", "end", ""].join(ending);
    return {
      content: file(block),
      oldText: [...distorted, tail].join("\n"),
      newText: [...part(distorted), tail].join("\n"),
      expected: file(part(block)),
      fault,
    };
  });

export const whitespaceLineAtTheEnd: EditProperty<BlankTailCase> = (edit) => ({
  id: "S10",
  version: 1,
  title: "A last line of whitespace alone stands for the empty line of the file, and the lines before it for their own",
  doc:
    "The file's line is empty and stays so. Lines are taken out of new text and nothing else is changed, so the result is " +
    "known to the byte; an empty line that is lost, or a line paired with its neighbour, gives another.",
  kind: "pbt",
  arbitrary: blankTail,
  run(value) {
    const outcome = applyChange(edit, value);
    claim(outcome.kind === "edited", () => (outcome.kind === "refused" ? `refused: ${outcome.message}` : ""));
    claimEqual(outcome.content, value.expected, `the file after an edit by ${outcome.strategy}`);
  },
  classify: ({ fault }) => fault,
  witnesses: FAULTS,
  accepts: isRecordOf<BlankTailCase>({
    content: isText,
    oldText: isText,
    newText: isText,
    expected: isText,
    fault: isOneOf(FAULTS),
  }),
});
