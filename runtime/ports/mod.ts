/** What the core needs from outside: interfaces only. Each has conformance cases in `test/conformance/`. */
export type { BlobStore, StoredBlob } from "./blob-store.ts";
export type { CheckerOutcome, CheckerProcesses, CheckerProgram, CheckerRun } from "./checker-process.ts";
export {
  type Checkpoint,
  type CheckpointIndex,
  MAX_CREATED_FOLDERS,
  type RevertRecord,
  type RevertState,
  type TurnKind,
  type TurnSummary,
} from "./checkpoint-index.ts";
export type { Clock } from "./clock.ts";
export type { DirEntry, FileKind, FileStat, FileSystem, StagedFile, WriteOptions, WriteOutcome } from "./filesystem.ts";
export type { CheckerModule, GrammarName, Grammars } from "./grammars.ts";
export type { Hash } from "./hash.ts";
export type {
  EndSignal,
  Host,
  HostCheckers,
  HostFileSystemOptions,
  IndexOptions,
  ProgressBar,
  RunningServer,
  ServeOptions,
} from "./host.ts";
export type { Ids } from "./ids.ts";
export { INDEX_FILE, newestIndexFile, nextIndexFile, previousIndexFile } from "./index-file.ts";
export type { DamagedRevert, IndexUpkeep, ScannedRow, TurnHolding } from "./index-upkeep.ts";
export type { MemoryEntry, MemoryPlace, MemoryStore } from "./memory-store.ts";
export type {
  MutantSummary,
  PropertyFailure,
  PropertyReport,
  PropertyRunner,
  PropertySummary,
  ReplayKey,
  RunOptions,
} from "./properties.ts";
export type { Surface } from "./surface.ts";
export type { ProjectCheckRequest, ProjectFinding, ProjectFindings, TypescriptProjects } from "./typescript-project.ts";
