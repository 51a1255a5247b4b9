import { StoreError } from "../errors.ts";
import type { Checkpoint, CheckpointIndex, TurnSummary } from "../ports/mod.ts";
import { chooseTurn } from "./choose-turn.ts";
import { SHELL_NOT_COVERED } from "./note.ts";
import { planFor } from "./planning.ts";
import { type Owner, shownState } from "./recover.ts";
import type { RestoreDeps } from "./restore.ts";
import { unmappedEntries } from "./revert.ts";
import { rowsMeant } from "./rows-meant.ts";
import { mapTargets } from "./targets.ts";
import type { TurnAnswer, TurnDetail, TurnList, WriteAnswer } from "./types.ts";

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 200;

interface JournalDeps {
  readonly index: CheckpointIndex;
  readonly owner: Owner;
}

/** The newest turns first. */
export async function listTurns(
  filter: { sessionId?: string; root?: string; limit?: number },
  { index, owner }: JournalDeps,
): Promise<TurnList> {
  const limit = Math.min(MAX_LIMIT, Math.max(1, Math.trunc(filter.limit ?? DEFAULT_LIMIT)));
  const found = await index.turns({ sessionId: filter.sessionId, root: filter.root, limit });
  const isRunning = found.some(({ state }) => state === "running");
  const running = new Map((isRunning ? await index.runningReverts() : []).map((record) => [record.turnId, record]));
  const ownerless = new Set((isRunning ? await index.damagedReverts() : []).map(({ turnId }) => turnId));
  const turns = found.map((turn) => {
    const isOwnerless = turn.state === "running" && ownerless.has(turn.turnId);
    const state = shownState(running.get(turn.turnId), owner) ?? (isOwnerless ? "interrupted" : turn.state);
    return { ...turnAnswer(turn), state };
  });
  return { count: turns.length, turns, ...SHELL_NOT_COVERED };
}

/** The rows of a turn and what a revert would do now; `null` when it has none that are meant. */
export async function showTurn(
  turnId: string | undefined,
  where: { readonly root?: string; readonly withinRoot?: string },
  deps: RestoreDeps & JournalDeps,
): Promise<TurnDetail | null> {
  const chosen = await chooseTurn({ turnId, ...where }, deps.index);
  if (chosen === null) return null;
  const rows = await rowsMeant(await deps.index.byTurn(chosen), where, deps.fs);
  if (rows.length === 0) return null;
  const mapping = await mapTargets(rows, where.root, deps.fs, deps.hash, deps.optionNames);
  const plan =
    mapping.kind === "unmapped"
      ? unmappedEntries(mapping.paths, deps.optionNames)
      : (await planFor(mapping.targets, deps, { isQuestion: true })).files;
  const { kind = "write", reverts = null } = rows[0] ?? {};
  const { state, damage } = kind === "revert" ? await journalOf(chosen, deps) : { state: null, damage: "" };
  const note = `${SHELL_NOT_COVERED.note}${damage}`;
  return { turn_id: chosen, kind, reverts, state, writes: rows.map(writeAnswer), plan, ...SHELL_NOT_COVERED, note };
}

/** `damage`: a sentence on its own when the line cannot be read; the rows are good all the same. */
async function journalOf(
  turnId: string,
  { index, owner }: JournalDeps,
): Promise<{ state: TurnDetail["state"]; damage: string }> {
  try {
    return { state: shownState(await index.revertRecord(turnId), owner), damage: "" };
  } catch (error) {
    if (!(error instanceof StoreError) || error.errorCode !== "unrecoverable") throw error;
    const state = (await index.damagedReverts()).find((line) => line.turnId === turnId)?.state ?? "running";
    if (state !== "running") return { state, damage: ` ${error.message}.` };
    return { state: "interrupted", damage: ` This revert cannot be ended: ${error.message}.` };
  }
}

function turnAnswer(turn: TurnSummary): TurnAnswer {
  return {
    turn_id: turn.turnId,
    kind: turn.kind,
    reverts: turn.reverts,
    state: turn.state,
    session_id: turn.sessionId,
    writes: turn.writes,
    files: turn.files,
    started_at: isoTime(turn.startedAt),
    ended_at: isoTime(turn.endedAt),
  };
}

function writeAnswer(row: Checkpoint): WriteAnswer {
  return {
    checkpoint_id: row.checkpointId,
    session_id: row.sessionId,
    surface: row.surface,
    tool_name: row.toolName,
    call_id: row.callId,
    workspace_id: row.workspaceId,
    root: row.root,
    path: row.relativePath,
    created_at: isoTime(row.createdAt),
    existed: row.existed,
    before_hash: row.beforeHash,
    before_size: row.beforeSize,
    after_hash: row.afterHash,
    after_size: row.afterSize,
    before_mode: row.beforeMode,
    deleted: row.deleted,
    after_mode: row.afterMode,
    before_is_link: row.beforeIsLink,
    after_is_link: row.afterIsLink,
    created_folders: row.createdFolders,
    named_path: row.namedPath,
  };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
