import type { PropertyFailure } from "../../runtime/ports/mod.ts";
import { inAscii } from "./claims.ts";
import { isCount, isListOf, isRecordOf, isText } from "./guards.ts";
import type { Property } from "./property.ts";

/** A file of the corpus, `<id>.json`: values that once refuted the property, with the message they gave. */
export interface SavedCases {
  readonly id: string;
  readonly version: number;
  readonly cases: readonly SavedCase[];
}

export interface SavedCase {
  readonly value: unknown;
  /** The message of the failure when it was saved. */
  readonly error: string;
}

const isSavedCase = isRecordOf<SavedCase>({ value: (value): value is unknown => value !== undefined, error: isText });
const isSavedCases = isRecordOf<SavedCases>({ id: isText, version: isCount, cases: isListOf(isSavedCase) });

/** Throws, naming the file, when the text is no file of saved cases of this version of the property. */
export function parseSavedCases(text: string, property: Property<unknown>): readonly SavedCase[] {
  const parsed: unknown = JSON.parse(text);
  const { id, version } = property;
  if (!isSavedCases(parsed) || parsed.id !== id || parsed.version !== version) {
    throw new Error(`${id}.json does not hold saved cases of ${id}, version ${version}`);
  }
  return parsed.cases;
}

/** The file with one more case; a value that is there already is not added again. */
export function withSavedCase(
  property: Property<unknown>,
  cases: readonly SavedCase[],
  failure: PropertyFailure,
): string {
  const known = cases.some(({ value }) => JSON.stringify(value) === JSON.stringify(failure.counterexample));
  const added = known ? cases : [...cases, { value: failure.counterexample, error: failure.error }];
  const file: SavedCases = { id: property.id, version: property.version, cases: added };
  return inAscii(`${JSON.stringify(file, null, 2)}\n`);
}
