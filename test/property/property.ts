import type { Arbitrary } from "fast-check";

/**
 * A law, as data: the test suites, `mortise fuzz` and the fuzz lab of the page run the same modules, so the id is the
 * contract between them and a replay key made by one is understood by the others.
 */
export interface Property<Value> {
  /**
   * A letter for the family and a number: M matching, S splicing, T staleness, L locks, P patches, U undoing, R refusals,
   * C checkpoints.
   */
  readonly id: string;
  /** Raised when the arbitrary or the meaning of its values changes: keys and saved cases of an older version no longer fit. */
  readonly version: number;
  /** One sentence that is true of the product. */
  readonly title: string;
  /** Why it matters, and what exactly is claimed where the title is short. */
  readonly doc: string;
  readonly kind: "pbt" | "metamorphic" | "differential" | "cost" | "model" | "schedule";
  /** Values are plain JSON. */
  readonly arbitrary: Arbitrary<Value>;
  /**
   * Throws or rejects when the law does not hold for this value; the message says what was expected and what was there.
   * What it awaits depends on the value alone, never on the time.
   */
  run(value: Value): void | Promise<void>;
  /** The bucket the value falls into, of those a reader of the distribution wants to tell apart. */
  classify(value: Value): string;
  /** Buckets that a run of 1,000 values must reach; one that stays empty says that the law was hardly tried. */
  readonly witnesses: readonly string[];
  /** Whether a saved case still has the form of a value. */
  accepts(value: unknown): value is Value;
  /** Set when running it needs a tree of files. */
  readonly needsTree?: boolean;
}
