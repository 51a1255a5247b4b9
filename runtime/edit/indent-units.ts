/** Indentation as the model wrote it on a line, and as the file has it on the same line. */
export interface IndentPair {
  readonly model: string;
  readonly file: string;
}

export function distinctPairs(pairs: readonly IndentPair[]): IndentPair[] {
  const byPair = new Map<string, IndentPair>();
  for (const pair of pairs) byPair.set(`${pair.model}|${pair.file}`, pair); // no indentation holds a bar
  return [...byPair.values()];
}

/** What a level is on each side. The model's is counted in columns; a tab of the model's is always one level. */
export interface IndentUnits {
  readonly modelColumns: number;
  readonly fileUnit: string;
}

const DEFAULT_COLUMNS = 4;

/**
 * "\t" or " " when all indentation given is of that one kind (any space that is not a tab counts as " "); undefined for
 * a mixture or none. A single space, alone or behind tabs, is the alignment of a comment's ` *` and says nothing.
 */
export function indentCharacter(indents: readonly string[]): "\t" | " " | undefined {
  let character: "\t" | " " | undefined;
  for (const indent of indents) {
    const depth = /^\t*[^\t]$/.test(indent) ? indent.slice(0, -1) : indent;
    if (depth === "") continue;
    const own = isPure(depth) ? (depth.startsWith("\t") ? "\t" : " ") : undefined;
    if (own === undefined || (character !== undefined && own !== character)) return undefined;
    character = own;
  }
  return character;
}

function isPure(indent: string): boolean {
  return /^(?:\t*|[^\t]*)$/.test(indent);
}

/**
 * Reads the units off the pairs where two of them differ on both sides, else off the commonest step from one line to
 * the next; 4 columns when there is no step.
 *
 * @param modelIndents Of the old, then of the new lines that are not blank.
 * @param fileIndents  Of the file's lines in and around the span.
 */
export function indentUnits(
  pairs: readonly IndentPair[],
  modelIndents: readonly string[],
  fileIndents: readonly string[],
  fileCharacter: "\t" | " ",
): IndentUnits {
  const ratio = levelRatio(pairs);
  const modelColumns = commonestStep(modelIndents) ?? DEFAULT_COLUMNS;
  if (fileCharacter === "\t") {
    const columns = ratio && !ratio.modelTabs ? ratio.model / ratio.file : modelColumns;
    return { modelColumns: Number.isInteger(columns) ? columns : modelColumns, fileUnit: "\t" };
  }
  if (ratio === undefined) return { modelColumns, fileUnit: spaces(commonestStep(fileIndents) ?? DEFAULT_COLUMNS) };
  if (!ratio.modelTabs) return { modelColumns: ratio.model, fileUnit: spaces(ratio.file) };
  return { modelColumns, fileUnit: spaces(Math.max(1, Math.round(ratio.file / ratio.model))) };
}

/** `indent` (or a piece of one) in the file's unit; columns short of a level stay spaces. */
export function inFileUnit(indent: string, { modelColumns, fileUnit }: IndentUnits): string {
  const tabs = indent.length - indent.replace(/^\t+/, () => "").length;
  const columns = indent.length - tabs;
  if (tabs > 0) return fileUnit.repeat(tabs) + spaces(columns);
  return fileUnit.repeat(Math.floor(columns / modelColumns)) + spaces(columns % modelColumns);
}

export function columnsOf(indent: string, { modelColumns }: IndentUnits): number {
  let columns = 0;
  for (const character of indent) columns += character === "\t" ? modelColumns : 1;
  return columns;
}

export function spaces(count: number): string {
  return " ".repeat(count);
}

interface LevelRatio {
  /** In tabs when `modelTabs`, else in columns; both sides above 0. */
  readonly model: number;
  readonly file: number;
  readonly modelTabs: boolean;
}

/** The smallest step between two pairs that goes the same way on both sides. */
function levelRatio(pairs: readonly IndentPair[]): LevelRatio | undefined {
  const pure = pairs.filter(({ model, file }) => isPure(model) && isPure(file));
  const modelCharacter = indentCharacter(pure.map(({ model }) => model));
  if (modelCharacter === undefined || indentCharacter(pure.map(({ file }) => file)) === undefined) return undefined;
  const modelTabs = modelCharacter === "\t";
  const sorted = pure.sort((a, b) => a.model.length - b.model.length);
  let smallest: LevelRatio | undefined;
  sorted.slice(1).forEach((pair, index) => {
    const below = sorted[index] ?? pair;
    const model = pair.model.length - below.model.length;
    const file = pair.file.length - below.file.length;
    if (model < (modelTabs ? 1 : 2) || file <= 0 || (smallest !== undefined && smallest.model <= model)) return;
    smallest = { model, file, modelTabs };
  });
  return smallest;
}

/** Commonest growth of at least two columns from one line to the next, else the commonest drop; space-indented lines only. */
function commonestStep(indents: readonly string[]): number | undefined {
  const growths = new Map<number, number>();
  const drops = new Map<number, number>();
  let previous: number | undefined;
  for (const indent of indents) {
    if (indent.includes("\t")) continue;
    const step = indent.length - (previous ?? indent.length);
    previous = indent.length;
    const steps = step > 0 ? growths : drops;
    if (Math.abs(step) >= 2) steps.set(Math.abs(step), (steps.get(Math.abs(step)) ?? 0) + 1);
  }
  const ranked = [...(growths.size > 0 ? growths : drops)].sort(([a, times], [b, otherTimes]) =>
    times === otherTimes ? a - b : otherTimes - times,
  );
  return ranked[0]?.[0];
}
