import { type Arbitrary, array, boolean, constantFrom, nat, record } from "fast-check";
import { textStart } from "../../../runtime/text/mod.ts";
import { claim, claimEqual, shown } from "../claims.ts";
import { isCount, isOneOf, isRecordOf, isText } from "../guards.ts";
import { DISTORTIONS, type Distortion } from "./distortions.ts";
import type { EditProperty } from "./edit-property.ts";
import { distortion, style, textOf } from "./generators.ts";
import { lineOf } from "./naive.ts";

interface PlantedCase {
  readonly content: string;
  readonly oldText: string;
  /** What was done to the block to make the needle of it. */
  readonly fault: Distortion["name"];
  /** Lines of the block, from 1. */
  readonly firstLine: number;
  readonly lastLine: number;
}

/** A line that no other line equals under any comparison: the number is in its first and in its last word. */
interface PlantedLine {
  readonly depth: number;
  readonly form: number;
}

const FORMS: readonly ((id: number) => string)[] = [
  (id) => `fn${id} (x, y${id});`,
  (id) => `say${id} ("a", "b${id}");`,
  (id) => `it's${id} b's${id};`,
  (id) => `let v${id} =  w${id};`,
  (id) => `echo${id} "a\\nb" c${id};`,
  (id) => `\u201cq${id}\u201d is\u00a0q${id};`,
  (id) => `if${id}\t{ z${id};`,
  (id) => `\u{1f600}${id} \u{1f600}${id};`,
];

const planted: Arbitrary<PlantedCase> = record({
  lines: array(record<PlantedLine>({ depth: nat(3), form: nat(FORMS.length - 1) }), { minLength: 6, maxLength: 16 }),
  indent: constantFrom("  ", "\t", "    "),
  trail: constantFrom("", "", " "),
  at: nat(15),
  height: constantFrom(1, 2, 3, 3, 4, 5),
  decoy: constantFrom("none", "first line differs", "last line differs"),
  decoyBefore: boolean(),
  style,
  fault: distortion(),
  salt: nat(23),
  closed: boolean(),
}).map(({ lines, indent, trail, at, height, decoy, decoyBefore, style: fileStyle, fault, salt, closed }) => {
  const bodies = lines.map(({ depth, form }, id) => indent.repeat(depth) + (FORMS[form]?.(id) ?? "") + trail);
  const first = at % (bodies.length - height + 1);
  const block = bodies.slice(first, first + height);
  const rest = [bodies.slice(0, first), bodies.slice(first + height)] as const;
  const twin = decoyOf(block, decoy);
  const before = decoyBefore ? [...twin, ...rest[0]] : rest[0];
  const after = decoyBefore ? rest[1] : [...rest[1], ...twin];
  return {
    content: textOf([...before, ...block, ...after], fileStyle),
    oldText: fault.distort(block, salt) + (closed && fault.name !== "escaped" ? "\n" : ""),
    fault: fault.name,
    firstLine: before.length + 1,
    lastLine: before.length + height,
  };
});

/** The block with one letter more: near enough that a tolerant search would take it. */
function decoyOf(block: readonly string[], kind: string): readonly string[] {
  if (kind === "none") return [];
  const odd = kind === "first line differs" ? 0 : block.length - 1;
  return block.map((line, index) => (index === odd ? line.replace(/\d/, (digit) => `x${digit}`) : line));
}

export const plantAndPerturb: EditProperty<PlantedCase> = (edit) => ({
  id: "M14",
  version: 1,
  title: "A block that stands once is found under each known fault of copying, and never another place",
  doc:
    "The block is planted among lines that none of its own equals, beside a copy that differs in one letter. A fault the " +
    "product claims to read must be read; others (an invented interior, a wrong word) may be refused, but no other lines " +
    "may be taken.",
  kind: "metamorphic",
  arbitrary: planted,
  run({ content, oldText, fault, firstLine, lastLine }) {
    const match = edit.find(content, oldText);
    if (match.kind === "refused") {
      const isRecoverable = DISTORTIONS.some(({ name, isRecoverable }) => name === fault && isRecoverable);
      claim(!isRecoverable, () => `a block with the fault "${fault}" was refused: ${match.message}`);
      return;
    }
    const lines = match.candidates.map(({ start, end }) => [lineOf(content, start), lineOf(content, end - 1)]);
    claimEqual(lines, [[firstLine, lastLine]], `lines taken for a block with the fault "${fault}"`);
    const [span] = match.candidates;
    claim(span === undefined || span.start >= textStart(content), () => `the span ${shown(span)} holds the mark`);
  },
  classify({ content, oldText, fault }) {
    const match = edit.find(content, oldText);
    return `${fault}: ${match.kind === "matched" ? match.strategy : "refused"}`;
  },
  witnesses: [
    "none: exact",
    "other line ends: exact",
    "indented: indentation_flexible",
    "dedented: indentation_flexible",
    "indentation lost: line_trimmed",
    "trailing space: indentation_flexible",
    "inner space: whitespace_normalized",
    "escaped: escape_normalized",
    "numbered: line_number_stripped",
    "typographic: typographic_normalized",
    "interior invented: block_anchor",
    "interior elided: refused",
    "a word wrong: refused",
  ],
  accepts: isRecordOf<PlantedCase>({
    content: isText,
    oldText: isText,
    fault: isOneOf(DISTORTIONS.map(({ name }) => name)),
    firstLine: isCount,
    lastLine: isCount,
  }),
});
