import type { Property } from "../property.ts";
import { wholeTurn } from "./c01-whole-turn.ts";
import { onlyOnce } from "./c02-only-once.ts";
import { looking } from "./c03-looking.ts";
import { statuses } from "./c04-statuses.ts";
import { drift } from "./c05-drift.ts";
import { manyWrites } from "./c06-many-writes.ts";
import { olderTurn } from "./c07-older-turn.ts";
import { damage } from "./c08-damage.ts";
import { prune } from "./c09-prune.ts";
import { killed } from "./c10-killed.ts";
import { oversized } from "./c11-oversized.ts";
import { notCovered } from "./c12-not-covered.ts";
import { atTheLastMoment } from "./c13-at-the-last-moment.ts";
import type { CheckpointsEngine } from "./checkpoints-engine.ts";

/** The laws of checkpoints and reverts, stated of `engine`: the product, or a mutant of it. */
export function checkpointsProperties(engine: CheckpointsEngine): readonly Property<unknown>[] {
  return [
    wholeTurn,
    onlyOnce,
    looking,
    statuses,
    drift,
    manyWrites,
    olderTurn,
    damage,
    prune,
    killed,
    oversized,
    notCovered,
    atTheLastMoment,
  ].map((law) => law(engine));
}
