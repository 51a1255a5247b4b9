import { isBlank, leadingWhitespaceLength, trim, trimEnd } from "../../../runtime/text/mod.ts";

/** A way in which a model miscopies lines of a file. */
export interface Distortion {
  readonly name: string;
  /** The product claims to find the place all the same, as long as it stands alone. */
  readonly isRecoverable: boolean;
  /**
   * @param lines Bodies, without terminators.
   * @param salt  Chooses among variants of the fault.
   * @returns The lines joined with LF, unless line ends are the fault; no final line end.
   */
  distort(lines: readonly string[], salt: number): string;
}

export const DISTORTIONS = [
  { name: "none", isRecoverable: true, distort: (lines) => lines.join("\n") },
  { name: "other line ends", isRecoverable: true, distort: (lines, salt) => lines.join(pick(["\r\n", "\r"], salt)) },
  { name: "indented", isRecoverable: true, distort: (lines, salt) => indented(lines, pick(["  ", "\t", " "], salt)) },
  { name: "dedented", isRecoverable: true, distort: dedented },
  { name: "indentation lost", isRecoverable: true, distort: withUnevenIndentation },
  { name: "trailing space", isRecoverable: true, distort: withOtherTrailingSpace },
  { name: "inner space", isRecoverable: true, distort: withOtherInnerSpace },
  { name: "escaped", isRecoverable: true, distort: escaped },
  { name: "numbered", isRecoverable: true, distort: numbered },
  { name: "typographic", isRecoverable: true, distort: withOtherQuotes },
  { name: "interior invented", isRecoverable: false, distort: (lines) => withInterior(lines, "??") },
  {
    name: "interior elided",
    isRecoverable: false,
    distort: (lines, salt) =>
      withInterior(lines, pick(["...", "// ... rest unchanged", "# ... existing code ..."], salt)),
  },
  { name: "a word wrong", isRecoverable: false, distort: withWrongWord },
] as const satisfies readonly Distortion[];

function pick(variants: readonly string[], salt: number): string {
  return variants[salt % variants.length] ?? "";
}

function indented(lines: readonly string[], by: string): string {
  return lines.map((line) => (isBlank(line) ? line : by + line)).join("\n");
}

function dedented(lines: readonly string[]): string {
  const common = Math.min(...lines.filter((line) => !isBlank(line)).map(leadingWhitespaceLength));
  return lines.map((line) => (isBlank(line) ? "" : line.slice(common))).join("\n");
}

function withUnevenIndentation(lines: readonly string[], salt: number): string {
  return lines
    .map((line, index) => (isBlank(line) ? line : " ".repeat((index * 3 + salt) % 5) + trim(line)))
    .join("\n");
}

function withOtherTrailingSpace(lines: readonly string[], salt: number): string {
  return lines.map((line) => trimEnd(line) + pick(["", " ", "\t"], salt)).join("\n");
}

function withOtherInnerSpace(lines: readonly string[], salt: number): string {
  return lines
    .map((line) => {
      const indentation = leadingWhitespaceLength(line);
      const body = line.slice(indentation).replace(/[ \t\u00a0]+/g, () => pick(["  ", "\t", " "], salt));
      return line.slice(0, indentation) + body;
    })
    .join("\n");
}

/** Backslashes are always doubled, as whoever escapes a text does. */
function escaped(lines: readonly string[], salt: number): string {
  const text = lines.join("\n").replace(/[\\"]/g, (character) => `\\${character}`);
  if (salt % 3 === 0) return text;
  const inOneLine = text.replace(/\n/g, () => "\\n");
  return salt % 3 === 1 ? inOneLine : inOneLine.replace(/\t/g, () => "\\t").replace(/'/g, () => "\\'");
}

function numbered(lines: readonly string[], salt: number): string {
  const first = pick(["1", "9", "98", "1204"], salt);
  return lines
    .map((line, index) => {
      const number = String(Number(first) + index);
      return pick([`${number}: `, `${number}|`, `${number.padStart(6)}|`, `${number.padStart(6)}\t`], salt >> 2) + line;
    })
    .join("\n");
}

const STRAIGHT: ReadonlyMap<string, string> = new Map([
  ["\u201c", '"'],
  ["\u201d", '"'],
  ["\u2018", "'"],
  ["\u2019", "'"],
  ["\u00a0", " "],
]);

/** Curly quotes become straight ones; where there are none, straight ones become curly. */
function withOtherQuotes(lines: readonly string[]): string {
  const text = lines.join("\n");
  const straight = text.replace(/[\u2018\u2019\u201c\u201d\u00a0]/g, (character) => STRAIGHT.get(character) ?? "");
  if (straight !== text) return straight;
  let count = 0;
  return text.replace(/["']/g, (quote) => {
    count++;
    return quote === "'" ? "\u2019" : count % 2 === 1 ? "\u201c" : "\u201d";
  });
}

/** First and last line stay; fewer than three lines have no interior. */
function withInterior(lines: readonly string[], interior: string): string {
  if (lines.length < 3) return lines.join("\n");
  return [lines[0], ...lines.slice(1, -1).map(() => interior), lines.at(-1)].join("\n");
}

/** One letter or digit, at a place the salt chooses. */
function withWrongWord(lines: readonly string[], salt: number): string {
  const text = lines.join("\n");
  const places = [...text.matchAll(/[a-z0-9]/g)].map(({ index }) => index);
  const at = places[(salt * 7) % Math.max(1, places.length)];
  return at === undefined ? `${text}~` : `${text.slice(0, at)}~${text.slice(at + 1)}`;
}
