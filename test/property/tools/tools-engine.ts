import { FileStateTracker } from "../../../runtime/file-state/mod.ts";
import type { Property } from "../property.ts";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "./workspace.ts";

/** What the laws of the tools are stated of. A mutant is another one of these. */
export interface ToolsEngine {
  /** A tree in memory with the tools over it. */
  open(options?: WorkspaceOptions): Promise<Workspace>;
  /** What a workspace remembers of files, by itself. */
  tracker(): FileStateTracker;
}

/** The product. */
export const TOOLS: ToolsEngine = {
  open: openWorkspace,
  tracker: () => new FileStateTracker(),
};

/** A law of the tools, stated of an engine. */
export type ToolsProperty<Value> = (tools: ToolsEngine) => Property<Value>;
