import type { Clock, MemoryEntry, MemoryStore } from "../ports/mod.ts";

/** In place of a session id: the entries that all sessions of the workspace share. */
export const SHARED = "";

/** A place never holds more entries than this, so reading all of it stays cheap. */
const MOST_ENTRIES = 500;

/**
 * The memory of one workspace. Sessions of the same name in other workspaces are others. Errors are the store's.
 */
export interface WorkspaceMemory {
  /** "full": nothing was changed; something must be deleted first. */
  save(sessionId: string, key: string, value: string): Promise<"created" | "replaced" | "full">;
  get(sessionId: string, key: string): Promise<MemoryEntry | null>;
  /** Newest first. */
  list(sessionId: string): Promise<MemoryEntry[]>;
  /** False when there was no such key. */
  delete(sessionId: string, key: string): Promise<boolean>;
  /**
   * Saves whatever else is kept and, of the keys that begin with `prefix`, deletes all but the newest `count`, in one
   * step; answers whether the entry can be read back.
   */
  record(sessionId: string, key: string, value: string, prefix: string, count: number): Promise<boolean>;
}

export function createWorkspaceMemory(deps: {
  readonly store: MemoryStore;
  readonly workspaceId: string;
  readonly clock: Clock;
}): WorkspaceMemory {
  const { store, workspaceId, clock } = deps;
  return {
    save: (sessionId, key, value) =>
      store.save({ workspaceId, sessionId }, { key, value, savedAt: clock.now() }, MOST_ENTRIES),
    get: (sessionId, key) => store.get({ workspaceId, sessionId }, key),
    list: (sessionId) => store.list({ workspaceId, sessionId }),
    delete: (sessionId, key) => store.delete({ workspaceId, sessionId }, key),
    record: (sessionId, key, value, prefix, count) =>
      store.record({ workspaceId, sessionId }, { key, value, savedAt: clock.now() }, prefix, count),
  };
}
