/** Whose entries: one session's own or, with `sessionId` "", those that all sessions of a workspace share. */
export interface MemoryPlace {
  readonly workspaceId: string;
  readonly sessionId: string;
}

export interface MemoryEntry {
  readonly key: string;
  readonly value: string;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
}

/**
 * Notes by key, apart for each place. Safe to share between processes; what was saved is durable once `save` resolves.
 * Newest means saved last, whatever the clocks said. Any failure is thrown: an entry is never dropped quietly.
 */
export interface MemoryStore {
  /** An entry of the same key is replaced. "full": the place holds `most` other entries, and nothing was changed. */
  save(place: MemoryPlace, entry: MemoryEntry, most: number): Promise<"created" | "replaced" | "full">;
  get(place: MemoryPlace, key: string): Promise<MemoryEntry | null>;
  /** Newest first. */
  list(place: MemoryPlace): Promise<MemoryEntry[]>;
  /** False when there was no such key. */
  delete(place: MemoryPlace, key: string): Promise<boolean>;
  /** Of the keys that begin with `prefix`, deletes all but the newest `count`; answers how many it deleted. */
  keepNewest(place: MemoryPlace, prefix: string, count: number): Promise<number>;
  /**
   * `save` without a bound and `keepNewest` of the keys that begin with `prefix`, as one step: it costs one commit, and is
   * made for records of every call: it survives the process, and may be lost in a power cut that follows at once. Answers
   * whether the entry is there afterwards.
   */
  record(place: MemoryPlace, entry: MemoryEntry, prefix: string, count: number): Promise<boolean>;
  /** Deletes what sessions saved for themselves before `savedBefore`; shared entries stay. Answers how many. */
  expireSessions(savedBefore: number): Promise<number>;
  close(): Promise<void>;
}
