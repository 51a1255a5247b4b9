import type { Checkpoint } from "../../runtime/ports/mod.ts";

/** What a merge has to do with rows that come from another store. */
export interface MergePlan {
  /** In the order they have to each other, older than all that is there. */
  readonly placed: readonly Checkpoint[];
  /** How many of these were not there before. */
  readonly added: number;
}

/**
 * Rows from elsewhere are older than all that is there. Where a part of a turn is there already, its other rows are placed
 * again with the new ones, for the order within a turn says what its files held before it.
 *
 * @param there Ids of those of `rows` that the index has.
 */
export function planMerge(rows: readonly Checkpoint[], there: ReadonlySet<string>): MergePlan {
  const distinct = [...new Map(rows.map((row) => [row.checkpointId, row])).values()];
  const fresh = distinct.filter((row) => !there.has(row.checkpointId));
  const turns = new Set(fresh.map((row) => row.turnId));
  return { placed: distinct.filter((row) => turns.has(row.turnId)), added: fresh.length };
}
