import { StoreError } from "../../errors.ts";
import type { CheckpointIndex } from "../../ports/mod.ts";

/** The copy answers; what would be written is refused, for it would be lost with the copy. */
export function readOnlyIndex(copied: CheckpointIndex, store: string): CheckpointIndex {
  const refuse = () => {
    const message =
      `the store "${store}" is read-only, so nothing was changed: what a revert overwrites could not be kept. ` +
      `Copy the store to a place that can be written to and pass --store`;
    return Promise.reject(new StoreError("store_read_only", message));
  };
  return {
    ...copied,
    append: refuse,
    beginRevert: refuse,
    endRevert: refuse,
    claimRevert: refuse,
    remove: refuse,
    expire: refuse,
    merge: refuse,
    dropTurns: refuse,
    dropUnreferenced: refuse,
    claimPrune: refuse,
  };
}
