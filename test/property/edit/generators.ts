import { type Arbitrary, array, boolean, constant, constantFrom, nat, oneof, record, tuple } from "fast-check";
import { endsWithLineBreak, splitLines, textStart } from "../../../runtime/text/mod.ts";
import { type Guard, isFlag, isRecordOf, isText } from "../guards.ts";
import { DISTORTIONS, type Distortion } from "./distortions.ts";

/** A call of the edit tool on a file. */
export interface EditCase {
  readonly content: string;
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

export const isEditCase: Guard<EditCase> = isRecordOf<EditCase>({
  content: isText,
  oldText: isText,
  newText: isText,
  replaceAll: isFlag,
});

/**
 * Bodies of lines. Few and alike, so that what is looked for meets its like: lines that differ in nothing but
 * indentation, trailing space, inner space, quotes or escapes, and lines that repeat.
 */
const BODIES = [
  "a",
  "a ",
  "  a",
  "\ta",
  "    a",
  "a b",
  "a  b",
  "  a\tb ",
  "\u00a0a\u00a0b",
  "}",
  "    }",
  "",
  "  ",
  "\t",
  'say("a", b)',
  "say(\u201ca\u201d, b)",
  "it's b",
  "it\u2019s b",
  'say("a\\n");',
  "1: a",
  "...",
  "\u{1f600} a",
  "a\f",
  "$& $1 \\",
];

export const body: Arbitrary<string> = constantFrom(...BODIES);

/** How the lines of a file end. */
export interface FileStyle {
  /** Taken in turn, over and over. */
  readonly endings: readonly string[];
  /** Whether the last line has an end. */
  readonly terminated: boolean;
  readonly bom: boolean;
}

const ending = constantFrom("\n", "\r\n", "\r");

export const pureStyle: Arbitrary<FileStyle> = record({
  endings: tuple(constantFrom("\n", "\r\n", "\n", "\r\n", "\r")),
  terminated: boolean(),
  bom: constantFrom(false, false, false, true),
});

export const style: Arbitrary<FileStyle> = oneof(
  { arbitrary: pureStyle, weight: 3 },
  {
    arbitrary: record({
      endings: array(ending, { minLength: 2, maxLength: 4 }),
      terminated: boolean(),
      bom: constantFrom(false, false, false, true),
    }),
    weight: 1,
  },
);

export function textOf(bodies: readonly string[], { endings, terminated, bom }: FileStyle): string {
  const lines = bodies.map((line, index) => {
    const isOpen = index === bodies.length - 1 && !terminated;
    return line + (isOpen ? "" : (endings[index % endings.length] ?? "\n"));
  });
  return (bom ? "\ufeff" : "") + lines.join("");
}

const bodies = (minLength: number, maxLength: number): Arbitrary<string[]> => array(body, { minLength, maxLength });

/** What a needle may be called for: a new text that keeps, changes, adds or drops lines of it, or has nothing of it. */
type Revision = (oldText: string) => string;
const REVISIONS: readonly Revision[] = [
  () => "",
  () => "x",
  () => "$& $` $1 \\n \u0000",
  () => "x\r\n  y\ny\n",
  (oldText) => oldText,
  (oldText) => `${oldText}${endsWithLineBreak(oldText) ? "" : "\n"}  x`,
  (oldText) => `x\n${oldText}`,
  (oldText) => oldText.replace(/a/, () => "x"),
  (oldText) => oldText.replace(/b/g, () => "x y"),
  (oldText) => oldText.replace(/\n(?=[^\n]*$)/, () => "\n\n    if x:\n"),
  (oldText) =>
    oldText
      .split(/\r\n|\n|\r/)
      .slice(1)
      .join("\n"),
  (oldText) => `\ufeff${oldText}x`,
];

export const revision: Arbitrary<Revision> = constantFrom(...REVISIONS);

/** Text of any lines, and a needle that is some lines or characters of it, or of another text. */
const looseCase: Arbitrary<EditCase> = record({
  bodies: bodies(1, 10),
  style,
  other: bodies(1, 3),
  from: nat(9),
  height: constantFrom(1, 1, 2, 2, 3, 4),
  cut: tuple(nat(3), nat(3)),
  source: constantFrom("lines", "lines", "characters", "characters", "other", "blank"),
  distort: distortion(),
  salt: nat(23),
  revise: revision,
  replaceAll: boolean(),
}).map(({ from, height, cut, source, distort, salt, revise, replaceAll, ...given }) => {
  const content = textOf(given.bodies, given.style);
  const lines = splitLines(content, textStart(content));
  const first = from % Math.max(1, lines.length);
  const last = lines[Math.min(lines.length, first + height) - 1];
  const block = content.slice(lines[first]?.start, cut[0] === 0 ? last?.next : last?.end);
  const needles = {
    lines: distort.distort(given.bodies.slice(first, first + height), salt) + (cut[0] === 0 ? "\n" : ""),
    characters: block.slice(cut[0], Math.max(1, block.length - cut[1])),
    other: given.other.join("\n"),
    blank: [" ", "\n", "", "\t\n \n", "\ufeff"][salt % 5] ?? "",
  };
  const oldText = needles[source];
  return { content, oldText, newText: revise(oldText), replaceAll };
});

/** Copies of one block among other lines, each as it was, shifted or with its relative indentation lost. */
const blockCase: Arbitrary<EditCase> = record({
  before: bodies(0, 3),
  block: bodies(1, 5),
  copies: array(constantFrom<Copy>(same, same, shifted, flattened, spaced), { minLength: 1, maxLength: 3 }),
  after: bodies(0, 3),
  style,
  distort: distortion(),
  salt: nat(23),
  closed: boolean(),
  revise: revision,
  replaceAll: boolean(),
}).map(({ before, block, copies, after, style: fileStyle, distort, salt, closed, revise, replaceAll }) => {
  const content = textOf([...before, ...copies.flatMap((copy) => copy(block)), ...after], fileStyle);
  const oldText = distort.distort(block, salt) + (closed ? "\n" : "");
  return { content, oldText, newText: revise(oldText), replaceAll };
});

/** A function whose interior the needle does not have: of the like length, or far longer. */
const anchoredCase: Arbitrary<EditCase> = record({
  before: bodies(0, 2),
  depth: constantFrom("", "  ", "\t"),
  interior: array(oneof(body, constant(`${"long ".repeat(30)}`)), { minLength: 0, maxLength: 5 }),
  after: array(oneof(body, constantFrom("end", "  end", "open")), { maxLength: 3 }),
  style,
  invented: array(constantFrom("?", "c(?)", "...", "# rest unchanged", ""), { minLength: 1, maxLength: 3 }),
  needleDepth: constantFrom("", "", "  "),
  revise: revision,
  replaceAll: constantFrom(false, false, true),
}).map(({ before, depth, interior, after, style: fileStyle, invented, needleDepth, revise, replaceAll }) => {
  const block = [`${depth}open`, ...interior.map((line) => `${depth}  ${line}`), `${depth}end`];
  const content = textOf([...before, ...block, ...after], fileStyle);
  const oldText = [`${needleDepth}open`, ...invented, `${needleDepth}end`].join("\n");
  return { content, oldText, newText: revise(oldText), replaceAll };
});

/** One character over and over, so that places overlap. */
const overlappingCase: Arbitrary<EditCase> = record({
  unit: constantFrom("a", "}\n", "a\n", "ab", " a\n"),
  times: nat(6),
  needleTimes: constantFrom(1, 2, 2, 3),
  before: constantFrom("", "b", "b\n"),
  indent: constantFrom("", "", "  "),
  revise: revision,
  replaceAll: boolean(),
}).map(({ unit, times, needleTimes, before, indent, revise, replaceAll }) => {
  const oldText = indent + unit.repeat(needleTimes);
  return { content: before + unit.repeat(times), oldText, newText: revise(oldText), replaceAll };
});

export const editCase: Arbitrary<EditCase> = oneof(
  { arbitrary: looseCase, weight: 4 },
  { arbitrary: blockCase, weight: 4 },
  { arbitrary: anchoredCase, weight: 2 },
  { arbitrary: overlappingCase, weight: 1 },
);

export function distortion(): Arbitrary<Distortion> {
  return constantFrom<Distortion>(...DISTORTIONS);
}

type Copy = (block: readonly string[]) => readonly string[];

function same(block: readonly string[]): readonly string[] {
  return block;
}

function shifted(block: readonly string[]): readonly string[] {
  return block.map((line) => `  ${line}`);
}

function flattened(block: readonly string[]): readonly string[] {
  return block.map((line) => line.replace(/^[ \t]+/, ""));
}

function spaced(block: readonly string[]): readonly string[] {
  return block.map((line) => line.replace(/ (?=\S)/g, () => "  "));
}
