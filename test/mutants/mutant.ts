/** A fault put into the product on purpose, to see a law catch it. Made around the engine, so no tool call can reach it. */
export interface Mutant<Engine> {
  readonly id: string;
  /** What it does wrong, as a sentence. */
  readonly title: string;
  /** Id of the law that refutes it. */
  readonly killedBy: string;
  mutate(engine: Engine): Engine;
}
