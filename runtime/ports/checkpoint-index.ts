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
}

export interface TurnSummary {
  readonly turnId: string;
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
export interface CheckpointIndex {
  /** All rows or none. */
  append(rows: readonly Checkpoint[]): Promise<void>;
  /** Takes back rows whose file was not replaced after all. Unknown ids are ignored. */
  remove(checkpointIds: readonly string[]): Promise<void>;
  /** Rows of one turn in the order they were appended; empty when there are none. */
  byTurn(turnId: string): Promise<Checkpoint[]>;
  /** The newest rows of one file, at most `limit`, in the order they were appended. With `sessionId` only rows of it. */
  byFile(file: { root: string; relativePath: string; sessionId?: string; limit: number }): Promise<Checkpoint[]>;
  /** Most recently written first. With `sessionId` or `root` only rows of these count, also in the sums. */
  turns(filter: { sessionId?: string; root?: string; limit: number }): Promise<TurnSummary[]>;
  /** Deletes rows created before `createdBefore` (ms since the epoch); answers how many. */
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
