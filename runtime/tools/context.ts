import type { Checkpoints } from "../checkpoints/mod.ts";
import type { FileStateTracker } from "../file-state/mod.ts";
import type { KeyedLocks } from "../locks.ts";
import type { WorkspaceMemory } from "../memory/mod.ts";
import type { Clock, FileSystem, Hash, Ids, Surface } from "../ports/mod.ts";
import type { Settings } from "../settings/mod.ts";
import type { DiagnosticsService } from "./diagnostics-service.ts";
import type { EditMisses } from "./edit-file/misses.ts";
import type { StatusRecorder } from "./status.ts";
import type { SyntaxService } from "./syntax-service.ts";

/** Everything a tool may touch, and on whose behalf. Handed along explicitly; there is no ambient state. */
export interface ToolContext {
  /** Absolute real path of the workspace root. */
  readonly root: string;
  /** Absolute real paths of the product's own folders (home, store); no tool reads or writes below them. */
  readonly protectedFolders: readonly string[];
  readonly fs: FileSystem;
  readonly hash: Hash;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly locks: KeyedLocks;
  readonly fileState: FileStateTracker;
  readonly checkpoints: Checkpoints;
  readonly syntax: SyntaxService;
  readonly diagnostics: DiagnosticsService;
  readonly statuses: StatusRecorder;
  readonly misses: EditMisses;
  readonly memory: WorkspaceMemory;
  readonly settings: Settings;
  readonly surface: Surface;
  /** "" when the caller named none: staleness then passes. */
  readonly sessionId: string;
  /** "" when the caller named none: no checkpoint is then taken. */
  readonly turnId: string;
  readonly callId: string;
  readonly signal: AbortSignal;
}
