import { expect } from "vitest";
import type { MemoryEntry, MemoryPlace, MemoryStore } from "../../runtime/ports/mod.ts";

/** What every memory store owes, one promise a case. */
export interface MemoryStoreCase {
  readonly name: string;
  /** `open` answers further handles on the same store. */
  run(store: MemoryStore, open: () => MemoryStore): Promise<void>;
}

const NOW = 1_800_000_000_000;
const SHARED: MemoryPlace = { workspaceId: "w", sessionId: "" };
const SESSION: MemoryPlace = { workspaceId: "w", sessionId: "s" };

function note(key: string, value = `about ${key}`, savedAt = NOW): MemoryEntry {
  return { key, value, savedAt };
}

async function saveAll(store: MemoryStore, place: MemoryPlace, keys: readonly string[]): Promise<void> {
  for (const key of keys) await store.save(place, note(key), 1000);
}

const keysOf = async (store: MemoryStore, place: MemoryPlace) => (await store.list(place)).map((entry) => entry.key);

export const memoryStoreCases: readonly MemoryStoreCase[] = [
  {
    name: "an empty store has no entries and nothing to delete",
    async run(store) {
      expect(await store.list(SHARED)).toEqual([]);
      expect(await store.get(SHARED, "a")).toBeNull();
      expect(await store.delete(SHARED, "a")).toBe(false);
      expect(await store.keepNewest(SHARED, "", 0)).toBe(0);
      expect(await store.expireSessions(NOW)).toBe(0);
    },
  },
  {
    name: "entries come back as they were given, whatever their text",
    async run(store) {
      const entries = [
        note("plain"),
        note("a key with 'quotes', 100% _ \"x\"; DROP TABLE memory; --", "\u{1F600} e\u0301 \u202E\r\n\ttext \\ '"),
        note("empty", ""),
        note("long", "x".repeat(30_000), 0),
        note("\u00e9"),
        note("e\u0301"),
      ];
      for (const entry of entries) expect(await store.save(SHARED, entry, 10)).toBe("created");
      expect(await store.list(SHARED)).toEqual([...entries].reverse());
      for (const entry of entries) expect(await store.get(SHARED, entry.key)).toEqual(entry);
    },
  },
  {
    name: "a key that is saved again has its new value and is the newest, whatever the times say",
    async run(store) {
      await saveAll(store, SHARED, ["a", "b"]);
      expect(await store.save(SHARED, note("a", "again", NOW - 5000), 10)).toBe("replaced");
      expect(await store.list(SHARED)).toEqual([note("a", "again", NOW - 5000), note("b")]);
      expect(await store.save(SHARED, note("a", "and again"), 10)).toBe("replaced");
      expect(await keysOf(store, SHARED)).toEqual(["a", "b"]);
    },
  },
  {
    name: "keys are told apart to the letter, and wildcards are letters",
    async run(store) {
      await saveAll(store, SHARED, ["key", "KEY", "k%", "k_y"]);
      expect(await store.delete(SHARED, "K%")).toBe(false);
      expect(await store.delete(SHARED, "k%")).toBe(true);
      expect(await store.keepNewest(SHARED, "k_", 0)).toBe(1);
      expect(await keysOf(store, SHARED)).toEqual(["KEY", "key"]);
    },
  },
  {
    name: "sessions and workspaces keep their entries apart",
    async run(store) {
      const elsewhere = { workspaceId: "other", sessionId: "s" };
      const sideways = { workspaceId: "w", sessionId: 's","' };
      for (const place of [SHARED, SESSION, elsewhere, sideways]) {
        await store.save(place, note("k", JSON.stringify(place)), 10);
      }
      for (const place of [SHARED, SESSION, elsewhere, sideways]) {
        expect(await store.list(place)).toEqual([note("k", JSON.stringify(place))]);
      }
      await store.delete(SESSION, "k");
      await store.keepNewest(elsewhere, "", 0);
      expect(await keysOf(store, SHARED)).toEqual(["k"]);
      expect(await keysOf(store, sideways)).toEqual(["k"]);
    },
  },
  {
    name: "a full place takes no new key, still replaces an old one, and says which it did",
    async run(store) {
      await saveAll(store, SHARED, ["a", "b"]);
      expect(await store.save(SHARED, note("c"), 2)).toBe("full");
      expect(await store.save(SHARED, note("a", "new"), 2)).toBe("replaced");
      expect(await store.save(SESSION, note("c"), 2)).toBe("created");
      expect(await store.list(SHARED)).toEqual([note("a", "new"), note("b")]);
      await store.delete(SHARED, "b");
      expect(await store.save(SHARED, note("c"), 2)).toBe("created");
    },
  },
  {
    name: "saves in flight together never go over the bound, and each tells the truth",
    async run(store) {
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, at) => store.save(SHARED, note(`${at}`), 5)));
      expect(outcomes.filter((outcome) => outcome === "created")).toHaveLength(5);
      expect(outcomes.filter((outcome) => outcome === "full")).toHaveLength(15);
      const kept = outcomes.flatMap((outcome, at) => (outcome === "created" ? [`${at}`] : []));
      expect((await keysOf(store, SHARED)).sort()).toEqual(kept.sort());
    },
  },
  {
    name: "of the keys with a prefix the newest are kept, and no other key is touched",
    async run(store) {
      await saveAll(store, SESSION, ["status:a:1", "other", "status:b:2", "status:a:3", "xstatus:"]);
      await saveAll(store, SHARED, ["status:shared"]);
      await store.save(SESSION, note("status:a:1", "again"), 100);
      expect(await store.keepNewest(SESSION, "status:", 2)).toBe(1);
      expect(await keysOf(store, SESSION)).toEqual(["status:a:1", "xstatus:", "status:a:3", "other"]);
      expect(await store.keepNewest(SESSION, "status:", 2)).toBe(0);
      expect(await keysOf(store, SHARED)).toEqual(["status:shared"]);
    },
  },
  {
    name: "a record is saved and older ones of its prefix go in one step, however full the place is",
    async run(store) {
      await saveAll(store, SESSION, ["status:a:1", "other", "status:b:2"]);
      expect(await store.record(SESSION, note("status:c:3"), "status:", 2)).toBe(true);
      expect(await keysOf(store, SESSION)).toEqual(["status:c:3", "status:b:2", "other"]);
      expect(await store.record(SESSION, note("status:b:2", "again"), "status:", 2)).toBe(true);
      expect(await store.list(SESSION)).toEqual([note("status:b:2", "again"), note("status:c:3"), note("other")]);
      expect(await store.record(SESSION, note("status:d:4"), "status:", 0)).toBe(false);
      expect(await keysOf(store, SESSION)).toEqual(["other"]);
      const together = Array.from({ length: 20 }, (_, at) => store.record(SESSION, note(`status:${at}`), "status:", 5));
      expect(await Promise.all(together)).toEqual(together.map(() => true));
      expect(await keysOf(store, SESSION)).toHaveLength(6);
    },
  },
  {
    name: "what sessions saved long ago expires, what they share stays",
    async run(store) {
      await store.save(SESSION, note("old", "", NOW - 1), 10);
      await store.save(SESSION, note("edge", "", NOW), 10);
      await store.save(SHARED, note("ancient", "", 0), 10);
      expect(await store.expireSessions(NOW)).toBe(1);
      expect(await keysOf(store, SESSION)).toEqual(["edge"]);
      expect(await keysOf(store, SHARED)).toEqual(["ancient"]);
    },
  },
  {
    name: "two handles on one store see each other's entries, and closing one leaves the other open",
    async run(store, open) {
      const other = open();
      await store.save(SHARED, note("a"), 10);
      await other.save(SHARED, note("b"), 10);
      expect(await keysOf(store, SHARED)).toEqual(["b", "a"]);
      await other.close();
      await other.close();
      expect(await store.save(SHARED, note("c"), 10)).toBe("created");
    },
  },
];
