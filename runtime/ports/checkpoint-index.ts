import type { IndexUpkeep } from "./index-upkeep.ts";

/** One write of one file, recorded before the file is replaced. */
export interface Checkpoint {
  /** `cp_` and 16 hex digits. */
  readonly checkpointId: string;
  readonly turnId: string;
  readonly sessionId: string;
  /** The door the call came through: "http", "mcp", "cli", "agent". */
  readonly surface: string;
  readonly toolName: string;
  readonly callId: string;
  /** sha256 of the root's real path, first 16 hex digits. */
  readonly workspaceId: string;
  /** Absolute real path of the workspace root at the time of the write. */
  readonly root: string;
  /** POSIX path below the root. */
  readonly relativePath: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Whether the file existed before the write. */
  readonly existed: boolean;
  /** sha256 of the bytes before; `null` when the file did not exist or was over the blob limit. */
  readonly beforeHash: string | null;
  readonly beforeSize: number;
  /** sha256 of the bytes written; `null` when the write deleted the file. */
  readonly afterHash: string | null;
  readonly afterSize: number;
  /** Mode bits before; `null` when the file did not exist. */
  readonly beforeMode: number | null;
  /** Whether the write took the file away. */
  readonly deleted: boolean;
  /** Mode bits that the write sets; `null` when it keeps those of before, or a new file gets the usual ones. */
  readonly afterMode: number | null;
  /** A link stood at the path itself: `beforeHash` and `beforeSize` are of the path it held. */
  readonly beforeIsLink: boolean;
  /** The write leaves a link: `afterHash` and `afterSize` are of the path it holds. */
  readonly afterIsLink: boolean;
  /** How many of the folders above the file this write had to make, counted from the file upwards. */
  readonly createdFolders: number;
  /** The path below the root as the caller named it, when links led from there to `relativePath`; else `null`. */
  readonly namedPath: string | null;
  /** All rows of a turn are of one kind. */
  readonly kind: TurnKind;
  /** The turn that this one takes back; `null` for a turn of writes. */
  readonly reverts: string | null;
  /** sha256 of bytes before that were not kept, being over the blob limit; `null` when they were kept, or this is not known. */
  readonly seenHash: string | null;
}

/** Of `createdFolders`: no path has more, for each is at least two bytes of at most 4096. */
export const MAX_CREATED_FOLDERS = 4096;

/** A turn holds what an agent wrote while it answered one message, or what one revert overwrote. */
export type TurnKind = "write" | "revert";

/**
 * How far a revert came. "running" until it has ended, or for ever when its process died: a later start then makes it
 * "finished" or "rolled_back". "partial" when some of its paths could not be brought back.
 */
export type RevertState = "running" | "done" | "partial" | "finished" | "rolled_back";

/** The journal's line for one revert. */
export interface RevertRecord {
  /** The turn of kind "revert". */
  readonly turnId: string;
  readonly state: RevertState;
  /** The process that carries it out, by a name that tells whether it is gone. */
  readonly owner: string;
}

export interface TurnSummary {
  readonly turnId: string;
  readonly kind: TurnKind;
  readonly reverts: string | null;
  /** `null` for a turn of writes, and for a revert whose line in the journal is lost. */
  readonly state: RevertState | null;
  readonly sessionId: string;
  readonly writes: number;
  /** Distinct paths. */
  readonly files: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/**
 * The rows of the checkpoint store. Safe to share between processes; `append` is durable and visible to all others once
 * it resolves. Any failure is thrown: a row is never dropped quietly.
 */
export interface CheckpointIndex extends IndexUpkeep {
  /** All rows or none. */
  append(rows: readonly Checkpoint[]): Promise<void>;
  /** The rows of a revert and its line in the journal, state "running": all or nothing, durable before a file is touched. */
  beginRevert(revert: Omit<RevertRecord, "state">, rows: readonly Checkpoint[]): Promise<void>;
  /**
   * Writes down how a revert ended, and drops the rows of paths that it did not change; when it has no row left, its
   * line goes too. One step.
   */
  endRevert(turnId: string, state: Exclude<RevertState, "running">, untouched: readonly string[]): Promise<void>;
  /** The journal's line for a turn of kind "revert"; `null` when there is none. One that cannot be read is thrown. */
  revertRecord(turnId: string): Promise<RevertRecord | null>;
  /** Lines of the journal in state "running", oldest first; those that cannot be read are `damagedReverts`. */
  runningReverts(): Promise<RevertRecord[]>;
  /** Takes over a running revert from a process that is gone: true for exactly one caller, in any process. */
  claimRevert(revert: RevertRecord, owner: string): Promise<boolean>;
  /** Takes back rows whose file was not replaced after all. Unknown ids are ignored. */
  remove(checkpointIds: readonly string[]): Promise<void>;
  /** Rows of one turn in the order they were appended; empty when there are none. */
  byTurn(turnId: string): Promise<Checkpoint[]>;
  /** The newest rows of one file, at most `limit`, in the order they were appended. With `sessionId` only rows of it. */
  byFile(file: { root: string; relativePath: string; sessionId?: string; limit: number }): Promise<Checkpoint[]>;
  /** Most recently written first. With `sessionId`, `root` or `kind` only rows of these count, also in the sums. */
  turns(filter: { sessionId?: string; root?: string; kind?: TurnKind; limit: number }): Promise<TurnSummary[]>;
  /** Deletes rows created before `createdBefore` (ms since the epoch), but none of a running revert; answers how many. */
  expire(createdBefore: number): Promise<number>;
  /** Every `beforeHash` that a row still names. */
  referencedBlobs(): Promise<Set<string>>;
  /**
   * Takes the hourly turn to prune: true for exactly one caller, in any process, per `intervalMs`. A stored time that
   * lies `intervalMs` or more in the future (the clock was set back) counts as long ago.
   */
  claimPrune(now: number, intervalMs: number): Promise<boolean>;
  close(): Promise<void>;
}
