import type { ErrorCode } from "../errors.ts";
import type { Checkpoint, RevertState, Surface, TurnKind } from "../ports/mod.ts";
import type { RecoveredRevert } from "./recover.ts";

export type { RecoveredRevert } from "./recover.ts";

/** What a write tells before it replaces the file. */
export interface CaptureRequest {
  readonly sessionId: string;
  /** "" captures nothing (`no_turn`). */
  readonly turnId: string;
  readonly surface: Surface;
  readonly toolName: string;
  readonly callId: string;
  readonly root: string;
  readonly relativePath: string;
  /** The bytes in hand, hashed already; `null` when the file does not exist. */
  readonly before: { readonly bytes: Uint8Array; readonly sha256: string; readonly mode: number } | null;
  /** `null` when the write deletes the file. */
  readonly after: { readonly sha256: string; readonly size: number; readonly mode?: number | undefined } | null;
  /** Folders above the file that are to be made for it. */
  readonly createdFolders?: number;
  /** The path as it was named, below the root, when links led from there to `relativePath`. */
  readonly namedPath?: string | null;
}

/** The `checkpoint` field of a write's result. */
export type CheckpointAnswer =
  | { readonly status: "stored"; readonly checkpoint_id: string; readonly turn_id: string }
  | { readonly status: "none"; readonly reason: "no_turn" | "too_large" | "capture_failed"; readonly detail?: string };

export interface Capture {
  readonly answer: CheckpointAnswer;
  /** Id of the row to discard when the write does not happen after all; `null` when there is no row. */
  readonly checkpointId: string | null;
}

export type PlanStatus = "restorable" | "drifted" | "already_reverted" | "unrecoverable" | "failed";

/** One path of a plan or a revert. `detail` is a sentence; "" when there is nothing to add. */
export interface PlanEntry {
  readonly path: string;
  readonly status: PlanStatus;
  readonly action: "restore" | "delete" | "skip";
  readonly detail: string;
}

export interface ShellNotCovered {
  readonly bash_not_covered: true;
  readonly note: string;
}

export interface TurnList extends ShellNotCovered {
  readonly count: number;
  readonly turns: readonly TurnAnswer[];
}

export interface TurnAnswer {
  readonly turn_id: string;
  /** "revert": what a revert overwrote; reverting it brings that back. */
  readonly kind: TurnKind;
  /** The turn that a revert took back. */
  readonly reverts: string | null;
  /** How far a revert came, "interrupted" when its process died; `null` for a turn of writes. */
  readonly state: RevertState | "interrupted" | null;
  readonly session_id: string;
  readonly writes: number;
  readonly files: number;
  /** ISO 8601, UTC. */
  readonly started_at: string;
  readonly ended_at: string;
}

export interface TurnDetail extends ShellNotCovered {
  readonly turn_id: string;
  readonly kind: TurnKind;
  readonly reverts: string | null;
  readonly state: RevertState | "interrupted" | null;
  readonly writes: readonly WriteAnswer[];
  readonly plan: readonly PlanEntry[];
}

export interface WriteAnswer {
  readonly checkpoint_id: string;
  readonly session_id: string;
  readonly surface: string;
  readonly tool_name: string;
  readonly call_id: string;
  readonly workspace_id: string;
  readonly root: string;
  readonly path: string;
  readonly created_at: string;
  readonly existed: boolean;
  readonly before_hash: string | null;
  readonly before_size: number;
  readonly after_hash: string | null;
  readonly after_size: number;
  readonly before_mode: number | null;
  readonly deleted: boolean;
  readonly after_mode: number | null;
  readonly before_is_link: boolean;
  readonly after_is_link: boolean;
  readonly created_folders: number;
  readonly named_path: string | null;
}

export interface RevertRequest {
  /** Default: the newest turn of writes (of `sessionId` when given). */
  readonly turnId?: string;
  /** Only what this session wrote in the turn; writes of others stay, and `note` says so. */
  readonly sessionId?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  /** Absolute real path: of a turn's roots the one that is meant, or where the files are now instead of the stored root. */
  readonly root?: string;
  /**
   * Absolute real path the caller is confined to: what a turn wrote under another root is another turn to it, and a turn
   * that wrote there alone is `root_unmapped`. The command line, which has the user's own rights, leaves it out; a turn of
   * several roots is then `root_unmapped` too, unless `root` or `sessionId` says which is meant.
   */
  readonly withinRoot?: string;
  /**
   * Take a revert back: `turnId` names it, or the turn that it reverted; default: the newest revert that was not taken
   * back yet.
   */
  readonly undo?: boolean;
  /** For the rows of the revert; default "cli" and "". */
  readonly surface?: Surface;
  readonly callId?: string;
}

/** Flat, as every door sends it. */
export interface RevertReport extends ShellNotCovered {
  readonly success: boolean;
  readonly error?: string;
  readonly error_code?: Extract<
    ErrorCode,
    "drifted" | "io_error" | "no_checkpoints" | "root_unmapped" | "store_read_only" | "unavailable" | "unrecoverable"
  >;
  /** The turn that was taken back. */
  readonly turn_id: string;
  /** The turn of kind "revert" that holds what was overwritten; `null` when nothing was. */
  readonly revert_turn_id: string | null;
  readonly dry_run: boolean;
  readonly forced: boolean;
  readonly refused: boolean;
  readonly reverted: readonly string[];
  readonly reverted_count: number;
  readonly skipped: readonly string[];
  readonly drifted: readonly string[];
  readonly files: readonly PlanEntry[];
  /** The index is damaged, and `note` says how: it may have lost rows of this turn. */
  readonly index_damaged?: true;
}

export interface FileOfSession {
  /** Absolute real path of the workspace root. */
  readonly root: string;
  readonly relativePath: string;
  readonly sessionId: string;
}

/** Oldest first; the last entry of `undo` is undone next, the last of `redo` is redone next. */
export interface FileHistory {
  readonly undo: readonly Checkpoint[];
  readonly redo: readonly Checkpoint[];
}

export type StoredContent =
  | { readonly state: "good"; readonly bytes: Uint8Array }
  | { readonly state: "missing" | "damaged" };

/** What was deleted, or in a dry run would be. */
export interface PruneReport {
  readonly rows: number;
  readonly blobs: number;
  /** Of the deleted contents. */
  readonly bytes: number;
  /** Turns deleted before their days were over, because the store was over its bound; oldest first. */
  readonly oversize_turns: readonly string[];
  /** What the store takes now; `null` when nothing was looked at. */
  readonly store_bytes: number | null;
  readonly dry_run: boolean;
  /** Why nothing was deleted, as a sentence; `null` when nothing stood in the way. */
  readonly postponed: string | null;
}

/** Called after each of `total` steps. */
export type Progress = (done: number, total: number) => void;

export interface DamagedBlob {
  /** Below the store's folder. */
  readonly file: string;
  readonly problem: string;
  /** Turns that need it. */
  readonly turns: readonly string[];
}

export interface MissingBlob {
  readonly file: string;
  readonly turns: readonly string[];
}

export interface VerifyReport extends ShellNotCovered {
  readonly success: boolean;
  readonly error?: string;
  readonly error_code?: Extract<ErrorCode, "unrecoverable">;
  /** A sentence each. */
  readonly index_problems: readonly string[];
  /** One for each row of `rows_checked` that is damaged. */
  readonly damaged_rows: readonly string[];
  /** Lines of the journal of reverts. */
  readonly damaged_reverts: readonly string[];
  readonly damaged_blobs: readonly DamagedBlob[];
  readonly missing_blobs: readonly MissingBlob[];
  readonly rows_checked: number;
  readonly blobs_checked: number;
  readonly bytes_checked: number;
  /** Contents that no row names (yet, or any more). */
  readonly unreferenced_blobs: number;
}

export interface TurnDiff extends ShellNotCovered {
  readonly turn_id: string;
  readonly files: readonly FileDiff[];
}

export interface FileDiff {
  readonly path: string;
  readonly change: "created" | "changed" | "deleted" | "unknown";
  /** Compared with what the turn left, or, where that is gone, with what stands there now. */
  readonly to: "turn" | "now";
  /** Unified; `null` when there is none to show, and `detail` says why. */
  readonly diff: string | null;
  /** Lines. */
  readonly added: number | null;
  readonly removed: number | null;
  readonly detail: string;
}

/** What went into an export. It is a failure, and complete all the same, when something of the store was damaged. */
export interface ExportReport extends ShellNotCovered {
  readonly success: boolean;
  readonly error?: string;
  readonly error_code?: Extract<ErrorCode, "unrecoverable">;
  readonly turns: number;
  readonly rows: number;
  readonly blobs: number;
  readonly bytes: number;
  /** Files below the store's folder, and rows, that could not be taken along. */
  readonly left_out: readonly string[];
}

export interface ImportReport extends ShellNotCovered {
  readonly success: true;
  readonly turns: number;
  readonly rows_added: number;
  readonly rows_there: number;
  readonly blobs_added: number;
  readonly blobs_there: number;
  /** Workspace roots of the rows, as they are now. */
  readonly roots: readonly string[];
  /** What was damaged in the store it was exported from. */
  readonly left_out: readonly string[];
}

/** A root as it was where the export was made, and where its files are here; both absolute. */
export interface RootMapping {
  readonly from: string;
  readonly to: string;
}

export interface Checkpoints {
  /** Blob durable, then row durable. Never throws: a failure is `capture_failed` in the answer. */
  capture(request: CaptureRequest): Promise<Capture>;
  /** Takes back a captured row whose file was not replaced. Never throws. */
  discard(checkpointId: string): Promise<void>;
  /** With `root` (absolute real path) only what was written under it counts. */
  list(filter: { sessionId?: string; root?: string; limit?: number }): Promise<TurnList>;
  /** `null` when the turn has no checkpoints that the caller sees. `turnId` undefined: the newest turn. */
  show(turnId?: string, options?: { root?: string; withinRoot?: string }): Promise<TurnDetail | null>;
  revert(request: RevertRequest): Promise<RevertReport>;
  /** Ends reverts that died with their process, and says how. */
  recover(): Promise<readonly RecoveredRevert[]>;
  /** The writes of one file by one session that can be undone or redone, as far as they are recorded. */
  historyOf(file: FileOfSession): Promise<FileHistory>;
  /** The row of the other path, when a row is half of a move; `null` when it is not, or the other was not recorded. */
  otherHalfOf(row: Checkpoint): Promise<Checkpoint | null>;
  /** A stored content, verified. */
  contentOf(sha256: string): Promise<StoredContent>;
  /** Deletes turns over their days or over the store's bound, at most hourly over all processes; `null`: not due. */
  pruneIfDue(): Promise<PruneReport | null>;
  /** What the turn changed; as `show`. */
  diff(turnId?: string, options?: { root?: string; withinRoot?: string }): Promise<TurnDiff | null>;
  /** Makes ahead what a first capture would wait for. Needed by nobody; never throws. */
  prepare(): Promise<void>;
  /** Reads everything and names what is damaged; changes nothing. */
  verify(onProgress?: Progress): Promise<VerifyReport>;
  /** The whole store as one stream of bytes, in the format of `transfer/format.ts`; the report is what its end returns. */
  exportAll(onProgress?: Progress): AsyncGenerator<Uint8Array, ExportReport>;
  /**
   * Takes over an export. What is there already stays, so that doing it twice is the same as once.
   *
   * @param open Called twice: everything is checked before anything is stored.
   * @throws ImportError, when nothing was changed.
   */
  importAll(
    open: () => AsyncIterable<Uint8Array>,
    mappings: readonly RootMapping[],
    onProgress?: Progress,
  ): Promise<ImportReport>;
  /** The same at once. */
  prune(options: { readonly dryRun: boolean }): Promise<PruneReport>;
  close(): Promise<void>;
}
