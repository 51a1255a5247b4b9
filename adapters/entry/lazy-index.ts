import type { CheckpointIndex, IndexOptions } from "../../runtime/ports/mod.ts";

/**
 * An index whose driver loads with its first use: the database library is the heaviest thing a start would load, and most
 * commands never touch it.
 */
export function lazyIndex(open: () => Promise<CheckpointIndex>): CheckpointIndex {
  let opened: Promise<CheckpointIndex> | null = null;
  let closed = false;
  const index = (): Promise<CheckpointIndex> => {
    if (closed && opened === null) return Promise.reject(new TypeError("the index is closed"));
    opened ??= open();
    return opened;
  };
  return {
    append: async (rows) => (await index()).append(rows),
    beginRevert: async (revert, rows) => (await index()).beginRevert(revert, rows),
    endRevert: async (turnId, state, untouched) => (await index()).endRevert(turnId, state, untouched),
    revertRecord: async (turnId) => (await index()).revertRecord(turnId),
    runningReverts: async () => (await index()).runningReverts(),
    claimRevert: async (revert, owner) => (await index()).claimRevert(revert, owner),
    remove: async (checkpointIds) => (await index()).remove(checkpointIds),
    byTurn: async (turnId) => (await index()).byTurn(turnId),
    byFile: async (file) => (await index()).byFile(file),
    turns: async (filter) => (await index()).turns(filter),
    expire: async (createdBefore) => (await index()).expire(createdBefore),
    referencedBlobs: async () => (await index()).referencedBlobs(),
    claimPrune: async (now, intervalMs) => (await index()).claimPrune(now, intervalMs),
    scan: async (position, limit) => (await index()).scan(position, limit),
    revertRecords: async () => (await index()).revertRecords(),
    damagedReverts: async () => (await index()).damagedReverts(),
    merge: async (rows, reverts) => (await index()).merge(rows, reverts),
    problems: async (depth) => (await index()).problems(depth),
    usedBytes: async () => (await index()).usedBytes(),
    holdings: async () => (await index()).holdings(),
    dropTurns: async (turnIds, position) => (await index()).dropTurns(turnIds, position),
    dropUnreferenced: async (sha256s, remove) => (await index()).dropUnreferenced(sha256s, remove),
    madeAt: async () => (await index()).madeAt(),
    prunedAt: async () => (await index()).prunedAt(),
    async close() {
      closed = true;
      await (await opened)?.close();
    },
  };
}

/** The index as a file, through the database library. */
export function openLibsqlIndex(path: string, options: IndexOptions): CheckpointIndex {
  return lazyIndex(async () => (await import("../index/libsql.ts")).createLibsqlIndex({ path, ...options }));
}
