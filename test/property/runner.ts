import type { PropertyRunner } from "../../runtime/ports/mod.ts";
import type { MutantLaws } from "../mutants/laws.ts";
import { MUTANTS } from "../mutants/registry.ts";
import { PROPERTIES } from "./properties.ts";
import type { Property } from "./property.ts";
import { parseKey } from "./replay-key.ts";
import { runProperty } from "./run-property.ts";
import { parseSavedCases, withSavedCase } from "./saved-cases.ts";

/** A list of laws in the form in which the command line takes it. */
export function createPropertyRunner(
  properties: readonly Property<unknown>[],
  mutants: readonly MutantLaws[] = [],
): PropertyRunner {
  const find = (id: string) => {
    const property = properties.find((candidate) => candidate.id === id);
    if (property === undefined) throw new RangeError(`no property ${id}`);
    return property;
  };
  const findOf = (mutant: string, id: string) => {
    const found = mutants.find((candidate) => candidate.id === mutant);
    const property = found?.laws().find((candidate) => candidate.id === id);
    if (property === undefined) throw new RangeError(`no property ${id} of a mutant ${mutant}`);
    return property;
  };
  return {
    mutants: mutants.map(({ id, title, killedBy }) => ({ id, title, killedBy })),
    properties: properties.map(({ id, version, title }) => ({ id, version, title })),
    run: async (id, options) =>
      runProperty(options.mutant === undefined ? find(id) : findOf(options.mutant, id), options),
    readSaved: (id, text) => parseSavedCases(text, find(id)).map(({ value }) => value),
    addSaved(id, text, failure) {
      const property = find(id);
      return withSavedCase(property, text === null ? [] : parseSavedCases(text, property), failure);
    },
    parseKey,
  };
}

export const propertyRunner: PropertyRunner = createPropertyRunner(PROPERTIES, MUTANTS);
