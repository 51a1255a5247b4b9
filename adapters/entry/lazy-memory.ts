import type { IndexOptions, MemoryStore } from "../../runtime/ports/mod.ts";

/** A memory whose driver loads with its first use, as that of the index does. */
export function lazyMemory(open: () => Promise<MemoryStore>): MemoryStore {
  let opened: Promise<MemoryStore> | null = null;
  let closed = false;
  const memory = (): Promise<MemoryStore> => {
    if (closed && opened === null) return Promise.reject(new TypeError("the memory is closed"));
    opened ??= open();
    return opened;
  };
  return {
    save: async (place, entry, most) => (await memory()).save(place, entry, most),
    get: async (place, key) => (await memory()).get(place, key),
    list: async (place) => (await memory()).list(place),
    delete: async (place, key) => (await memory()).delete(place, key),
    keepNewest: async (place, prefix, count) => (await memory()).keepNewest(place, prefix, count),
    record: async (place, entry, prefix, count) => (await memory()).record(place, entry, prefix, count),
    expireSessions: async (savedBefore) => (await memory()).expireSessions(savedBefore),
    async close() {
      closed = true;
      await (await opened)?.close();
    },
  };
}

/** The memory in the index file, through the database library. */
export function openLibsqlMemory(path: string, options: IndexOptions): MemoryStore {
  return lazyMemory(async () => (await import("../memory/libsql.ts")).createLibsqlMemory({ path, ...options }));
}
