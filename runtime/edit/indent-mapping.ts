import {
  columnsOf,
  distinctPairs,
  type IndentPair,
  type IndentUnits,
  indentCharacter,
  indentUnits,
  inFileUnit,
  spaces,
} from "./indent-units.ts";

export interface IndentEvidence {
  /** Of the old lines that are not blank and have a file line, in order. */
  readonly pairs: readonly IndentPair[];
  /** Of the old, then of the new lines that are not blank. */
  readonly modelIndents: readonly string[];
  /** Of file lines around the span, in order; asked only for an indentation that the pairs do not show. */
  readonly nearbyIndents: () => readonly string[];
}

export type PlacedIndent =
  | { readonly kind: "placed"; readonly indent: string }
  | { readonly kind: "unplaced"; readonly reason: "lost" | "no_room" };

/** @param nearest The pairs a line must go by when the old text's indentation as a whole says nothing. */
export type IndentMapping = (indent: string, nearest: () => readonly IndentPair[]) => PlacedIndent;

/**
 * Learns from lines known on both sides how the model's indentation reads in the file.
 *
 * An indentation that the pairs show is looked up. Any other is laid relative to the nearest shown one: depth beyond it
 * is copied when the pairs are one uniform shift and both sides use one character; otherwise it is counted in the
 * model's levels and written in the file's unit, but never deeper than the next shown one. Depth short of it is taken
 * from the end of the file's prefix, which must have it.
 *
 * When one indentation of the model's stands for several of the file's, depth was lost in copying. Then lines go by their
 * nearest pairs alone, all of which must give the same answer.
 */
export function learnIndentation(evidence: IndentEvidence): IndentMapping {
  const shown = distinctPairs(evidence.pairs);
  const images = new Map(shown.map(({ model, file }) => [model, file]));
  const lost = shown.length > images.size;
  const placeAmong = placing(evidence, shown);

  return (indent, nearest) => {
    if (shown.length === 0) return { kind: "placed", indent };
    if (lost) return agreement(nearest().map((pair) => placeAmong(indent, [pair])));
    const image = images.get(indent);
    return image === undefined ? placeAmong(indent, shown) : { kind: "placed", indent: image };
  };
}

function agreement(answers: readonly PlacedIndent[]): PlacedIndent {
  const [first, ...others] = answers;
  if (first?.kind !== "placed") return first ?? { kind: "unplaced", reason: "lost" };
  const agreed = others.every((other) => other.kind === "placed" && other.indent === first.indent);
  return agreed ? first : { kind: "unplaced", reason: "lost" };
}

function placing(
  evidence: IndentEvidence,
  shown: readonly IndentPair[],
): (indent: string, anchors: readonly IndentPair[]) => PlacedIndent {
  let known: Units | undefined;
  return (indent, anchors) => {
    known ??= readUnits(evidence, shown);
    const { character, units, copies } = known;
    const columns = columnsOf(indent, units);
    /** Depth of `deep` beyond `shallow` as the file writes it; counted in columns where one is no prefix of the other. */
    const depthInFile = (deep: string, shallow: string) => {
      if (!deep.startsWith(shallow))
        return inFileUnit(spaces(columnsOf(deep, units) - columnsOf(shallow, units)), units);
      const depth = deep.slice(shallow.length);
      return copies && fits(depth, shallow, character) ? depth : inFileUnit(depth, units);
    };
    const byColumns = anchors
      .map((pair) => ({ pair, columns: columnsOf(pair.model, units) }))
      .sort((a, b) => a.columns - b.columns);
    const below = byColumns.findLast((anchor) => anchor.columns <= columns)?.pair;
    if (below !== undefined) {
      const ceiling = byColumns.find((anchor) => anchor.columns > columns)?.pair;
      return under(ceiling, below, below.file + depthInFile(indent, below.model));
    }
    const above = byColumns[0]?.pair;
    if (above === undefined) return { kind: "unplaced", reason: "lost" };
    const surplus = depthInFile(above.model, indent);
    if (!above.file.endsWith(surplus)) return { kind: "unplaced", reason: "no_room" };
    return { kind: "placed", indent: above.file.slice(0, above.file.length - surplus.length) };
  };
}

/** Between two shown indentations a line stands between theirs; where that leaves one answer it is that, else none. */
function under(ceiling: IndentPair | undefined, below: IndentPair, indent: string): PlacedIndent {
  const fits = ceiling === undefined || ceiling.file === indent || !indent.startsWith(ceiling.file);
  if (fits) return { kind: "placed", indent };
  return ceiling.file === below.file ? { kind: "placed", indent: below.file } : { kind: "unplaced", reason: "lost" };
}

interface Units {
  readonly character: "\t" | " " | undefined;
  readonly units: IndentUnits;
  /** The pairs are one uniform shift, so depth may be copied. */
  readonly copies: boolean;
}

function readUnits(evidence: IndentEvidence, shown: readonly IndentPair[]): Units {
  const files = shown.map(({ file }) => file);
  const nearby = evidence.nearbyIndents();
  const character = files.every((file) => file === "") ? indentCharacter(nearby) : indentCharacter(files);
  const written = character ?? (files.some((file) => file.startsWith("\t")) ? "\t" : " ");
  const units = indentUnits(shown, evidence.modelIndents, [...files, ...nearby], written);
  return { character, units, copies: isShift(shown) };
}

/** One prefix of the model's stands for one prefix of the file's, and what follows it is the same on every line. */
function isShift(pairs: readonly IndentPair[]): boolean {
  const [first, ...others] = pairs;
  if (first === undefined) return true;
  let common = 0;
  while (common < first.model.length && first.model.at(-1 - common) === first.file.at(-1 - common)) common++;
  const dropped = first.model.slice(0, first.model.length - common);
  const added = first.file.slice(0, first.file.length - common);
  return others.every(({ model, file }) => model.startsWith(dropped) && file === added + model.slice(dropped.length));
}

/** Whether depth added to (or standing behind) the model's `onto` may be copied; spaces behind tabs are alignment. */
function fits(depth: string, onto: string, fileCharacter: "\t" | " " | undefined): boolean {
  if (fileCharacter === "\t") return depth === "" || depth.startsWith("\t") || onto.includes("\t");
  return fileCharacter === undefined || !depth.includes("\t");
}
