/**
 * What the agent wrote can be taken back: the content before each write is kept by its sha256, a row says which turn
 * wrote what, and a revert puts a turn's files back unless somebody changed them since.
 */
import type { KeyedLocks } from "../locks.ts";
import type { BlobStore, CheckpointIndex, Clock, FileSystem, Hash, Ids } from "../ports/mod.ts";
import { capture } from "./capture.ts";
import { otherHalfOf, readHistory } from "./history.ts";
import { withIndexDoubt } from "./index-doubt.ts";
import type { OptionNames } from "./note.ts";
import { prune, pruneIfDue, trustedNow } from "./prune.ts";
import { type Owner, recoverReverts } from "./recover.ts";
import { readBlob } from "./restore.ts";
import { revertTurn } from "./revert.ts";
import { listTurns, showTurn } from "./turns.ts";
import type { Checkpoints } from "./types.ts";

export { workspaceIdOf } from "./capture.ts";
export {
  type HistoryStep,
  MAX_UNDO_DEPTH,
  MOVE_TOOL,
  nextStep,
  REDO_TOOL,
  replayHistory,
  stepsLeft,
  UNDO_TOOL,
} from "./history.ts";
export { PLAN_LETTERS } from "./letters.ts";
export { type OptionNames, SHELL_NOT_COVERED } from "./note.ts";
export type { PathState } from "./path-state.ts";
export { type BlobState, type CurrentState, planRevert, type TurnPath } from "./plan.ts";
export type { Owner } from "./recover.ts";
export { noCheckpoints } from "./report.ts";
export { type RevertDeps, revertTurn } from "./revert.ts";
export { ImportError } from "./transfer/import-error.ts";
export type {
  Capture,
  CaptureRequest,
  CheckpointAnswer,
  Checkpoints,
  ExportReport,
  FileDiff,
  FileHistory,
  FileOfSession,
  ImportReport,
  PlanEntry,
  PlanStatus,
  Progress,
  PruneReport,
  RecoveredRevert,
  RevertReport,
  RevertRequest,
  RootMapping,
  ShellNotCovered,
  StoredContent,
  TurnAnswer,
  TurnDetail,
  TurnDiff,
  TurnList,
  VerifyReport,
  WriteAnswer,
} from "./types.ts";

export interface CheckpointsDeps {
  /** Where the workspaces are; reverts write here. */
  readonly fs: FileSystem;
  readonly index: CheckpointIndex;
  readonly blobs: BlobStore;
  readonly hash: Hash;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The very locks that guard the tools' writes, keyed by absolute path. */
  readonly locks: KeyedLocks;
  /** Absolute real paths no revert touches: the product's home and store. */
  readonly protectedFolders: readonly string[];
  /** This process, as the journal of reverts names it. */
  readonly owner: Owner;
  readonly maxBlobBytes: number;
  readonly retentionDays: number;
  /** Bound of the whole store; 0: none. */
  readonly maxStoreBytes: number;
  /** What refusals advise to pass; left out: the arguments of tools and routes. */
  readonly optionNames?: OptionNames;
}

/** Opens nothing: index and blobs are first touched by the first call. */
export function createCheckpoints(deps: CheckpointsDeps): Checkpoints {
  const now = trustedNow(deps.clock);
  return {
    capture: (request) => capture(request, deps),
    async discard(checkpointId) {
      try {
        await deps.index.remove([checkpointId]);
      } catch {
        // The row then stands for a write that never happened; the plan knows that case and reverts past it.
      }
    },
    list: (filter) => listTurns(filter, deps),
    show: (turnId, options) => showTurn(turnId, options ?? {}, deps),
    revert: async (request) => withIndexDoubt(await revertTurn(request, deps), deps.index),
    recover: () => recoverReverts(deps),
    historyOf: (file) => readHistory(file, deps.index),
    otherHalfOf: (row) => otherHalfOf(row, deps.index),
    contentOf: (sha256) => readBlob(sha256, deps),
    pruneIfDue: () => pruneIfDue({ ...deps, now }),
    async prepare() {
      try {
        await deps.blobs.prepare();
      } catch {
        // The capture that needs it meets the same failure, and tells it.
      }
    },
    // What a server or a page seldom does is loaded when it is asked for.
    async diff(turnId, options) {
      const { diffTurn } = await import("./diff.ts");
      return diffTurn(turnId, options ?? {}, deps);
    },
    async verify(onProgress) {
      const { verifyStore } = await import("./verify.ts");
      return verifyStore(deps, onProgress);
    },
    async *exportAll(onProgress) {
      const { exportStore } = await import("./transfer/export-store.ts");
      return yield* exportStore(deps, onProgress);
    },
    async importAll(open, mappings, onProgress) {
      const { importStore } = await import("./transfer/import-store.ts");
      return importStore(open, mappings, deps, onProgress);
    },
    prune: (options) => prune(options, { ...deps, now }),
    close: () => deps.index.close(),
  };
}
