import type { MemoryEntry, MemoryPlace, MemoryStore } from "../../runtime/ports/mod.ts";

/** A memory that lives and dies with the page or the test. */
export function createMemoryMemory(): MemoryStore {
  /** By place; each in order of saving. */
  const places = new Map<string, { readonly sessionId: string; readonly entries: Map<string, MemoryEntry> }>();

  const entriesOf = ({ workspaceId, sessionId }: MemoryPlace): Map<string, MemoryEntry> => {
    const name = JSON.stringify([workspaceId, sessionId]);
    const place = places.get(name) ?? { sessionId, entries: new Map<string, MemoryEntry>() };
    places.set(name, place);
    return place.entries;
  };
  return {
    async save(place, entry, most) {
      const entries = entriesOf(place);
      const replaced = entries.has(entry.key);
      if (entries.size - (replaced ? 1 : 0) >= most) return "full";
      putNewest(entries, entry);
      return replaced ? "replaced" : "created";
    },
    async get(place, key) {
      const entry = entriesOf(place).get(key);
      return entry === undefined ? null : { ...entry };
    },
    async list(place) {
      return [...entriesOf(place).values()].reverse().map((entry) => ({ ...entry }));
    },
    async delete(place, key) {
      return entriesOf(place).delete(key);
    },
    async keepNewest(place, prefix, count) {
      return dropSurplus(entriesOf(place), prefix, count);
    },
    async record(place, entry, prefix, count) {
      const entries = entriesOf(place);
      putNewest(entries, entry);
      dropSurplus(entries, prefix, count);
      return entries.has(entry.key);
    },
    async expireSessions(savedBefore) {
      let count = 0;
      for (const { sessionId, entries } of places.values()) {
        for (const { key, savedAt } of sessionId === "" ? [] : [...entries.values()]) {
          if (savedAt < savedBefore && entries.delete(key)) count += 1;
        }
      }
      return count;
    },
    async close() {},
  };
}

/** A map keeps the place of a key that is set again, so it goes first. */
function putNewest(entries: Map<string, MemoryEntry>, entry: MemoryEntry): void {
  entries.delete(entry.key);
  entries.set(entry.key, { ...entry });
}

function dropSurplus(entries: Map<string, MemoryEntry>, prefix: string, count: number): number {
  const surplus = [...entries.keys()]
    .filter((key) => key.startsWith(prefix))
    .reverse()
    .slice(count);
  for (const key of surplus) entries.delete(key);
  return surplus.length;
}
