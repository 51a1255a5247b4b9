import process from "node:process";
import { describe, expect, test } from "vitest";
import { ENGINE } from "../property/edit/engine.ts";
import { editProperties } from "../property/edit/registry.ts";
import { DEFAULT_RUNS, runProperty } from "../property/mod.ts";
import { EDIT_MUTANTS } from "./edit-mutants.ts";

const SEED = Number(process.env.MORTISE_FUZZ_SEED || Date.now() & 0x7fffffff);

describe(`mutants of the edit engine, seed ${SEED}`, () => {
  for (const { id, title, killedBy, mutate } of EDIT_MUTANTS) {
    test(`${killedBy} refutes ${id}: ${title}`, () => {
      const law = editProperties(mutate(ENGINE)).find((property) => property.id === killedBy);
      if (law === undefined) throw new Error(`there is no law ${killedBy}`);
      const { failure, runs } = runProperty(law, { runs: DEFAULT_RUNS, seed: SEED });
      console.log(`${id} refuted by ${killedBy} after ${runs} values: ${failure?.error ?? "NOT REFUTED"}`);
      expect(failure?.key).toMatch(new RegExp(`^${killedBy}@`));
      // A stack would mean that the mutant broke down instead of answering wrongly.
      expect(failure?.error).not.toMatch(/\n\s+at /);
    });
  }

  test("a mutant that is refuted by its law would not be if it were the engine itself", () => {
    for (const property of editProperties(ENGINE).filter(({ id }) =>
      EDIT_MUTANTS.some(({ killedBy }) => killedBy === id),
    )) {
      expect([property.id, runProperty(property, { runs: 200, seed: SEED }).failure]).toEqual([property.id, undefined]);
    }
  });
});
