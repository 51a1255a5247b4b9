import type { PropertyReport } from "../../runtime/ports/mod.ts";
import { DEFAULT_RUNS, type Property, runProperty } from "../property/mod.ts";

const ROUNDS = 8;

/** A mutant that a law meets once in some hundred values survives one round of a thousand now and then, but not eight. */
export async function refute(law: Property<unknown>, seed: number): Promise<PropertyReport> {
  for (let round = 0; ; round += 1) {
    const report = await runProperty(law, { runs: DEFAULT_RUNS, seed: seed + round });
    if (report.failure !== undefined || round === ROUNDS - 1) return report;
  }
}
