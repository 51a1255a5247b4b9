import type { WireEngine } from "../property/wire/engine.ts";

/** A fault put into the reading of calls on purpose, to see a law catch it. */
export interface WireMutant {
  readonly id: string;
  /** What it does wrong, as a sentence. */
  readonly title: string;
  /** Id of the law that refutes it. */
  readonly killedBy: string;
  mutate(wire: WireEngine): WireEngine;
}
