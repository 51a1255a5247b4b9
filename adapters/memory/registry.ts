import type { MemoryStore } from "../../runtime/ports/mod.ts";

/** Memory stores by name; each loads on first use. */
export const MEMORIES = [
  {
    name: "libsql",
    open: async (path: string): Promise<MemoryStore> => (await import("./libsql.ts")).createLibsqlMemory({ path }),
  },
  {
    name: "memory",
    open: async (_path: string): Promise<MemoryStore> => (await import("./memory.ts")).createMemoryMemory(),
  },
] as const;
