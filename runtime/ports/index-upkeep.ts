import type { Checkpoint, RevertRecord, RevertState } from "./checkpoint-index.ts";

/** What looking after a store needs of its index: to be checked, pruned, and carried to another machine. */
export interface IndexUpkeep {
  /**
   * At most `limit` rows in the order they were appended, from after `position` (`null`: from the first). A row that cannot be
   * read is named, not thrown; what cannot be read beyond single rows is thrown.
   */
  scan(position: number | null, limit: number): Promise<readonly ScannedRow[]>;
  /** All lines of the journal of reverts that can be read, oldest first. */
  revertRecords(): Promise<readonly RevertRecord[]>;
  /** The other lines of the journal. */
  damagedReverts(): Promise<readonly DamagedRevert[]>;
  /**
   * Takes over rows of another store, in their order, and its journal's lines: those whose ids are not there yet, as one step
   * in which nobody else appends. They count as older than all that is there; where a part of a turn is there already, all of
   * the turn's given rows do, so that they keep their order. Answers how many rows were not there.
   */
  merge(rows: readonly Checkpoint[], reverts: readonly RevertRecord[]): Promise<number>;
  /**
   * What is wrong with the index as a whole, in sentences. Takes time in proportion to its size. "quick" leaves out whether
   * the ways to find a row agree with the rows.
   */
  problems(depth: "quick" | "full"): Promise<readonly string[]>;
  /** Bytes of the disk that its content takes. */
  usedBytes(): Promise<number>;
  /** What each turn wrote and which contents it needs, in the order of the turns' newest rows. */
  holdings(): Promise<readonly TurnHolding[]>;
  /** Deletes these turns whole, but none that got a row after `position` or whose revert is running; answers how many rows. */
  dropTurns(turnIds: readonly string[], position: number): Promise<number>;
  /**
   * Calls `remove` for those of these contents that no row names, while no process can append one; answers how many it
   * removed. A process that dies in between leaves no lock behind.
   */
  dropUnreferenced(sha256s: readonly string[], remove: (sha256: string) => Promise<boolean>): Promise<number>;
  /** When this index was made, ms since the epoch; `null`: not known. Contents stored long before belong to one that is lost. */
  madeAt(): Promise<number | null>;
  /** When the turn to prune was taken last, ms since the epoch; `null`: never. */
  prunedAt(): Promise<number | null>;
}

export type ScannedRow =
  | { readonly kind: "row"; readonly position: number; readonly row: Checkpoint }
  | { readonly kind: "damaged"; readonly position: number; readonly problem: string };

/** A line of the journal that cannot be read whole. What can is given, the rest is `null`. */
export interface DamagedRevert {
  readonly turnId: string | null;
  readonly state: RevertState | null;
  /** A sentence that names the line. */
  readonly problem: string;
}

export interface TurnHolding {
  readonly turnId: string;
  readonly rows: number;
  /** Of its newest row. */
  readonly position: number;
  /** The latest time of its rows, ms since the epoch. */
  readonly newestAt: number;
  /** The contents its rows name. */
  readonly sha256s: readonly string[];
  /** Some row of it names a content that cannot be read. */
  readonly isDamaged: boolean;
}
