import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyEdit,
  findEditMatch,
  ignoredDifferences,
  MATCHERS,
  type MatchStrategy,
  transplant,
} from "../../runtime/edit/mod.ts";
import { countEndings, dominantEnding, endsWithLineBreak, type LineEnding } from "../../runtime/text/mod.ts";

const RUNS = 1_000;

function check<T>(name: string, arbitrary: fc.Arbitrary<T>, law: (value: T) => void, runs = RUNS): void {
  test(name, () => {
    fc.assert(fc.property(arbitrary, law), { numRuns: runs }); // a failure prints seed and path
  });
}

/** How a side writes indentation. */
interface Style {
  readonly unit: string;
  /** Levels that every line has on top. */
  readonly base: number;
}

interface BlockLine {
  /** null: a blank line. */
  readonly depth: number | null;
  readonly word: string;
  /** What the file has behind the text, and the model dropped. */
  readonly trailing: string;
}

/** A block, as the file has it and as the model copied it, and an edit of it by lines. */
interface Block {
  readonly lines: readonly BlockLine[];
  readonly file: Style;
  readonly model: Style;
  readonly ending: LineEnding;
  readonly bom: string;
  readonly terminated: boolean;
  readonly edits: readonly LineEdit[];
}

type LineEdit =
  | { readonly kind: "keep" | "drop" | "rewrite" }
  | { readonly kind: "insert"; readonly deeper: number; readonly word: string };

const WORD = fc.constantFrom(
  "f(x)",
  "$& $1 $` $'",
  'say("hi")',
  "\\n\\t\\\\",
  "x  =  1",
  "-- a: 'b'",
  "\u{1f600}",
  "}",
);

const LINE = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      step: fc.integer({ min: -3, max: 1 }),
      word: WORD,
      trailing: fc.constantFrom("", "", " ", " \t"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ step: fc.constant(null), word: fc.constant(""), trailing: fc.constantFrom("", "  ", "\t") }),
  },
);

const EDIT: fc.Arbitrary<LineEdit> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<LineEdit>({ kind: "keep" }) },
  { weight: 1, arbitrary: fc.constantFrom<LineEdit>({ kind: "drop" }, { kind: "rewrite" }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("insert" as const), deeper: fc.integer({ min: 0, max: 1 }), word: WORD }),
  },
);

const UNITS: fc.Arbitrary<readonly [string, string]> = fc.constantFrom(
  ["\t", "    "],
  ["    ", "\t"],
  ["\t", "  "],
  ["  ", "\t"],
  ["\t", "\t"],
  ["    ", "    "],
);

const BLOCK: fc.Arbitrary<Block> = fc
  .record({
    // A block of blank lines alone is a needle for `exact` only.
    steps: fc.array(LINE, { minLength: 1, maxLength: 8 }).filter((steps) => steps.some(({ step }) => step !== null)),
    units: UNITS,
    bases: fc.tuple(fc.nat(2), fc.nat(2)),
    ending: fc.constantFrom<LineEnding>("\n", "\r\n", "\r"),
    bom: fc.constantFrom("", "\ufeff"),
    terminated: fc.boolean(),
    edits: fc.array(EDIT, { minLength: 8, maxLength: 8 }),
  })
  .map(({ steps, units: [fileUnit, modelUnit], bases, edits, ...rest }) => {
    let depth = 0;
    const lines = steps.map(({ step, word, trailing }, index) => {
      if (step === null) return { depth: null, word: "", trailing };
      depth = Math.max(0, index === 0 ? 0 : depth + step);
      // The number makes lines distinct, so it is known which of them an edit keeps.
      return { depth, word: `${word} ${index}`, trailing };
    });
    return {
      lines,
      edits: edits.slice(0, lines.length),
      file: { unit: fileUnit, base: bases[0] },
      model: { unit: modelUnit, base: bases[1] },
      ...rest,
      // Without a terminator a text cannot end in a blank line.
      terminated: rest.terminated || lines.some((line) => line.depth === null),
    };
  });

function rendered({ depth, word, trailing }: BlockLine, style: Style, withTrailing: boolean): string {
  const indent = depth === null ? "" : style.unit.repeat(depth + style.base);
  return indent + word + (withTrailing ? trailing : "");
}

/** The new text, and the text that must come out, line by line. */
function edited({ lines, edits, file, model }: Block): { revised: string[]; expected: string[] } {
  const revised: string[] = [];
  const expected: string[] = [];
  lines.forEach((line, index) => {
    const edit = edits[index] ?? { kind: "keep" };
    // Of several blank lines nobody can tell which one was dropped.
    if (edit.kind === "drop" && line.depth !== null) return;
    const rewritten = { ...line, word: `${line.word} rewritten`, trailing: "" };
    const written = edit.kind === "rewrite" && line.depth !== null ? rewritten : line;
    revised.push(rendered(written, model, false));
    expected.push(rendered(written, file, written === line));
    if (edit.kind !== "insert" || line.depth === null) return;
    const inserted = { depth: line.depth + edit.deeper, word: `${edit.word} inserted`, trailing: "" };
    revised.push(rendered(inserted, model, false));
    expected.push(rendered(inserted, file, false));
  });
  return { revised, expected };
}

interface Laid {
  readonly content: string;
  readonly text: string | null;
  readonly expected: string;
}

function layBlock(block: Block): Laid {
  const { lines, file, model, ending, bom, terminated } = block;
  const close = terminated ? ending : "";
  const span = lines.map((line) => rendered(line, file, true)).join(ending) + close;
  const oldText = lines.map((line) => rendered(line, model, false)).join("\n") + (terminated ? "\n" : "");
  const { revised, expected } = edited(block);
  const newText = revised.join("\n") + (terminated && revised.length > 0 ? "\n" : "");
  // Somewhere the file must show its unit.
  const head = `${bom}head:${ending}${file.unit}body${ending}`;
  const content = `${head}${span}${terminated ? `tail${ending}` : ""}`;
  const laid = transplant({
    content,
    span: { start: head.length, end: head.length + span.length, startLine: 1, endLine: lines.length },
    strategy: "line_trimmed",
    oldText,
    effectiveOldText: oldText,
    newText,
    ending,
  });
  const wanted = expected.join(ending) + (expected.length > 0 ? close : "");
  return { content, text: laid.kind === "text" ? laid.text : null, expected: wanted };
}

describe("a block copied with other indentation and without trailing whitespace", () => {
  check(
    "an edit gives the file's bytes for lines that stay and the file's unit at the right depth for the others",
    BLOCK,
    (block) => {
      const { text, expected } = layBlock(block);
      expect(text).toBe(expected);
    },
  );

  check(
    "a pure file stays pure, in line ends and in indentation, and no byte order mark comes or goes",
    BLOCK,
    (block) => {
      const { text } = layBlock(block);
      if (text === null) return;
      const { crlf, lf, cr } = countEndings(text);
      const other = { "\n": crlf + cr, "\r\n": lf + cr, "\r": crlf + lf }[block.ending];
      expect(other).toBe(0);
      const foreign = block.file.unit === "\t" ? /^ +\S/m : /^ *\t[ \t]*\S/m;
      expect(foreign.test(text)).toBe(false);
      expect(text.includes("\ufeff")).toBe(false);
    },
  );
});

/** Few and similar lines, to meet every branch; nothing is known of the result but laws. */
const TEXT = fc
  .array(
    fc.tuple(
      fc.constantFrom("", " ", "  ", "    ", "\t", "\t\t", "\t  ", "\u00a0"),
      fc.constantFrom(
        "",
        "a",
        "b",
        "a  b",
        'x("a")',
        "x(“a”)",
        "1: a",
        "2: b",
        "3|\ta",
        "\\n",
        '\\"',
        "$&",
        "\ufeffa",
        "}",
      ),
      fc.constantFrom("", "", " "),
      fc.constantFrom("\n", "\n", "\r\n", "\r"),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((lines) => lines.map((parts) => parts.join("")).join(""))
  .chain((text) => fc.constantFrom(text, text.replace(/[\r\n]+$/, ""), `\ufeff${text}`));

const STRATEGIES: readonly MatchStrategy[] = [
  ...MATCHERS.map((matcher) => matcher.name),
  "line_number_stripped",
  "typographic_normalized",
];

const ANYTHING = fc.record({
  content: TEXT,
  oldText: TEXT,
  newText: TEXT,
  strategy: fc.constantFrom(...STRATEGIES),
  edges: fc.tuple(fc.nat(40), fc.nat(40)),
});

describe("any span, strategy and texts, also ones no matcher would bring together", () => {
  check(
    "an edit that changes nothing gives the span back; everything else gives a text or a typed refusal",
    ANYTHING,
    ({ content, oldText, newText, strategy, edges }) => {
      const [start, end] = edges.map((edge) => Math.min(edge, content.length)).sort((a, b) => a - b);
      const span = { start: start ?? 0, end: end ?? 0, startLine: 1, endLine: 1 };
      const request = { content, span, strategy, oldText, effectiveOldText: oldText, ending: dominantEnding(content) };
      expect(transplant({ ...request, newText: oldText })).toEqual({
        kind: "text",
        text: content.slice(span.start, span.end),
        adjusted: [],
      });
      const laid = transplant({ ...request, newText });
      if (laid.kind === "refused") expect(laid.errorCode).toBe("no_sound_mapping");
      else if (span.start === 0)
        expect(laid.text.startsWith("\ufeff")).toBe(content.startsWith("\ufeff") && span.end > 0);
      for (const note of ignoredDifferences(request)) expect(note.total).toBeGreaterThanOrEqual(note.lines.length);
    },
  );
});

/** Needles that the matchers really find: some lines of the file, distorted. */
const MATCHED = fc
  .record({
    content: TEXT,
    from: fc.nat(5),
    height: fc.integer({ min: 1, max: 4 }),
    newText: TEXT,
    distortion: fc.nat(4),
  })
  .map(({ content, from, height, newText, distortion }) => {
    const lines = content.replace(/^\ufeff/, "").split(/(?<=\r\n|\n|\r(?!\n))/);
    const chosen = lines.slice(from % lines.length, (from % lines.length) + height).join("");
    const distorted = [
      chosen,
      chosen.replace(/^[ \t]+/gm, ""),
      chosen.replace(/^(?=.)/gm, "\t"),
      chosen.replace(/[ \t]+(?=[\r\n]|$)/g, ""),
      chosen.replace(/"/g, '\\"'),
    ];
    return { content, oldText: distorted[distortion] ?? chosen, newText };
  });

describe("what the matchers found", () => {
  check(
    "the same text with or without its final line break leaves the lines as they are",
    MATCHED,
    ({ content, oldText }) => {
      const match = findEditMatch(content, oldText, { replaceAll: true });
      if (match.kind === "refused" || match.strategy === "exact" || match.strategy === "block_anchor") return;
      const other = endsWithLineBreak(oldText) ? oldText.replace(/(?:\r\n|\n|\r)$/, "") : `${oldText}\n`;
      // Without its terminator a blank last line is gone, so that is an edit.
      if (other === "" || /(?:^|[\r\n])[^\S\r\n]*(?:\r\n|\n|\r)$/.test(oldText)) return;
      for (const span of match.candidates) {
        const found = content.slice(span.start, span.end);
        const effectiveOldText = match.strategy === "escape_normalized" ? found : oldText;
        const laid = transplant({
          content,
          span,
          strategy: match.strategy,
          oldText,
          effectiveOldText,
          newText: other,
          ending: dominantEnding(content),
        });
        const wholeLines = match.strategy !== "escape_normalized";
        if (wholeLines) expect(laid).toMatchObject({ kind: "text", text: found });
      }
    },
  );

  check(
    "old text and span that are the same differ in nothing, and any other two in something that has a name",
    MATCHED,
    ({ content, oldText }) => {
      const match = findEditMatch(content, oldText, { replaceAll: true });
      if (match.kind === "refused" || match.strategy === "escape_normalized") return;
      if (oldText.startsWith("\ufeff")) return; // a quoted mark is no part of the span, and no difference
      for (const span of match.candidates) {
        const found = content.slice(span.start, span.end);
        const ending = dominantEnding(content);
        const differences = ignoredDifferences({
          content,
          span,
          strategy: match.strategy,
          oldText,
          effectiveOldText: oldText,
          ending,
        });
        if (found === oldText) expect(differences).toEqual([]);
        else if (countEndings(content).crlf + countEndings(content).cr === 0) expect(differences).not.toEqual([]);
      }
    },
  );

  check("replacement patterns are text in every strategy", MATCHED, ({ content, oldText }) => {
    const plain = applyEdit(content, { command: "str_replace", old_text: oldText, new_text: "Q" });
    if (plain.kind === "refused") return;
    const match = findEditMatch(content, oldText);
    if (match.kind === "refused") return;
    const [span] = match.candidates;
    if (span === undefined) return;
    const request = {
      content,
      span,
      strategy: match.strategy,
      oldText,
      effectiveOldText: oldText,
      ending: dominantEnding(content),
    };
    const withWord = transplant({ ...request, newText: "Q" });
    const withPattern = transplant({ ...request, newText: "$&$1$`" });
    if (withWord.kind === "refused") expect(withPattern.kind).toBe("refused");
    else expect(withPattern).toMatchObject({ text: withWord.text.replace("Q", () => "$&$1$`") });
  });
});
