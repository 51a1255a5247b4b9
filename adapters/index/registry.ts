import type { CheckpointIndex } from "../../runtime/ports/mod.ts";

/** Checkpoint indexes by name; each loads on first use. */
export const INDEXES = [
  {
    name: "libsql",
    open: async (path: string): Promise<CheckpointIndex> => (await import("./libsql.ts")).createLibsqlIndex({ path }),
  },
  {
    name: "memory",
    open: async (_path: string): Promise<CheckpointIndex> => (await import("./memory.ts")).createMemoryIndex(),
  },
] as const;
