import { collapseWhitespace, isBlank, lineNumberAt, splitLines, textStart, trim, trimEnd } from "../text/mod.ts";
import { escapeSites } from "./escapes.ts";
import { type Lines, pairWithFile, readLines, readSpan } from "./line-alignment.ts";
import { type LineNote, LineNotes } from "./line-notes.ts";
import { listingForm } from "./listing-numbers.ts";
import { indentOf } from "./open-gap.ts";
import { oldAsMeant, type TransplantRequest } from "./transplant.ts";
import { foldTypography } from "./typography.ts";

export type DifferenceKind =
  | "line_ending"
  /** The old text ends with a line break, the file does not. */
  | "final_newline"
  | "indentation"
  | "trailing_whitespace"
  | "inner_whitespace"
  | "no_break_space"
  | "quotes"
  | "escapes"
  | "line_numbers"
  /** `block_anchor`: a line of the file that no line of the old text stands for. */
  | "not_compared"
  /** `block_anchor`: the old text has lines that the file lacks; told on the line before them. */
  | "missing_lines";

/** A way in which old text and file differ although they were taken for equal; lines are those of the file. */
export type IgnoredDifference = LineNote<DifferenceKind>;

/** On a line of the span, counted from 0. */
export interface PlacedDifference {
  readonly kind: DifferenceKind;
  readonly index: number;
}

/**
 * What the strategy overlooked, line by line, to be reported with a success. Empty when old text and span are the same.
 *
 * A line end that differs only because the file's dominant one is another than the model's is no difference: every
 * strategy rewrites it. A blank line's whitespace is trailing.
 */
export function ignoredDifferences(request: Omit<TransplantRequest, "newText">): IgnoredDifference[] {
  const notes = new LineNotes<DifferenceKind>();
  for (const { kind, index } of lineDifferences(request)) notes.add(kind, request.span.startLine + index);
  return notes.list();
}

/** The same one by one; those of one kind in the order of their lines. */
export function lineDifferences(request: Omit<TransplantRequest, "newText">): PlacedDifference[] {
  const { content, span, strategy, oldText, effectiveOldText, ending } = request;
  const file = readSpan(content.slice(span.start, span.end), effectiveOldText);
  // Old text may quote the byte order mark, which is no part of a span behind it.
  const quoted = span.start > 0 && span.start === textStart(content) ? textStart(effectiveOldText) : 0;
  const meant = strategy === "line_number_stripped" ? oldAsMeant(request, file) : effectiveOldText.slice(quoted);
  const old = readLines(meant);
  const found: PlacedDifference[] = [];

  if (strategy === "escape_normalized") {
    for (const index of decodedLines(oldText, effectiveOldText)) found.push({ kind: "escapes", index });
  }
  const compared = new Set<number>();
  const lacking = new Set<number>();
  let latest = 0;
  pairWithFile(old.bodies, file.bodies, strategy !== "block_anchor").forEach((fileIndex, oldIndex) => {
    if (fileIndex === undefined) {
      lacking.add(latest);
      return;
    }
    latest = fileIndex;
    compared.add(fileIndex);
    for (const kind of pairDifferences(old, oldIndex, file, fileIndex, ending)) found.push({ kind, index: fileIndex });
  });
  file.bodies.forEach((_, index) => {
    if (!compared.has(index)) found.push({ kind: "not_compared", index });
  });
  // Beside lines of the file that were not compared, lines without a partner are those lines in other words.
  if (compared.size === file.bodies.length) for (const index of lacking) found.push({ kind: "missing_lines", index });
  if (strategy === "line_number_stripped") {
    readLines(oldText).bodies.forEach((body, index) => {
      if (index < file.bodies.length && listingForm(body) !== null) found.push({ kind: "line_numbers", index });
    });
  }
  return found;
}

function pairDifferences(
  old: Lines,
  oldIndex: number,
  file: Lines,
  fileIndex: number,
  dominant: string,
): DifferenceKind[] {
  const oldBody = old.bodies[oldIndex] ?? "";
  const fileBody = file.bodies[fileIndex] ?? "";
  const kinds: DifferenceKind[] = [];
  const fileEnding = file.endings[fileIndex] ?? "";
  if (fileEnding === "" && old.endings[oldIndex] !== "") kinds.push("final_newline");
  if (fileEnding !== "" && fileEnding !== dominant && fileEnding !== old.endings[oldIndex]) kinds.push("line_ending");
  if (oldBody === fileBody) return kinds;
  if (isBlank(oldBody)) return [...kinds, "trailing_whitespace"];
  if (indentOf(oldBody) !== indentOf(fileBody)) kinds.push("indentation");
  if (oldBody.slice(trimEnd(oldBody).length) !== fileBody.slice(trimEnd(fileBody).length)) {
    kinds.push("trailing_whitespace");
  }
  return [...kinds, ...textDifferences(trim(oldBody), trim(fileBody))];
}

function textDifferences(oldText: string, fileText: string): DifferenceKind[] {
  const kinds: DifferenceKind[] = [];
  const [oldSpaced, fileSpaced] = [withoutNoBreakSpace(oldText), withoutNoBreakSpace(fileText)];
  if (oldText !== fileText && (oldSpaced !== oldText || fileSpaced !== fileText)) kinds.push("no_break_space");
  const [oldFolded, fileFolded] = [foldTypography(oldText), foldTypography(fileText)];
  const sameWords = collapseWhitespace(oldFolded) === collapseWhitespace(fileFolded);
  if (sameWords && oldFolded !== fileFolded) kinds.push("inner_whitespace");
  if (sameWords && collapseWhitespace(oldSpaced) !== collapseWhitespace(fileSpaced)) kinds.push("quotes");
  return kinds;
}

function withoutNoBreakSpace(text: string): string {
  return text.replaceAll("\u00a0", () => " ");
}

/** Indexes of the decoded text's lines that hold, or end in, a decoded escape; ascending. */
function* decodedLines(oldText: string, decoded: string): Generator<number> {
  const lines = splitLines(decoded);
  let shrunk = 0;
  for (const { at, length, decodedLength } of escapeSites(oldText)) {
    yield lineNumberAt(lines, at - shrunk) - 1;
    shrunk += length - decodedLength;
  }
}
