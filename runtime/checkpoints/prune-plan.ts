import type { StoredBlob, TurnHolding } from "../ports/mod.ts";

export interface PruneInput {
  /** In the order of the turns' newest rows. */
  readonly holdings: readonly TurnHolding[];
  readonly blobs: readonly StoredBlob[];
  /** Turns whose newest row is older go; ms since the epoch. */
  readonly expireBefore: number;
  /**
   * Contents that nobody names go when they were stored before, and turns whose newest row is younger stay also over the
   * bound; ms since the epoch.
   */
  readonly storedBefore: number;
  /** Contents stored before the index was made, which nobody names, are kept as long as turns are: their rows may be lost. */
  readonly madeAt: number | null;
  /** Bytes that the rows take. */
  readonly indexBytes: number;
  /** 0: no bound. */
  readonly maxStoreBytes: number;
}

export interface PrunePlan {
  readonly expiredTurns: readonly string[];
  /** Turns that go before their time, oldest first, so that the store keeps within its bound. */
  readonly oversizeTurns: readonly string[];
  readonly rows: number;
  /** Contents that no turn names then. */
  readonly blobs: readonly StoredBlob[];
}

/**
 * Turns go whole: what is left of half a turn would be reverted to a state in the middle of it. The newest turn always
 * stays, whatever its size. Only what a turn keeps in the store counts against the bound: contents that nobody names go
 * by themselves, and dropping turns would not make them go sooner.
 */
export function planPrune(input: PruneInput): PrunePlan {
  const { holdings, blobs, indexBytes, maxStoreBytes, storedBefore } = input;
  const expired = holdings.filter((turn) => turn.newestAt < input.expireBefore);
  const unexpired = holdings.filter((turn) => turn.newestAt >= input.expireBefore);
  const sizes = new Map(blobs.map((blob) => [blob.sha256, blob.size]));
  const users = usersOf(unexpired);
  const bytesPerRow = indexBytes / Math.max(1, rowsOf(holdings));
  let bytes = rowsOf(unexpired) * bytesPerRow;
  for (const blob of blobs) if (users.has(blob.sha256)) bytes += blob.size;

  const oversize = new Set<TurnHolding>();
  for (const turn of unexpired.slice(0, -1)) {
    if (maxStoreBytes === 0 || bytes <= maxStoreBytes) break;
    // Its contents are too young to go with it, so nothing would be gained.
    if (turn.newestAt >= storedBefore) continue;
    oversize.add(turn);
    bytes -= turn.rows * bytesPerRow;
    for (const sha256 of turn.sha256s) {
      const left = (users.get(sha256) ?? 0) - 1;
      users.set(sha256, left);
      if (left === 0) bytes -= sizes.get(sha256) ?? 0;
    }
  }
  const kept = unexpired.filter((turn) => !oversize.has(turn));
  const named = new Set(kept.flatMap((turn) => turn.sha256s));
  return {
    expiredTurns: expired.map((turn) => turn.turnId),
    oversizeTurns: [...oversize].map((turn) => turn.turnId),
    rows: rowsOf(expired) + rowsOf([...oversize]),
    blobs: blobs.filter((blob) => {
      const isOfLostIndex = isOlderThanIndex(blob, input.madeAt);
      return !named.has(blob.sha256) && blob.storedAt < (isOfLostIndex ? input.expireBefore : storedBefore);
    }),
  };
}

const MINUTE_MS = 60_000;

/** The first content is stored shortly before the index is made for its row. */
export function isOlderThanIndex(blob: StoredBlob, madeAt: number | null): boolean {
  return madeAt !== null && blob.storedAt < madeAt - MINUTE_MS;
}

function rowsOf(turns: readonly TurnHolding[]): number {
  return turns.reduce((sum, turn) => sum + turn.rows, 0);
}

/** How many turns name each content. */
function usersOf(turns: readonly TurnHolding[]): Map<string, number> {
  const users = new Map<string, number>();
  for (const { sha256s } of turns) for (const sha256 of sha256s) users.set(sha256, (users.get(sha256) ?? 0) + 1);
  return users;
}
