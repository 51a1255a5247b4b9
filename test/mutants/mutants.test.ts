import process from "node:process";
import { describe, expect, test } from "vitest";
import { CHECKPOINTS } from "../property/checkpoints/checkpoints-engine.ts";
import { checkpointsProperties } from "../property/checkpoints/registry.ts";
import { ENGINE } from "../property/edit/engine.ts";
import { editProperties } from "../property/edit/registry.ts";
import { type Property, runProperty } from "../property/mod.ts";
import { toolsProperties } from "../property/tools/registry.ts";
import { TOOLS } from "../property/tools/tools-engine.ts";
import { CHECKPOINTS_MUTANTS } from "./checkpoints-mutants.ts";
import { EDIT_MUTANTS } from "./edit-mutants.ts";
import type { Mutant } from "./mutant.ts";
import { refute } from "./refute.ts";
import { TOOLS_MUTANTS } from "./tools-mutants.ts";

const SEED = Number(process.env.MORTISE_FUZZ_SEED || Date.now() & 0x7fffffff);

refuteAll("the edit engine", ENGINE, editProperties, EDIT_MUTANTS, 200);
refuteAll("the tools", TOOLS, toolsProperties, TOOLS_MUTANTS, 10);
refuteAll("the checkpoints", CHECKPOINTS, checkpointsProperties, CHECKPOINTS_MUTANTS, 10);

/** @param soundRuns Values on which the product itself is tried beside its mutants. */
function refuteAll<Engine>(
  name: string,
  engine: Engine,
  lawsOf: (engine: Engine) => readonly Property<unknown>[],
  mutants: readonly Mutant<Engine>[],
  soundRuns: number,
): void {
  describe(`mutants of ${name}, seed ${SEED}`, () => {
    for (const { id, title, killedBy, mutate } of mutants) {
      test(`${killedBy} refutes ${id}: ${title}`, async () => {
        const law = lawsOf(mutate(engine)).find((property) => property.id === killedBy);
        if (law === undefined) throw new Error(`there is no law ${killedBy}`);
        const { failure, runs, seed } = await refute(law, SEED);
        console.log(
          `${id} refuted by ${killedBy} after ${runs} values of seed ${seed}: ${failure?.error ?? "NOT REFUTED"}`,
        );
        expect(failure?.key).toMatch(new RegExp(`^${killedBy}@`));
        // A stack would mean that the mutant broke down instead of answering wrongly.
        expect(failure?.error).not.toMatch(/\n\s+at /);
      });
    }

    test("a mutant that is refuted by its law would not be if it were the product itself", async () => {
      for (const property of lawsOf(engine).filter(({ id }) => mutants.some(({ killedBy }) => killedBy === id))) {
        const { failure } = await runProperty(property, { runs: soundRuns, seed: SEED });
        expect([property.id, failure]).toEqual([property.id, undefined]);
      }
    });
  });
}
