import type { Property } from "../property/property.ts";
import type { Mutant } from "./mutant.ts";

/** A mutant as the laws of one engine meet it. */
export interface MutantLaws {
  readonly id: string;
  readonly title: string;
  /** Id of the law that refutes it. */
  readonly killedBy: string;
  /** The laws, stated of the product with the fault in it. */
  laws(): readonly Property<unknown>[];
}

export function lawsOfMutants<Engine>(
  mutants: readonly Mutant<Engine>[],
  engine: Engine,
  lawsOf: (engine: Engine) => readonly Property<unknown>[],
): readonly MutantLaws[] {
  return mutants.map(({ id, title, killedBy, mutate }) => ({
    id,
    title,
    killedBy,
    laws: () => lawsOf(mutate(engine)),
  }));
}
