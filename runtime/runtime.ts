import type { Checkpoints } from "./checkpoints/mod.ts";
import type { Clock, FileSystem, Hash, Ids, Surface } from "./ports/mod.ts";
import type { Settings } from "./settings/mod.ts";
import type { Tool, ToolContext, ToolResult } from "./tools/mod.ts";

export interface RuntimePorts {
  readonly fs: FileSystem;
  readonly hash: Hash;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly checkpoints: Checkpoints;
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
  readonly root: string;
  readonly settings: Settings;
  readonly checkpoints: Checkpoints;
  readonly tools: readonly Tool[];
  contextFor(binding: CallBinding): ToolContext;
  /** The one door: finds the tool (prefix and aliases resolved), validates, runs, and turns a thrown error into a result. */
  callTool(name: string, args: unknown, ctx: ToolContext): Promise<ToolResult>;
}
