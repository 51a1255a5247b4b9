import { collapseWhitespace, isWhitespace, lineBodies, splitLines, textStart, trim } from "../text/mod.ts";
import { foldTypography } from "./typography.ts";

export type MissReason =
  | "tab_or_spaces"
  | "curly_quote"
  | "unicode_form"
  | "dash"
  | "escaped"
  | "case"
  | "other_words"
  /** One side has no such line. */
  | "line_missing";

/** Where old text and file first part. Lines and columns from 1; columns in UTF-16 code units. */
export interface FirstDifference {
  readonly line: number;
  readonly column: number;
  readonly oldLine: number;
  readonly oldColumn: number;
  readonly reason: MissReason;
  /** The character at the place, "" at the end of a line. */
  readonly fileCharacter: string;
  readonly oldCharacter: string;
  /** One clause for the model, with code points. */
  readonly message: string;
}

/** A block longer than this is compared up to here. */
const MAX_LINES = 400;

/**
 * The first difference that kept `oldText` from matching at a block of the file, and what it looks like.
 *
 * Whitespace at the ends of lines and the length of inner runs are overlooked by the matchers, so lines that differ in
 * nothing else are passed over; only when all lines are such (the looser strategies did not run) is the first of those
 * differences named. undefined when there is none.
 *
 * @param startLine Of the block in the file, from 1; its first line answers to the first line of `oldText` with text.
 */
export function firstDifference(content: string, startLine: number, oldText: string): FirstDifference | undefined {
  const file = splitLines(content, textStart(content)).slice(startLine - 1, startLine - 1 + MAX_LINES);
  const fileBodies = lineBodies(content, file);
  const oldBodies = lineBodies(oldText, splitLines(oldText));
  const first = Math.max(
    0,
    oldBodies.findIndex((body) => trim(body) !== ""),
  );
  const compared = oldBodies.slice(first, first + MAX_LINES);

  const places = compared.map((old, index) => ({ old, file: fileBodies[index], index }));
  const parted =
    places.find(({ old, file: own }) => own === undefined || spacing(old) !== spacing(own)) ??
    places.find(({ old, file: own }) => old !== own);
  if (parted === undefined) return undefined;
  return describe(parted.old, parted.file, startLine + parted.index, first + parted.index + 1);
}

function spacing(body: string): string {
  return trim(collapseWhitespace(body));
}

function describe(old: string, file: string | undefined, line: number, oldLine: number): FirstDifference {
  if (file === undefined) {
    const message = `old_text goes on at its line ${oldLine}, where the file ends`;
    return {
      line,
      column: 1,
      oldLine,
      oldColumn: 1,
      reason: "line_missing",
      fileCharacter: "",
      oldCharacter: "",
      message,
    };
  }
  const { oldAt, fileAt } = spacing(old) === spacing(file) ? firstByte(old, file) : firstText(old, file);
  const oldCharacter = characterAt(old, oldAt);
  const fileCharacter = characterAt(file, fileAt);
  const reason = reasonFor(old.slice(oldAt), file.slice(fileAt));
  const message =
    `at line ${line}, column ${fileAt + 1} the file has ${named(fileCharacter)} where old_text (its line ${oldLine}, ` +
    `column ${oldAt + 1}) has ${named(oldCharacter)}: ${MEANING[reason]}`;
  return { line, column: fileAt + 1, oldLine, oldColumn: oldAt + 1, reason, fileCharacter, oldCharacter, message };
}

const MEANING: Readonly<Record<MissReason, string>> = {
  tab_or_spaces: "whitespace differs (a tab against spaces, or a space more or less)",
  curly_quote: "a curly quote against a straight one",
  unicode_form: "the same letter composed otherwise (NFC against NFD)",
  dash: "another kind of dash",
  escaped: "one side is escaped with a backslash",
  case: "upper against lower case",
  other_words: "other words",
  line_missing: "a line is missing",
};

interface Places {
  readonly oldAt: number;
  readonly fileAt: number;
}

function firstByte(old: string, file: string): Places {
  let at = 0;
  while (at < old.length && at < file.length && old[at] === file[at]) at++;
  return atCharacterStart(old, file, at, at);
}

/** The first place at which the lines differ when runs of whitespace are one space and their ends are nothing. */
function firstText(old: string, file: string): Places {
  let oldAt = skipWhitespace(old, 0);
  let fileAt = skipWhitespace(file, 0);
  while (oldAt < old.length && fileAt < file.length) {
    const oldNext = skipWhitespace(old, oldAt);
    const fileNext = skipWhitespace(file, fileAt);
    if (oldNext > oldAt && fileNext > fileAt) {
      oldAt = oldNext;
      fileAt = fileNext;
    } else if (old[oldAt] === file[fileAt]) {
      oldAt++;
      fileAt++;
    } else break;
  }
  return atCharacterStart(old, file, oldAt, fileAt);
}

function skipWhitespace(text: string, at: number): number {
  let next = at;
  while (next < text.length && isWhitespace(text.charCodeAt(next))) next++;
  return next;
}

/** Back to where a surrogate pair, or a letter with its combining marks, starts on both sides. */
function atCharacterStart(old: string, file: string, oldAt: number, fileAt: number): Places {
  const inside = (text: string, at: number) => /^[\udc00-\udfff\p{M}]/u.test(text.slice(at, at + 2));
  let back = 0;
  while (back < Math.min(oldAt, fileAt) && (inside(old, oldAt - back) || inside(file, fileAt - back))) back++;
  return { oldAt: oldAt - back, fileAt: fileAt - back };
}

/** Room for one letter and its marks, in UTF-16 code units. */
const LETTER = 16;

/** With its combining marks; "" at the end of the text. */
function characterAt(text: string, at: number): string {
  return /^[\s\S]\p{M}*/u.exec(text.slice(at, at + LETTER))?.[0] ?? "";
}

function named(character: string): string {
  if (character === "") return "the end of the line";
  const codes = Array.from(character, (point) =>
    (point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0"),
  );
  const points = codes.map((code) => `U+${code}`).join(" ");
  return /^[\p{Z}\p{C}\p{M}]/u.test(character) ? points : `${character} (${points})`;
}

const DASHES = /^[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/;

/** @param old From the place on. */
function reasonFor(old: string, file: string): MissReason {
  const [a, b] = [characterAt(old, 0), characterAt(file, 0)];
  if (a === b) return "other_words";
  if (isSpace(a) || isSpace(b)) return "tab_or_spaces";
  if (foldTypography(a) === foldTypography(b)) return "curly_quote";
  if (DASHES.test(a) && DASHES.test(b)) return "dash";
  if (isEscapeOf(old, file) || isEscapeOf(file, old)) return "escaped";
  if (a.normalize("NFC") === b.normalize("NFC")) return "unicode_form";
  if (a.toLowerCase() === b.toLowerCase()) return "case";
  return "other_words";
}

function isSpace(character: string): boolean {
  return character !== "" && isWhitespace(character.charCodeAt(0));
}

/** `escaped` starts with a backslash that the other side lacks. */
function isEscapeOf(escaped: string, plain: string): boolean {
  return escaped.startsWith("\\") && (escaped[1] === plain[0] || (/^\\[nrt]/.test(escaped) && !plain.startsWith("\\")));
}
