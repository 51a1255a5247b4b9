import type { CheckpointIndex, TurnSummary } from "../ports/mod.ts";
import type { RevertRequest } from "./types.ts";

/** How far back reverts are looked through for one that can be taken back. */
const MAX_REVERTS = 1000;

/** The turn asked for, else the newest that is meant (of the session and root when given); `null` when there is none. */
export async function chooseTurn(
  request: Pick<RevertRequest, "turnId" | "sessionId" | "withinRoot" | "undo">,
  index: CheckpointIndex,
): Promise<string | null> {
  const { turnId, sessionId, withinRoot: root } = request;
  if (!request.undo) {
    if (turnId !== undefined) return turnId;
    const [newest] = await index.turns({ sessionId, root, kind: "write", limit: 1 });
    return newest?.turnId ?? null;
  }
  const reverts = await index.turns({ sessionId, root, kind: "revert", limit: MAX_REVERTS });
  if (turnId === undefined) return standing(reverts)[0]?.turnId ?? null;
  // The revert itself may be named, or the turn that it took back.
  const named = reverts.find((turn) => turn.turnId === turnId);
  return (named ?? standing(reverts).find((turn) => turn.reverts === turnId))?.turnId ?? null;
}

/**
 * The reverts of turns of writes that were not taken back themselves, newest first: undoing step by step goes through
 * these. A revert of a revert counts as what it is, unless it was reverted in turn.
 */
function standing(reverts: readonly TurnSummary[]): TurnSummary[] {
  const ids = new Set(reverts.map((turn) => turn.turnId));
  const undone = new Set<string>();
  return reverts.filter((turn) => {
    if (turn.state === "rolled_back" || undone.has(turn.turnId)) return false;
    if (turn.reverts === null || !ids.has(turn.reverts)) return true;
    if (turn.state !== "partial") undone.add(turn.reverts);
    return false;
  });
}
