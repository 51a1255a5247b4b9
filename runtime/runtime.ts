import { type Checkpoints, workspaceIdOf } from "./checkpoints/mod.ts";
import { FileSystemError } from "./errors.ts";
import { FileStateTracker } from "./file-state/mod.ts";
import type { KeyedLocks } from "./locks.ts";
import { createWorkspaceMemory } from "./memory/mod.ts";
import { baseName, joinPath, parentOf } from "./paths.ts";
import type { Clock, FileSystem, Grammars, Hash, HostCheckers, Ids, MemoryStore, Surface } from "./ports/mod.ts";
import type { Settings } from "./settings/mod.ts";
import {
  callTool,
  createDiagnosticsService,
  createSyntaxService,
  EditMisses,
  StatusRecorder,
  type SyntaxService,
  TOOLS,
  type Tool,
  type ToolContext,
  type ToolResult,
} from "./tools/mod.ts";

export interface RuntimePorts {
  readonly fs: FileSystem;
  readonly hash: Hash;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly checkpoints: Checkpoints;
  readonly memory: MemoryStore;
  /** The locks that `checkpoints` takes for a revert, so that an edit and a revert of one file never overlap. */
  readonly locks: KeyedLocks;
  /** For checks of syntax and for symbols; `null` or left out: no grammars, so text is scanned instead. */
  readonly grammars?: Grammars | null;
  /** Programs and projects that check what was written; `null` or left out: only checkers of the core. */
  readonly checkers?: HostCheckers | null;
  /** Instead of the parsers that come along, for a host that must not load them. */
  readonly syntax?: SyntaxService;
  /** Instead of an empty tracker, for a host that keeps or watches what its sessions saw. */
  readonly fileState?: FileStateTracker;
}

export interface RuntimeOptions {
  /** Absolute path of an existing folder; resolved to its real path. */
  readonly root: string;
  /** Absolute paths no tool may touch: the product's home and store. They need not exist yet. */
  readonly protectedFolders: readonly string[];
  readonly settings: Settings;
}

/** Who calls: from the request, never from ambient state. */
export interface CallBinding {
  readonly surface: Surface;
  readonly sessionId?: string;
  readonly turnId?: string;
  readonly callId?: string;
  readonly signal?: AbortSignal;
}

export interface Runtime {
  /** Absolute real path. */
  readonly root: string;
  readonly settings: Settings;
  readonly checkpoints: Checkpoints;
  readonly tools: readonly Tool[];
  contextFor(binding: CallBinding): ToolContext;
  /** The one door: finds the tool (prefix and aliases resolved), validates, runs, and turns a thrown error into a result. */
  callTool(name: string, args: unknown, ctx: ToolContext): Promise<ToolResult>;
}

/** Builds the services over the ports. Throws a `FileSystemError` when the root is not an existing folder. */
export async function createRuntime(ports: RuntimePorts, options: RuntimeOptions): Promise<Runtime> {
  const root = await realFolder(ports.fs, options.root);
  const protectedFolders = await Promise.all(options.protectedFolders.map((path) => realPathOfNearest(ports.fs, path)));
  const fileState = ports.fileState ?? new FileStateTracker();
  const misses = new EditMisses();
  const syntax = ports.syntax ?? createSyntaxService(ports.grammars ?? null);
  const { settings } = options;
  const { fs, clock, grammars = null, checkers = null } = ports;
  const diagnostics = createDiagnosticsService({ fs, clock, grammars, checkers, syntax }, settings);
  const workspaceId = workspaceIdOf(root, ports.hash);
  const memory = createWorkspaceMemory({ store: ports.memory, workspaceId, clock: ports.clock });
  const statuses = new StatusRecorder(memory);

  return {
    root,
    settings,
    checkpoints: ports.checkpoints,
    tools: TOOLS,
    contextFor: (binding) => ({
      ...ports,
      root,
      protectedFolders,
      fileState,
      statuses,
      misses,
      syntax,
      diagnostics,
      memory,
      settings,
      surface: binding.surface,
      sessionId: binding.sessionId ?? "",
      turnId: binding.turnId ?? "",
      callId: binding.callId ?? `call_${ports.ids.hex(8)}`,
      // One each: waiting for a lock listens on it, and a shared one would collect listeners.
      signal: binding.signal ?? new AbortController().signal,
    }),
    callTool: (name, args, ctx) => callTool(TOOLS, name, args, ctx),
  };
}

async function realFolder(files: FileSystem, path: string): Promise<string> {
  const real = await files.realpath(path);
  if ((await files.stat(real))?.kind === "directory") return real;
  throw new FileSystemError("ENOTDIR", "open root", path, { detail: "the workspace root must be a folder" });
}

/** The real path of a folder that may not exist yet: that of its nearest existing parent, and the rest as given. */
async function realPathOfNearest(files: FileSystem, path: string): Promise<string> {
  if (await files.stat(path)) return files.realpath(path);
  const parent = parentOf(path);
  return parent === path ? path : joinPath(await realPathOfNearest(files, parent), baseName(path));
}
