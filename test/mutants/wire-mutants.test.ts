import process from "node:process";
import { describe, expect, test } from "vitest";
import { WIRE_ENGINE } from "../property/wire/engine.ts";
import { wireProperties } from "../property/wire/registry.ts";
import { refute } from "./refute.ts";
import { WIRE_MUTANTS } from "./wire-mutants.ts";

const SEED = Number(process.env.MORTISE_FUZZ_SEED || Date.now() & 0x7fffffff);

describe(`mutants of reading calls, seed ${SEED}`, () => {
  for (const { id, title, killedBy, mutate } of WIRE_MUTANTS) {
    test(`${killedBy} refutes ${id}: ${title}`, async () => {
      const law = wireProperties(mutate(WIRE_ENGINE)).find((property) => property.id === killedBy);
      if (law === undefined) throw new Error(`there is no law ${killedBy}`);
      const { failure } = await refute(law, SEED);
      expect(failure?.key).toMatch(new RegExp(`^${killedBy}@`));
      // A stack would mean that the mutant broke down instead of answering wrongly.
      expect(failure?.error).not.toMatch(/\n\s+at /);
    });
  }
});
