import { StoreError } from "../../runtime/errors.ts";
import type { Checkpoint, CheckpointIndex, RevertRecord, TurnHolding, TurnSummary } from "../../runtime/ports/mod.ts";
import { planMerge } from "./merge-plan.ts";

/** An index that lives and dies with the page or the test. */
export function createMemoryIndex(): CheckpointIndex {
  let rows: StoredRow[] = [];
  let lastPosition = 0;
  const ids = new Set<string>();
  const reverts = new Map<string, RevertRecord>();
  let prunedAt: number | null = null;

  function add(added: readonly Checkpoint[]): void {
    const fresh = new Set(added.map((row) => row.checkpointId));
    if (fresh.size !== added.length || added.some((row) => ids.has(row.checkpointId))) {
      throw new StoreError("io_error", "a checkpoint id is taken already; nothing was appended");
    }
    for (const row of added) {
      ids.add(row.checkpointId);
      lastPosition += 1;
      rows.push({ ...row, position: lastPosition });
    }
  }

  function removeRows(checkpointIds: readonly string[]): void {
    const gone = new Set(checkpointIds);
    rows = rows.filter((row) => !gone.has(row.checkpointId));
    for (const id of gone) ids.delete(id);
  }

  return {
    append: async (added) => add(added),
    async beginRevert({ turnId, owner }, added) {
      if (reverts.has(turnId)) throw new StoreError("io_error", `the revert "${turnId}" is recorded already`);
      add(added);
      reverts.set(turnId, { turnId, state: "running", owner });
    },
    async endRevert(turnId, state, untouched) {
      removeRows(untouched);
      const record = reverts.get(turnId);
      if (record) reverts.set(turnId, { ...record, state });
      if (!rows.some((row) => row.turnId === turnId)) reverts.delete(turnId);
    },
    revertRecord: async (turnId) => reverts.get(turnId) ?? null,
    runningReverts: async () => [...reverts.values()].filter((record) => record.state === "running"),
    async claimRevert({ turnId, owner }, newOwner) {
      const record = reverts.get(turnId);
      if (record?.state !== "running" || record.owner !== owner) return false;
      reverts.set(turnId, { ...record, owner: newOwner });
      return true;
    },
    remove: async (checkpointIds) => removeRows(checkpointIds),
    async byTurn(turnId) {
      return rows.filter((row) => row.turnId === turnId).map(withoutPosition);
    },
    async byFile({ root, relativePath, sessionId, limit }) {
      return rows
        .filter((row) => row.root === root && row.relativePath === relativePath)
        .filter((row) => sessionId === undefined || row.sessionId === sessionId)
        .slice(-limit)
        .map(withoutPosition);
    },
    async turns({ sessionId, root, kind, limit }) {
      const byTurn = new Map<string, Checkpoint[]>();
      for (const row of rows) {
        if (sessionId !== undefined && row.sessionId !== sessionId) continue;
        if (root !== undefined && row.root !== root) continue;
        if (kind !== undefined && row.kind !== kind) continue;
        const earlier = byTurn.get(row.turnId) ?? [];
        // Put back at the end, so the order of the map is that of each turn's newest row.
        byTurn.delete(row.turnId);
        byTurn.set(row.turnId, [...earlier, row]);
      }
      return [...byTurn.values()]
        .reverse()
        .slice(0, limit)
        .map((turn) => summarize(turn, reverts));
    },
    async expire(createdBefore) {
      const running = (turnId: string) => reverts.get(turnId)?.state === "running";
      const expired = rows.filter((row) => row.createdAt < createdBefore && !running(row.turnId));
      removeRows(expired.map((row) => row.checkpointId));
      for (const turnId of reverts.keys()) {
        if (!running(turnId) && !rows.some((row) => row.turnId === turnId)) reverts.delete(turnId);
      }
      return expired.length;
    },
    async referencedBlobs() {
      return new Set(rows.flatMap((row) => (row.beforeHash === null ? [] : [row.beforeHash])));
    },
    async claimPrune(now, intervalMs) {
      if (prunedAt !== null && Math.abs(now - prunedAt) < intervalMs) return false;
      prunedAt = now;
      return true;
    },
    async scan(position, limit) {
      const found = rows.filter((row) => position === null || row.position > position).slice(0, limit);
      return found.map((row) => ({ kind: "row", position: row.position, row: withoutPosition(row) }));
    },
    revertRecords: async () => [...reverts.values()],
    damagedReverts: async () => [],
    async merge(merged, lines) {
      const { placed, added } = planMerge(merged, ids);
      const known = new Map(rows.map((row) => [row.checkpointId, row]));
      const older = placed
        .map((row) => known.get(row.checkpointId) ?? row)
        .filter((row, at) => row.turnId === placed[at]?.turnId);
      removeRows(older.map((row) => row.checkpointId));
      const first = (rows[0]?.position ?? 1) - older.length;
      rows = [...older.map((row, at) => ({ ...row, position: first + at })), ...rows];
      for (const row of older) ids.add(row.checkpointId);
      for (const line of lines) if (!reverts.has(line.turnId)) reverts.set(line.turnId, line);
      return added;
    },
    problems: async () => [],
    usedBytes: async () => rows.length * ROW_BYTES,
    holdings: async () => holdingsOf(rows),
    async dropTurns(turnIds, position) {
      const kept = new Set(rows.filter((row) => row.position > position).map((row) => row.turnId));
      const gone = turnIds.filter((turnId) => !kept.has(turnId) && reverts.get(turnId)?.state !== "running");
      const dropped = rows.filter((row) => gone.includes(row.turnId));
      removeRows(dropped.map((row) => row.checkpointId));
      for (const turnId of gone) reverts.delete(turnId);
      return dropped.length;
    },
    async dropUnreferenced(sha256s, remove) {
      let removed = 0;
      for (const sha256 of sha256s) {
        if (!rows.some((row) => row.beforeHash === sha256) && (await remove(sha256))) removed += 1;
      }
      return removed;
    },
    madeAt: async () => null,
    prunedAt: async () => prunedAt,
    async close() {},
  };
}

/** About what a row takes in a database file. */
const ROW_BYTES = 500;

interface StoredRow extends Checkpoint {
  readonly position: number;
}

function withoutPosition({ position: _, ...row }: StoredRow): Checkpoint {
  return row;
}

function holdingsOf(rows: readonly StoredRow[]): TurnHolding[] {
  const turns = new Map<string, StoredRow[]>();
  for (const row of rows) {
    const earlier = turns.get(row.turnId) ?? [];
    turns.delete(row.turnId);
    turns.set(row.turnId, [...earlier, row]);
  }
  return [...turns].map(([turnId, written]) => ({
    turnId,
    rows: written.length,
    position: written.at(-1)?.position ?? 0,
    newestAt: written.reduce((latest, row) => Math.max(latest, row.createdAt), 0),
    sha256s: [...new Set(written.flatMap((row) => row.beforeHash ?? []))],
    isDamaged: false,
  }));
}

function summarize(rows: readonly Checkpoint[], reverts: ReadonlyMap<string, RevertRecord>): TurnSummary {
  const times = rows.map((row) => row.createdAt);
  const turnId = rows[0]?.turnId ?? "";
  return {
    turnId,
    kind: rows[0]?.kind ?? "write",
    reverts: rows[0]?.reverts ?? null,
    state: reverts.get(turnId)?.state ?? null,
    sessionId: rows[0]?.sessionId ?? "",
    writes: rows.length,
    files: new Set(rows.map((row) => `${row.root}\0${row.relativePath}`)).size,
    startedAt: times.reduce((a, b) => Math.min(a, b)),
    endedAt: times.reduce((a, b) => Math.max(a, b)),
  };
}
