import type { PropertyFailure } from "../../../runtime/ports/mod.ts";

/** A law as the page lists it. */
export interface ListedLaw {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly doc: string;
  readonly kind: string;
  readonly witnesses: readonly string[];
}

/** Values of one kind that a run met. */
export interface MetBucket {
  readonly count: number;
  /** Which value was the first, from 1. */
  readonly first: number;
}

export interface ListedMutant {
  readonly id: string;
  readonly title: string;
  readonly killedBy: string;
}

export interface RunAsk {
  readonly kind: "run";
  readonly ids: readonly string[];
  /** Values for each law. */
  readonly runs: number;
  /** Runs until so many seconds are over instead, shared evenly. */
  readonly seconds: number | null;
  readonly seed: number;
  /** Id of the fault that is put into the product. */
  readonly mutant: string | null;
}

export type FuzzAsk =
  | { readonly kind: "list"; readonly family: string }
  | RunAsk
  | { readonly kind: "replay"; readonly key: string; readonly mutant: string | null };

/** A value on the way from the first one that failed to the smallest. */
export interface ShrinkStep {
  readonly key: string;
  readonly value: unknown;
}

export interface ShownFailure extends PropertyFailure {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly mutant: string | null;
  readonly steps: readonly ShrinkStep[];
}

export type FuzzReply =
  | { readonly kind: "ready" }
  | {
      readonly kind: "listed";
      readonly family: string;
      readonly laws: readonly ListedLaw[];
      readonly mutants: readonly ListedMutant[];
    }
  | {
      readonly kind: "progress";
      readonly id: string;
      readonly title: string;
      readonly runs: number;
      readonly ms: number;
      readonly outcomes: Readonly<Record<string, MetBucket>>;
    }
  | { readonly kind: "refuted"; readonly failure: ShownFailure }
  | { readonly kind: "held"; readonly id: string; readonly dark: readonly string[] }
  | { readonly kind: "done" }
  | { readonly kind: "fault"; readonly message: string };
