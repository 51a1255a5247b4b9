/**
 * The properties of the product (sentences that are true of it, tried on random values) with the runner that tries them.
 * They live with the tests, and nothing in the core depends on those; an entry hands them to the command line.
 */
export interface PropertyRunner {
  /** In the order in which they are listed and run. */
  readonly properties: readonly PropertySummary[];
  /** Faults that can be put into the product for a run, to see a property catch them. */
  readonly mutants: readonly MutantSummary[];
  /** The same for the same options on every host. Rejects when no property, or no mutant, has this id. */
  run(id: string, options: RunOptions): Promise<PropertyReport>;
  /** Values from a file of saved cases. Throws, naming the file, when it is none of this property's. */
  readSaved(id: string, text: string): readonly unknown[];
  /** The file of saved cases with the failing one added. `text` is the file so far, null when there is none. */
  addSaved(id: string, text: string | null, failure: PropertyFailure): string;
  /** Null when the text is no replay key. */
  parseKey(text: string): ReplayKey | null;
}

export interface PropertySummary {
  /** A letter for the family and a number, such as "M3". */
  readonly id: string;
  readonly version: number;
  /** One sentence that is true of the product. */
  readonly title: string;
}

export interface MutantSummary {
  /** Words joined by hyphens. */
  readonly id: string;
  /** What it does wrong, as a sentence. */
  readonly title: string;
  /** Id of the property that refutes it. */
  readonly killedBy: string;
}

export interface RunOptions {
  /** Id of the mutant that takes the place of the product. */
  readonly mutant?: string;
  /** How many values; 1,000 when neither this nor `seconds` is given. */
  readonly runs?: number;
  /** Runs until the time is up instead. */
  readonly seconds?: number;
  readonly seed: number;
  /** Goes straight to one value of the seed, and shrinks on from there. */
  readonly path?: string;
  /** Saved values, tried before any generated one. */
  readonly corpus?: readonly unknown[];
}

/** Plain JSON. */
export interface PropertyReport extends PropertySummary {
  readonly seed: number;
  /** Generated values that were tried. */
  readonly runs: number;
  /** Saved values that were tried. */
  readonly saved: number;
  /** How many of the generated values fell into each bucket, the fullest first. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Buckets that a thorough run reaches and this one did not. Says little after few runs or a failure. */
  readonly missing: readonly string[];
  readonly failure?: PropertyFailure;
}

export interface PropertyFailure {
  /** What `replay` takes; null for a saved case, which fails by itself every time. */
  readonly key: string | null;
  readonly counterexample: unknown;
  /** How many steps made the case smaller. */
  readonly shrinks: number;
  readonly error: string;
  /** Set where the law compared two values. */
  readonly difference?: PropertyDifference;
}

/** What was compared, and both sides of it as JSON in ASCII. */
export interface PropertyDifference {
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
}

/** Names one failing value: the property as it was then, the seed, and the path of choices down to the smallest case. */
export interface ReplayKey {
  readonly id: string;
  readonly version: number;
  readonly seed: number;
  /** Numbers joined by colons; "" stands for the whole run of that seed. */
  readonly path: string;
}
