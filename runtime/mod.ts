/**
 * The public surface of the core: what an embedder needs to build a runtime over its own ports and to call tools. The
 * rooms have doors of their own (`mortise/edit`, `mortise/checkpoints`, ...).
 */
export { type Checkpoints, createCheckpoints } from "./checkpoints/mod.ts";
export { applyEdit, type EditMatch, type EditOutcome, findEditMatch, type MatchStrategy } from "./edit/mod.ts";
export { ERROR_CODES, type ErrorCode, FileSystemError, isFileSystemError, StoreError, statusOf } from "./errors.ts";
export { FileStateTracker } from "./file-state/mod.ts";
export { KeyedLocks } from "./locks.ts";
export { type PathRefusal, type ResolvedPath, resolveInRoot } from "./paths.ts";
export type {
  BlobStore,
  Checkpoint,
  CheckpointIndex,
  Clock,
  FileSystem,
  Hash,
  Host,
  Ids,
  Surface,
} from "./ports/mod.ts";
export { type CallBinding, createRuntime, type Runtime, type RuntimeOptions, type RuntimePorts } from "./runtime.ts";
export { createApp } from "./server/mod.ts";
export { loadSettings, type Settings } from "./settings/mod.ts";
export { defineTool, TOOLS, type Tool, type ToolContext, type ToolFailure, type ToolResult } from "./tools/mod.ts";
export { VERSION } from "./version.ts";
