import type { CheckpointIndex, TurnSummary } from "../ports/mod.ts";
import type { RevertRequest } from "./types.ts";

/** How far back reverts are looked through for one that can be taken back. */
const MAX_REVERTS = 1000;

type ChoiceRequest = Pick<RevertRequest, "turnId" | "sessionId" | "root" | "withinRoot" | "undo">;

/**
 * The turn asked for, else the newest that is meant (of the session when given); `null` when there is none. Of a root that
 * is named its own turns come first; it may also be where another root was moved to.
 */
export async function chooseTurn(request: ChoiceRequest, index: CheckpointIndex): Promise<string | null> {
  if (!request.undo && request.turnId !== undefined) return request.turnId;
  const { root, withinRoot } = request;
  const ofRoot = root === undefined || root === withinRoot ? null : await chooseIn(root, request, index);
  return ofRoot ?? (await chooseIn(withinRoot, request, index));
}

async function chooseIn(
  root: string | undefined,
  { turnId, sessionId, undo }: ChoiceRequest,
  index: CheckpointIndex,
): Promise<string | null> {
  if (!undo) {
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
