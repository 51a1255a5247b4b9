import { StoreError } from "../../runtime/errors.ts";
import type { Checkpoint, CheckpointIndex, TurnSummary } from "../../runtime/ports/mod.ts";

/** An index that lives and dies with the page or the test. */
export function createMemoryIndex(): CheckpointIndex {
  let rows: Checkpoint[] = [];
  const ids = new Set<string>();
  let prunedAt: number | null = null;

  return {
    async append(added) {
      const fresh = new Set(added.map((row) => row.checkpointId));
      if (fresh.size !== added.length || added.some((row) => ids.has(row.checkpointId))) {
        throw new StoreError("io_error", "a checkpoint id is taken already; nothing was appended");
      }
      for (const row of added) {
        ids.add(row.checkpointId);
        rows.push({ ...row });
      }
    },
    async remove(checkpointIds) {
      const gone = new Set(checkpointIds);
      rows = rows.filter((row) => !gone.has(row.checkpointId));
      for (const id of gone) ids.delete(id);
    },
    async byTurn(turnId) {
      return rows.filter((row) => row.turnId === turnId).map((row) => ({ ...row }));
    },
    async byFile({ root, relativePath, sessionId, limit }) {
      return rows
        .filter((row) => row.root === root && row.relativePath === relativePath)
        .filter((row) => sessionId === undefined || row.sessionId === sessionId)
        .slice(-limit)
        .map((row) => ({ ...row }));
    },
    async turns({ sessionId, root, limit }) {
      const byTurn = new Map<string, Checkpoint[]>();
      for (const row of rows) {
        if (sessionId !== undefined && row.sessionId !== sessionId) continue;
        if (root !== undefined && row.root !== root) continue;
        const earlier = byTurn.get(row.turnId) ?? [];
        // Put back at the end, so the order of the map is that of each turn's newest row.
        byTurn.delete(row.turnId);
        byTurn.set(row.turnId, [...earlier, row]);
      }
      return [...byTurn.values()].reverse().slice(0, limit).map(summarize);
    },
    async expire(createdBefore) {
      const before = rows.length;
      rows = rows.filter((row) => row.createdAt >= createdBefore);
      return before - rows.length;
    },
    async referencedBlobs() {
      return new Set(rows.flatMap((row) => (row.beforeHash === null ? [] : [row.beforeHash])));
    },
    async claimPrune(now, intervalMs) {
      if (prunedAt !== null && Math.abs(now - prunedAt) < intervalMs) return false;
      prunedAt = now;
      return true;
    },
    async close() {},
  };
}

function summarize(rows: readonly Checkpoint[]): TurnSummary {
  const times = rows.map((row) => row.createdAt);
  return {
    turnId: rows[0]?.turnId ?? "",
    sessionId: rows[0]?.sessionId ?? "",
    writes: rows.length,
    files: new Set(rows.map((row) => `${row.root}\0${row.relativePath}`)).size,
    startedAt: times.reduce((a, b) => Math.min(a, b)),
    endedAt: times.reduce((a, b) => Math.max(a, b)),
  };
}
