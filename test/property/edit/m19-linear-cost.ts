import { type Arbitrary, boolean, constantFrom, integer, record } from "fast-check";
import { claim } from "../claims.ts";
import { isCount, isFlag, isOneOf, isRecordOf } from "../guards.ts";
import type { EditProperty } from "./edit-property.ts";

/** Files that make a search repeat itself: line `index` of `count`. */
const FAMILIES = {
  "one line over and over": () => "  a",
  "two lines in turn": (index) => (index % 2 === 0 ? "a b" : "\tb a"),
  "one block, its last line odd": (index) => (index % 40 === 39 ? `end ${index}` : `step(${index % 40});`),
  "a staircase": (index) => `${" ".repeat(index % 60)}a`,
  "blank lines": (index) => (index % 50 === 0 ? "a" : ""),
  "openings without a closing": (index) => (index % 3 === 0 ? "open {" : "  x"),
  "spaces within": (index) => `a${" ".repeat(index % 40)}b`,
  "quotes and escapes": (index) => `say("\u201c\\"${index % 7}\\"\u201d\u00a0");`,
  "one long line": () => "",
  "all different": (index) => `let v${index} = w${index * 7};`,
} as const satisfies Readonly<Record<string, (index: number) => string>>;

/** What is done to lines of the file to make the needle of them. */
const NEEDLES = {
  "as it is": (text) => text,
  "last line odd": (text) => `${text}x`,
  shifted: (text) => text.replace(/^(?=.)/gm, () => "   "),
  spaced: (text) => text.replace(/ /g, () => " \t "),
  escaped: (text) => text.replace(/["\\]/g, (character) => `\\${character}`).replace(/\n/g, () => "\\n"),
  "interior invented": (text) => text.replace(/\n[\s\S]*\n/, () => "\n?\n?\n"),
  unlike: () => "nothing\nlike\nthis\n",
} as const satisfies Readonly<Record<string, (text: string) => string>>;

const ENDINGS = ["\n", "\r\n", "\r"] as const;

interface CostCase {
  readonly family: keyof typeof FAMILIES;
  readonly needle: keyof typeof NEEDLES;
  readonly ending: (typeof ENDINGS)[number];
  readonly lines: number;
  readonly needleLines: number;
  /** Whether the needle ends with a line break. */
  readonly closed: boolean;
}

const FAMILY_NAMES = namesOf(FAMILIES);
const NEEDLE_NAMES = namesOf(NEEDLES);

const costCase: Arbitrary<CostCase> = record({
  family: constantFrom(...FAMILY_NAMES),
  needle: constantFrom(...NEEDLE_NAMES),
  ending: constantFrom(...ENDINGS),
  lines: integer({ min: 200, max: 3000 }),
  needleLines: constantFrom(1, 2, 10, 100, 400),
  closed: boolean(),
});

/** Steps allowed for each character of file and needle, and for being asked at all. */
const STEPS_A_CHARACTER = 32;
const STEPS_AT_LEAST = 1 << 17;

export const linearCost: EditProperty<CostCase> = (edit) => ({
  id: "M19",
  version: 1,
  title: "A search takes a number of steps linear in file and needle, however the two repeat themselves",
  doc:
    "Steps are counted, not timed. Files of up to 3,000 lines made to be searched again and again: equal lines, periods, " +
    "near blocks, staircases, openings without closings, one long line.",
  kind: "cost",
  arbitrary: costCase,
  run(value) {
    const { content, oldText } = textsOf(value);
    const steps = edit.cost(content, oldText);
    const allowed = STEPS_AT_LEAST + STEPS_A_CHARACTER * (content.length + oldText.length);
    claim(
      steps <= allowed,
      `${steps} steps for ${content.length} and ${oldText.length} characters, ${allowed} allowed`,
    );
  },
  classify: ({ family }) => family,
  witnesses: FAMILY_NAMES,
  accepts: isRecordOf<CostCase>({
    family: isOneOf(FAMILY_NAMES),
    needle: isOneOf(NEEDLE_NAMES),
    ending: isOneOf(ENDINGS),
    lines: isCount,
    needleLines: isCount,
    closed: isFlag,
  }),
});

function textsOf({ family, needle, ending, lines, needleLines, closed }: CostCase) {
  if (family === "one long line") {
    const content = "a b\t".repeat(lines * 4);
    return { content, oldText: NEEDLES[needle](content.slice(-needleLines * 8)) };
  }
  const bodies = Array.from({ length: lines }, (_, index) => FAMILIES[family](index));
  // The end of the file, so that every way from the start has to be tried before.
  const copied = bodies.slice(-needleLines).join("\n");
  return { content: bodies.join(ending) + ending, oldText: NEEDLES[needle](copied) + (closed ? "\n" : "") };
}

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  const isName = (key: string): key is Name => Object.hasOwn(table, key);
  return Object.keys(table).filter(isName);
}
