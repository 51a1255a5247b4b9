import type { Checkpoint, CheckpointIndex } from "../ports/mod.ts";
import type { FileHistory, FileOfSession } from "./types.ts";

/** How many writes of one file can be undone one after another. */
export const MAX_UNDO_DEPTH = 25;

/** Under these tool names a write that undid or redid another is recorded; that is how the stacks survive a restart. */
export const UNDO_TOOL = "edit_file:undo_edit";
export const REDO_TOOL = "edit_file:redo_edit";

/** Both rows of a move bear this name, the one that takes the old path away before the one that makes the new. */
export const MOVE_TOOL = "edit_file:move";

/** Undoing and redoing adds rows too, so more are looked at than can be undone. */
const MAX_ROWS = 2000;

export async function readHistory(file: FileOfSession, index: Pick<CheckpointIndex, "byFile">): Promise<FileHistory> {
  const rows = await index.byFile({ ...file, limit: MAX_ROWS });
  // A reverted turn shows in the file itself; see `settle`.
  return replayHistory(rows.filter((row) => row.kind === "write"));
}

/** The row of the other path, when this one is half of a move; `null` when it is not, or the other was not recorded. */
export async function otherHalfOf(row: Checkpoint, index: Pick<CheckpointIndex, "byTurn">): Promise<Checkpoint | null> {
  if (row.toolName !== MOVE_TOOL) return null;
  const rows = (await index.byTurn(row.turnId)).filter(
    ({ toolName, callId, sessionId, root }) =>
      toolName === MOVE_TOOL && callId === row.callId && sessionId === row.sessionId && root === row.root,
  );
  const at = rows.findIndex(({ checkpointId }) => checkpointId === row.checkpointId);
  const other = rows[at + (row.deleted ? 1 : -1)];
  return other === undefined || other.deleted === row.deleted ? null : other;
}

/**
 * What is left to undo and to redo after these writes: an undo moves the newest write to the other stack, a redo moves
 * it back, and any other write leaves nothing to redo.
 *
 * @param rows Writes of one file by one session, in the order they were appended.
 */
export function replayHistory(rows: readonly Checkpoint[]): FileHistory {
  const undo: Checkpoint[] = [];
  let redo: Checkpoint[] = [];
  for (const row of rows) {
    if (row.toolName === UNDO_TOOL) redo.push(...undo.splice(-1));
    else if (row.toolName === REDO_TOOL) undo.push(...redo.splice(-1));
    else {
      undo.push(row);
      redo = [];
    }
    if (undo.length > MAX_UNDO_DEPTH) undo.shift();
  }
  return { undo, redo };
}

/** One step back or forward in the history of a file. */
export interface HistoryStep {
  /** The write that is undone or redone. */
  readonly row: Checkpoint;
  /** sha256 of what the file shall hold: `null` for no file, `undefined` for a content that was too large to be kept. */
  readonly target: string | null | undefined;
  /** Mode bits of the file that comes back; `null` when they are not known. */
  readonly mode: number | null;
  /** The file holds something that the step does not start from: somebody else changed it. */
  readonly isDrifted: boolean;
  readonly undoLeft: number;
  readonly redoLeft: number;
}

/**
 * The next step, or `null` when there is none.
 *
 * @param now sha256 of the file; `null` when there is none.
 */
export function nextStep(history: FileHistory, now: string | null, direction: "undo" | "redo"): HistoryStep | null {
  const { undo, redo } = settle(history, now);
  const isUndo = direction === "undo";
  const row = (isUndo ? undo : redo).at(-1);
  if (row === undefined) return null;
  return {
    row,
    target: isUndo ? stateBefore(row) : stateAfter(row),
    mode: isUndo ? row.beforeMode : null,
    isDrifted: now !== (isUndo ? stateAfter(row) : stateBefore(row)),
    undoLeft: undo.length + (isUndo ? -1 : 1),
    redoLeft: redo.length + (isUndo ? 1 : -1),
  };
}

/** How many writes there are to undo and to redo, as the file shows. */
export function stepsLeft(history: FileHistory, now: string | null): { readonly undo: number; readonly redo: number } {
  const { undo, redo } = settle(history, now);
  return { undo: undo.length, redo: redo.length };
}

/**
 * The history as the file shows it to be. A file that holds what one of the writes started from was taken back to there
 * by other means (a reverted turn, an undo that was not recorded, a write that died before it replaced the file), so
 * that write and all after it are undone already.
 */
function settle({ undo, redo }: FileHistory, now: string | null): FileHistory {
  const [newest, next] = [undo.at(-1), redo.at(-1)];
  if (newest !== undefined && now === stateAfter(newest)) return { undo, redo };
  if (next !== undefined && now === stateBefore(next)) return { undo, redo };
  for (let at = undo.length - 1; at >= 0; at--) {
    const row = undo[at];
    if (row === undefined || now !== stateBefore(row)) continue;
    return { undo: undo.slice(0, at), redo: [...redo, ...undo.slice(at).reverse()] };
  }
  return { undo, redo };
}

function stateBefore(row: Checkpoint): string | null | undefined {
  return row.existed ? (row.beforeHash ?? undefined) : null;
}

function stateAfter(row: Checkpoint): string | null | undefined {
  return row.deleted ? null : (row.afterHash ?? undefined);
}
