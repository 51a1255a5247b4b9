import { isBlank, type LineEnding, leadingWhitespaceLength, withEnding } from "../text/mod.ts";
import { type IndentMapping, learnIndentation, type PlacedIndent } from "./indent-mapping.ts";
import type { IndentPair } from "./indent-units.ts";
import { editSteps, type Lines, pairWithFile, readLines } from "./line-alignment.ts";
import { indentOf, isPair, type Layout, OpenGap } from "./open-gap.ts";

export interface LayRequest {
  /** The span of the file. */
  readonly file: Lines;
  readonly old: Lines;
  readonly newText: string;
  /** For line ends that are written. */
  readonly ending: LineEnding;
  /** Words that a rewritten line keeps take the file's quotes and spaces. */
  readonly keepsTypography: boolean;
}

export interface WholeLinesRequest extends LayRequest {
  /** False when only the first and last lines of span and old text were compared. */
  readonly interiorCompared: boolean;
  /** Indentation of file lines around the span. */
  readonly nearbyIndents: () => readonly string[];
}

/** The line of the new text, from 1, that no indentation can be given, and why. */
export interface UnplacedLine {
  readonly newLine: number;
  readonly reason: Extract<PlacedIndent, { kind: "unplaced" }>["reason"];
}

/** New text as given, except that lines (or parts of lines at the ends) which the edit left alone stay. */
export function layVerbatim(request: LayRequest): string {
  const { file, old, newText, ending, keepsTypography } = request;
  const pure = file.endings.every((own) => own === "" || own === ending);
  if (pure && !keepsTypography) return withEnding(newText, ending);
  const revised = readLines(newText);
  const layout = { file, old, revised, ending, partners: pairWithFile(old.bodies, file.bodies, true) };
  const pieces: string[] = [];
  for (const { body, terminator, newIndex, gap } of lay(layout)) {
    pieces.push(gap && keepsTypography ? gap.withFileTypography(newIndex, body, (part) => part) : body, terminator);
  }
  return pieces.join("");
}

/** Lines that the edit left alone stay; the others are written in the file's form, or one of them cannot be. */
export function layLines(request: WholeLinesRequest): string | UnplacedLine {
  const { file, old, ending, keepsTypography } = request;
  const revised = linesFor(file, request.newText);
  const partners = pairWithFile(old.bodies, file.bodies, request.interiorCompared);
  const pairs = old.bodies.map((body, index) => indentPair(body, file.bodies[partners[index] ?? -1]));
  const shown = pairs.filter(isPair);
  const asInFile = shown.every(({ model, file: own }) => model === own);
  const mapping: IndentMapping = learnIndentation({
    pairs: shown,
    modelIndents: [...old.bodies, ...revised.bodies].filter((body) => !isBlank(body)).map(indentOf),
    nearbyIndents: request.nearbyIndents,
  });
  const pieces: string[] = [];
  for (const { body, terminator, newIndex, gap } of lay({ file, old, revised, partners, ending })) {
    if (gap === undefined || isBlank(body)) {
      pieces.push(gap === undefined || asInFile ? body : "", terminator);
      continue;
    }
    const indent = indentOf(body);
    const placed = mapping(indent, () => gap.nearestPairs(newIndex, pairs));
    if (placed.kind === "unplaced") return { newLine: newIndex + 1, reason: placed.reason };
    const text = withoutIndent(body);
    const styled = keepsTypography ? gap.withFileTypography(newIndex, text, withoutIndent) : text;
    pieces.push(placed.indent, styled, terminator);
  }
  return pieces.join("");
}

function withoutIndent(body: string): string {
  return body.slice(leadingWhitespaceLength(body));
}

/** The new text as lines of which the last ends as the span does. */
function linesFor(file: Lines, newText: string): Lines {
  const { bodies, endings } = readLines(newText);
  return { bodies, endings: [...endings.slice(0, -1), file.endings.at(-1) ?? ""].slice(0, bodies.length) };
}

/** One line of the result, before it is given the file's form. `gap` is set when the line is to be written. */
interface Piece {
  readonly body: string;
  readonly terminator: string;
  readonly newIndex: number;
  readonly gap?: OpenGap;
}

function* lay({ file, old, revised, partners, ending }: Layout): Generator<Piece> {
  let newIndex = 0;
  const terminator = (own: string) => (revised.endings[newIndex] === "" ? "" : own || ending);
  for (const step of editSteps(old.bodies, revised.bodies, partners)) {
    if ("kept" in step) {
      const fileIndex = partners[step.kept] ?? -1;
      const own = file.endings[fileIndex] ?? "";
      yield { body: file.bodies[fileIndex] ?? "", terminator: terminator(own), newIndex };
      newIndex++;
      continue;
    }
    const gap = new OpenGap({ file, old, revised, partners, ending }, step.gap);
    for (; newIndex < step.gap.newEnd; newIndex++) {
      yield { body: revised.bodies[newIndex] ?? "", terminator: terminator(""), newIndex, gap };
    }
  }
}

function indentPair(oldBody: string, fileBody: string | undefined): IndentPair | undefined {
  if (fileBody === undefined || isBlank(oldBody)) return undefined;
  return { model: indentOf(oldBody), file: indentOf(fileBody) };
}
