import process from "node:process";
import { describe, expect, test } from "vitest";
import { adaptersHere } from "../adapters/trees.ts";
import { SCENARIOS } from "./scenarios.ts";
import { MODES, sweep } from "./sweep.ts";

/** Thousands of runs; not every runner gives a test more than five seconds. */
const LIMIT_MS = 1_200_000;

/** MORTISE_FAULTS=all meets every call in every way on every disk; else a sample of them. */
const isWhole = process.env.MORTISE_FAULTS === "all";
const SEED = Number(process.env.MORTISE_FAULTS_SEED || Date.now() % 1_000_000);

for (const adapter of adaptersHere) {
  describe(`P7: faults at ${isWhole ? "every call" : "some calls"}, on ${adapter} (seed ${SEED})`, () => {
    for (const scenario of SCENARIOS) {
      test(`${scenario.name}: whole files, turns that revert, no leftovers, whatever call fails or is the last`, {
        timeout: LIMIT_MS,
      }, async () => {
        let points = 0;
        for (const [at, mode] of MODES.entries()) {
          const stride = isWhole ? 1 : adapter !== "memfs" ? 67 : mode.kind === "kill" ? 3 : 11;
          points += await sweep(adapter, scenario, mode, { stride, offset: SEED + at });
        }
        console.log(`${adapter}, ${scenario.name}: ${points} points`);
        expect(points).toBeGreaterThan(adapter === "memfs" ? 10 : 0);
      });
    }
  });
}
