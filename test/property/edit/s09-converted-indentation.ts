import { type Arbitrary, array, constantFrom, nat, record } from "fast-check";
import { claim, claimEqual } from "../claims.ts";
import { isRecordOf, isText } from "../guards.ts";
import { applyChange, type EditProperty } from "./edit-property.ts";

/** An edit of a block that the file indents by another unit than old and new text. */
interface ConvertedCase {
  readonly content: string;
  readonly oldText: string;
  readonly newText: string;
  /** The file after the edit: the new text, level by level in the file's unit. */
  readonly expected: string;
  readonly units: string;
}

interface Row {
  readonly depth: number;
  readonly word: string;
}

const UNITS = { tabs: "\t", "two spaces": "  ", "four spaces": "    " } as const;
const unitName = constantFrom("tabs", "two spaces", "four spaces");

const converted: Arbitrary<ConvertedCase> = record({
  fileUnit: unitName,
  modelUnit: unitName,
  baseDepth: nat(2),
  inner: array(record<Row>({ depth: constantFrom(1, 1, 2), word: constantFrom("a", "b") }), {
    minLength: 1,
    maxLength: 3,
  }),
  revised: array(record<Row>({ depth: constantFrom(0, 1, 1, 2, 3), word: constantFrom("x", "y(1, 2)", "z") }), {
    minLength: 1,
    maxLength: 4,
  }),
})
  .filter(({ fileUnit, modelUnit }) => fileUnit !== modelUnit)
  .map(({ fileUnit, modelUnit, baseDepth, inner, revised }) => {
    // Lines at two depths or more, the first of them one step apart, so that both units can be read off the block.
    const rows: Row[] = [
      { depth: 0, word: "open" },
      { depth: 1, word: "first" },
      ...inner,
      { depth: 0, word: "close" },
    ];
    const block = rows.map(({ depth, word }, index) => ({ depth: baseDepth + depth, word: `${word}${index}` }));
    const changed = [...block.slice(0, 2), ...revised.map(({ depth, word }) => ({ depth: baseDepth + depth, word }))];
    const lay = (unit: string, lines: readonly Row[]) =>
      lines.map(({ depth, word }) => unit.repeat(depth) + word).join("\n");
    const [file, model] = [UNITS[fileUnit], UNITS[modelUnit]];
    return {
      content: `top\n${lay(file, block)}\n`,
      oldText: lay(model, block),
      newText: lay(model, changed),
      expected: `top\n${lay(file, changed)}\n`,
      units: `${modelUnit} into ${fileUnit}`,
    };
  });

export const convertedIndentation: EditProperty<ConvertedCase> = (edit) => ({
  id: "S9",
  version: 1,
  title: "New text in another unit of indentation is written in the file's, level by level",
  doc:
    "Tabs against spaces, two spaces against four. Counting characters instead leaves a tab file with stray spaces. The " +
    "block shows both units, so the result is known to the byte.",
  kind: "pbt",
  arbitrary: converted,
  run(value) {
    const outcome = applyChange(edit, value);
    claim(outcome.kind === "edited", () => (outcome.kind === "refused" ? `refused: ${outcome.message}` : ""));
    claimEqual(outcome.content, value.expected, `the file after an edit by ${outcome.strategy}`);
  },
  classify: ({ units }) => units,
  witnesses: [
    "tabs into two spaces",
    "tabs into four spaces",
    "two spaces into tabs",
    "two spaces into four spaces",
    "four spaces into tabs",
    "four spaces into two spaces",
  ],
  accepts: isRecordOf<ConvertedCase>({
    content: isText,
    oldText: isText,
    newText: isText,
    expected: isText,
    units: isText,
  }),
});
