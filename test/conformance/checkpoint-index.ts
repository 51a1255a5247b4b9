import { expect } from "vitest";
import type { Checkpoint, CheckpointIndex } from "../../runtime/ports/mod.ts";
import { checkpointRow, sha256Of } from "./checkpoint-rows.ts";

/** What every checkpoint index owes, one promise a case. */
export interface CheckpointIndexCase {
  readonly name: string;
  /** `open` answers further handles on the same store, as another part of the process would hold. */
  run(index: CheckpointIndex, open: () => CheckpointIndex): Promise<void>;
}

const HOUR_MS = 3_600_000;
const NOW = 1_800_000_000_000;

/** What the summary of a turn says that is no revert. */
const WRITES = { kind: "write", reverts: null, state: null } as const;

/** A row of the turn "r", which takes "t" back. */
function revertRow(number: number, fields: Partial<Checkpoint> = {}): Checkpoint {
  return checkpointRow(number, { turnId: "r", kind: "revert", reverts: "t", ...fields });
}

export const checkpointIndexCases: readonly CheckpointIndexCase[] = [
  {
    name: "an empty index answers empty lists and finds nothing to remove",
    async run(index) {
      expect(await index.byTurn("t")).toEqual([]);
      expect(await index.turns({ limit: 20 })).toEqual([]);
      expect(await index.expire(NOW)).toBe(0);
      expect(await index.referencedBlobs()).toEqual(new Set());
      await index.remove(["cp_0000000000000001"]);
      await index.append([]);
    },
  },
  {
    name: "a row comes back with every field as it was given",
    async run(index) {
      const rows = [
        checkpointRow(1),
        checkpointRow(2, { existed: false, beforeHash: null, beforeSize: 0, beforeMode: null, afterHash: null }),
        checkpointRow(5, { afterHash: null, afterSize: 0, deleted: true }),
        checkpointRow(3, { existed: true, beforeHash: null, beforeSize: 9_000_000_000, beforeMode: 0o7777 }),
        checkpointRow(4, {
          root: "/work/a root with 'quotes', 100% #1?",
          relativePath: 'odd/new\nline \u{1F600} e\u0301 \\ "x"; DROP TABLE checkpoints; --',
          sessionId: "",
          callId: "",
          toolName: "\u202Etool",
          createdAt: 0,
          afterSize: 0,
        }),
        checkpointRow(6, {
          afterMode: 0o755,
          beforeIsLink: true,
          afterIsLink: true,
          createdFolders: 3,
          namedPath: "a link/b.ts",
          kind: "revert",
          reverts: "another turn",
          seenHash: sha256Of("too large"),
        }),
      ];
      await index.append(rows);
      expect(await index.byTurn("t")).toEqual(rows);
    },
  },
  {
    name: "rows of a turn come back in the order they were appended, whatever their times say",
    async run(index) {
      const late = checkpointRow(1, { createdAt: NOW + 5000 });
      const early = checkpointRow(2, { createdAt: NOW - 5000 });
      await index.append([late]);
      await index.append([checkpointRow(3, { turnId: "other" })]);
      await index.append([early]);
      expect(await index.byTurn("t")).toEqual([late, early]);
    },
  },
  {
    name: "the newest rows of a file come back in the order they were appended, of one session or of all",
    async run(index) {
      const [first, foreign, last] = [checkpointRow(1), checkpointRow(2, { sessionId: "other" }), checkpointRow(3)];
      await index.append([
        first,
        foreign,
        checkpointRow(4, { relativePath: "src/A.ts" }),
        checkpointRow(5, { root: "/elsewhere" }),
        last,
      ]);
      const file = { root: "/work/project", relativePath: "src/a.ts" };
      expect(await index.byFile({ ...file, limit: 9 })).toEqual([first, foreign, last]);
      expect(await index.byFile({ ...file, limit: 2 })).toEqual([foreign, last]);
      expect(await index.byFile({ ...file, sessionId: "s", limit: 9 })).toEqual([first, last]);
      expect(await index.byFile({ ...file, sessionId: "nobody", limit: 9 })).toEqual([]);
    },
  },
  {
    name: "turn ids are told apart to the letter",
    async run(index) {
      await index.append([checkpointRow(1, { turnId: "T" }), checkpointRow(2, { turnId: "t%" })]);
      expect(await index.byTurn("t")).toEqual([]);
      expect(await index.byTurn("t_")).toEqual([]);
      expect((await index.byTurn("T")).map((row) => row.checkpointId)).toEqual(["cp_0000000000000001"]);
    },
  },
  {
    name: "an append with an id that is taken is refused whole, and the rows before it stay",
    async run(index) {
      await index.append([checkpointRow(1)]);
      await expect(index.append([checkpointRow(2), checkpointRow(1, { turnId: "u" })])).rejects.toThrow();
      await expect(index.append([checkpointRow(3), checkpointRow(3)])).rejects.toThrow();
      expect(await index.byTurn("t")).toEqual([checkpointRow(1)]);
      expect(await index.byTurn("u")).toEqual([]);
    },
  },
  {
    name: "appends in flight together all land, and a refused one takes no other with it",
    async run(index) {
      await index.append([checkpointRow(7)]);
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, at) => index.append([checkpointRow(at, { turnId: `t${at}` })])),
      );
      const refused = results.flatMap((result, at) => (result.status === "rejected" ? [at] : []));
      expect(refused).toEqual([7]);
      for (const at of [0, 6, 8, 19]) expect(await index.byTurn(`t${at}`)).toHaveLength(1);
    },
  },
  {
    name: "a big append is one step: 2,500 rows come back in order",
    async run(index) {
      const rows = Array.from({ length: 2500 }, (_, at) => checkpointRow(at, { relativePath: `file-${at}` }));
      await index.append(rows);
      expect((await index.byTurn("t")).map((row) => row.relativePath)).toEqual(rows.map((row) => row.relativePath));
      await expect(
        index.append(
          [...rows.map((row) => ({ ...row, checkpointId: `x${row.checkpointId}`, turnId: "u" })), rows[0]].flatMap(
            (row) => (row ? [row] : []),
          ),
        ),
      ).rejects.toThrow();
      expect(await index.byTurn("u")).toEqual([]);
    },
  },
  {
    name: "removed rows are gone, and no others",
    async run(index) {
      await index.append([checkpointRow(1), checkpointRow(2), checkpointRow(3)]);
      await index.remove(["cp_0000000000000002", "no such id", "' OR 1=1 --"]);
      expect(await index.byTurn("t")).toEqual([checkpointRow(1), checkpointRow(3)]);
    },
  },
  {
    name: "turns are listed newest write first, with their sums",
    async run(index) {
      await index.append([
        checkpointRow(1, { turnId: "a", sessionId: "s1", createdAt: NOW + 1, relativePath: "x" }),
        checkpointRow(2, { turnId: "b", sessionId: "s2", createdAt: NOW + 2, relativePath: "x" }),
        checkpointRow(3, { turnId: "c", sessionId: "s1", createdAt: NOW + 9, relativePath: "x" }),
        checkpointRow(4, { turnId: "a", sessionId: "s1", createdAt: NOW + 4, relativePath: "y" }),
        checkpointRow(5, { turnId: "a", sessionId: "s1", createdAt: NOW + 3, relativePath: "x" }),
        checkpointRow(6, { turnId: "a", sessionId: "s1", createdAt: NOW + 3, relativePath: "x", root: "/other" }),
      ]);
      const a = { ...WRITES, turnId: "a", sessionId: "s1", writes: 4, files: 3, startedAt: NOW + 1, endedAt: NOW + 4 };
      const b = { ...WRITES, turnId: "b", sessionId: "s2", writes: 1, files: 1, startedAt: NOW + 2, endedAt: NOW + 2 };
      const c = { ...WRITES, turnId: "c", sessionId: "s1", writes: 1, files: 1, startedAt: NOW + 9, endedAt: NOW + 9 };
      expect(await index.turns({ limit: 20 })).toEqual([a, c, b]);
      expect(await index.turns({ limit: 2 })).toEqual([a, c]);
      expect(await index.turns({ sessionId: "s1", limit: 20 })).toEqual([a, c]);
      expect(await index.turns({ sessionId: "nobody", limit: 20 })).toEqual([]);
      const elsewhere = { ...a, writes: 1, files: 1, startedAt: NOW + 3, endedAt: NOW + 3 };
      expect(await index.turns({ root: "/other", limit: 20 })).toEqual([elsewhere]);
    },
  },
  {
    name: "a turn id that two sessions share is summed for each of them apart",
    async run(index) {
      await index.append([checkpointRow(1, { sessionId: "s1" }), checkpointRow(2, { sessionId: "s2" })]);
      const sums = { ...WRITES, turnId: "t", writes: 1, files: 1 };
      const first = { ...sums, sessionId: "s1", startedAt: NOW + 1, endedAt: NOW + 1 };
      const second = { ...sums, sessionId: "s2", startedAt: NOW + 2, endedAt: NOW + 2 };
      expect(await index.turns({ sessionId: "s1", limit: 5 })).toEqual([first]);
      expect(await index.turns({ sessionId: "s2", limit: 5 })).toEqual([second]);
      expect(await index.turns({ limit: 5 })).toEqual([{ ...first, writes: 2, endedAt: NOW + 2 }]);
    },
  },
  {
    name: "a revert's rows and its line in the journal appear together, and end together",
    async run(index) {
      await index.append([checkpointRow(1)]);
      const rows = [revertRow(2, { relativePath: "x" }), revertRow(3, { relativePath: "y" })];
      await index.beginRevert({ turnId: "r", owner: "1.one" }, rows);
      expect(await index.byTurn("r")).toEqual(rows);
      expect(await index.runningReverts()).toEqual([{ turnId: "r", state: "running", owner: "1.one" }]);
      const turn = { turnId: "r", kind: "revert", reverts: "t", sessionId: "s", startedAt: NOW + 2 } as const;
      expect(await index.turns({ kind: "revert", limit: 5 })).toEqual([
        { ...turn, state: "running", writes: 2, files: 2, endedAt: NOW + 3 },
      ]);

      expect(await index.revertRecord("r")).toEqual({ turnId: "r", state: "running", owner: "1.one" });
      expect(await index.revertRecord("t")).toBe(null);

      await index.endRevert("r", "partial", [revertRow(3).checkpointId]);
      expect(await index.byTurn("r")).toEqual([rows[0]]);
      expect(await index.runningReverts()).toEqual([]);
      expect(await index.revertRecord("r")).toEqual({ turnId: "r", state: "partial", owner: "1.one" });
      expect(await index.turns({ kind: "revert", limit: 5 })).toEqual([
        { ...turn, state: "partial", writes: 1, files: 1, endedAt: NOW + 2 },
      ]);
      expect((await index.turns({ kind: "write", limit: 5 })).map(({ turnId }) => turnId)).toEqual(["t"]);
      expect((await index.turns({ limit: 5 })).map(({ turnId }) => turnId)).toEqual(["r", "t"]);
    },
  },
  {
    name: "a revert that changed nothing leaves no row and no line",
    async run(index) {
      await index.beginRevert({ turnId: "r", owner: "1.one" }, [revertRow(1)]);
      await index.endRevert("r", "partial", [revertRow(1).checkpointId]);
      expect(await index.turns({ limit: 5 })).toEqual([]);
      await index.beginRevert({ turnId: "r", owner: "1.one" }, [revertRow(1)]);
      expect(await index.byTurn("r")).toEqual([revertRow(1)]);
    },
  },
  {
    name: "a revert whose row or turn is taken is refused whole",
    async run(index) {
      await index.append([checkpointRow(1)]);
      await expect(index.beginRevert({ turnId: "r", owner: "o" }, [revertRow(2), revertRow(1)])).rejects.toThrow();
      expect(await index.runningReverts()).toEqual([]);
      await index.beginRevert({ turnId: "r", owner: "o" }, [revertRow(3)]);
      await expect(index.beginRevert({ turnId: "r", owner: "o" }, [revertRow(4)])).rejects.toThrow();
      expect(await index.byTurn("r")).toEqual([revertRow(3)]);
    },
  },
  {
    name: "a revert whose process is gone is taken over once, and never after it ended",
    async run(index) {
      await index.beginRevert({ turnId: "r", owner: "1.gone" }, [revertRow(1)]);
      const found = { turnId: "r", state: "running", owner: "1.gone" } as const;
      const claims = await Promise.all(["2.a", "3.b", "4.c"].map((owner) => index.claimRevert(found, owner)));
      expect(claims.filter(Boolean)).toHaveLength(1);
      const [taken] = await index.runningReverts();
      expect(["2.a", "3.b", "4.c"]).toContain(taken?.owner);
      await index.endRevert("r", "finished", []);
      expect(await index.claimRevert({ ...found, owner: taken?.owner ?? "" }, "5.d")).toBe(false);
      expect(await index.claimRevert({ ...found, turnId: "none" }, "5.d")).toBe(false);
    },
  },
  {
    name: "expiry keeps the rows of a revert that has not ended, and drops the lines of those that are gone",
    async run(index) {
      await index.beginRevert({ turnId: "r", owner: "o" }, [revertRow(1, { createdAt: 5 })]);
      expect(await index.expire(NOW)).toBe(0);
      expect(await index.byTurn("r")).toHaveLength(1);
      await index.endRevert("r", "done", []);
      expect(await index.expire(NOW)).toBe(1);
      // The turn's name is free again: nothing of it is left.
      await index.beginRevert({ turnId: "r", owner: "o" }, [revertRow(1)]);
    },
  },
  {
    name: "expiry deletes what was created before the time, and nothing at or after it",
    async run(index) {
      await index.append([
        checkpointRow(1, { turnId: "old", createdAt: NOW - 1 }),
        checkpointRow(2, { turnId: "edge", createdAt: NOW }),
        checkpointRow(3, { turnId: "future", createdAt: NOW + 365 * 24 * HOUR_MS }),
      ]);
      expect(await index.expire(NOW)).toBe(1);
      expect((await index.turns({ limit: 20 })).map((turn) => turn.turnId)).toEqual(["future", "edge"]);
    },
  },
  {
    name: "the blobs that rows name are all named, each once",
    async run(index) {
      await index.append([
        checkpointRow(1, { beforeHash: sha256Of("x") }),
        checkpointRow(2, { beforeHash: sha256Of("x"), turnId: "u" }),
        checkpointRow(3, { beforeHash: sha256Of("y") }),
        checkpointRow(4, { beforeHash: null }),
      ]);
      expect(await index.referencedBlobs()).toEqual(new Set([sha256Of("x"), sha256Of("y")]));
      await index.remove(["cp_0000000000000003"]);
      expect(await index.referencedBlobs()).toEqual(new Set([sha256Of("x")]));
    },
  },
  {
    name: "the turn to prune is given once per interval, also when asked at the same time",
    async run(index) {
      const claims = await Promise.all(Array.from({ length: 10 }, () => index.claimPrune(NOW, HOUR_MS)));
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect(await index.claimPrune(NOW + HOUR_MS - 1, HOUR_MS)).toBe(false);
      expect(await index.claimPrune(NOW + HOUR_MS, HOUR_MS)).toBe(true);
      expect(await index.claimPrune(NOW + HOUR_MS + 1, HOUR_MS)).toBe(false);
    },
  },
  {
    name: "a clock set back does not put off pruning for ever",
    async run(index) {
      const nextYear = NOW + 365 * 24 * HOUR_MS;
      expect(await index.claimPrune(nextYear, HOUR_MS)).toBe(true);
      expect(await index.claimPrune(NOW, HOUR_MS)).toBe(true);
      expect(await index.claimPrune(NOW + 1, HOUR_MS)).toBe(false);
    },
  },
  {
    name: "two handles on one store see each other's rows, and closing one leaves the other open",
    async run(index, open) {
      const other = open();
      await index.append([checkpointRow(1)]);
      await other.append([checkpointRow(2)]);
      expect(await index.byTurn("t")).toEqual([checkpointRow(1), checkpointRow(2)]);
      await other.close();
      await other.close();
      await index.append([checkpointRow(3)]);
      expect(await index.byTurn("t")).toHaveLength(3);
    },
  },
  {
    name: "a scan gives all rows in pages, in the order they were appended",
    async run(index) {
      const rows = [checkpointRow(3), checkpointRow(1, { turnId: "u" }), checkpointRow(2)];
      await index.append(rows);
      const first = await index.scan(null, 2);
      expect(first.map((found) => found.kind === "row" && found.row)).toEqual(rows.slice(0, 2));
      const rest = await index.scan(first.at(-1)?.position ?? 0, 2);
      expect(rest.map((found) => found.kind === "row" && found.row)).toEqual(rows.slice(2));
      expect(await index.scan(rest.at(-1)?.position ?? 0, 2)).toEqual([]);
      expect(await index.problems("full")).toEqual([]);
      expect(await index.problems("quick")).toEqual([]);
      expect(await index.usedBytes()).toBeGreaterThan(0);
    },
  },
  {
    name: "merging adds what is not there, and doing it again adds nothing",
    async run(index) {
      await index.append([checkpointRow(1)]);
      const rows = [checkpointRow(1, { turnId: "other" }), checkpointRow(2)];
      const line = { turnId: "r", state: "done", owner: "imported" } as const;
      expect(await index.merge(rows, [line])).toBe(1);
      expect(await index.merge(rows, [{ ...line, state: "partial" }])).toBe(0);
      expect(await index.byTurn("t")).toEqual([checkpointRow(2), checkpointRow(1)]);
      expect(await index.byTurn("other")).toEqual([]);
      expect(await index.revertRecords()).toEqual([line]);
      expect(await index.merge([], [])).toBe(0);
    },
  },
  {
    name: "merged rows count as older than all that is there, and keep their own order",
    async run(index) {
      const own = [checkpointRow(1, { turnId: "own" }), checkpointRow(2, { turnId: "t" })];
      await index.append(own);
      const merged = Array.from({ length: 1500 }, (_, at) => checkpointRow(10 + at, { turnId: at < 700 ? "b" : "a" }));
      expect(await index.merge(merged, [])).toBe(1500);
      const other = checkpointRow(3, { turnId: "t", root: "/elsewhere" });
      expect(await index.merge([other], [])).toBe(1);
      const later = checkpointRow(4, { turnId: "own" });
      await index.append([later]);

      const ids = (await index.turns({ limit: 9 })).map((turn) => turn.turnId);
      expect(ids).toEqual(["own", "t", "a", "b"]);
      expect(await index.byTurn("t")).toEqual([other, own[1]]);
      const all = [other, ...merged, ...own, later];
      const scanned = [];
      for (let position: number | null = null; ; ) {
        const page = await index.scan(position, 500);
        const last = page.at(-1);
        if (last === undefined) break;
        scanned.push(...page);
        position = last.position;
      }
      expect(scanned.map((found) => found.kind === "row" && found.row)).toEqual(all);
      expect((await index.holdings()).map((turn) => turn.turnId)).toEqual(["b", "a", "t", "own"]);
      const newest = await index.byFile({ root: "/work/project", relativePath: "src/a.ts", limit: 2 });
      expect(newest).toEqual([own[1], later]);
    },
  },
  {
    name: "rows merged into an empty index are older than the first one that is appended",
    async run(index) {
      const merged = [checkpointRow(1, { turnId: "a" }), checkpointRow(2, { turnId: "b" })];
      await index.merge(merged, []);
      await index.append([checkpointRow(3, { turnId: "c" })]);
      expect((await index.turns({ limit: 9 })).map((turn) => turn.turnId)).toEqual(["c", "b", "a"]);
      const seen = (await index.holdings()).find((turn) => turn.turnId === "b")?.position ?? 0;
      expect(await index.dropTurns(["a", "c"], seen)).toBe(1);
      expect((await index.turns({ limit: 9 })).map((turn) => turn.turnId)).toEqual(["c", "b"]);
    },
  },
  {
    name: "a turn that has grown since it was merged keeps the order of its rows",
    async run(index) {
      const turn = [1, 2, 3, 4].map((number) => checkpointRow(number));
      const other = checkpointRow(9, { turnId: "other" });
      await index.merge([...turn.slice(1, 3), other], []);
      await index.append([checkpointRow(5, { turnId: "own" })]);
      const told = turn.map((row) => ({ ...row, afterSize: row.checkpointId === turn[1]?.checkpointId ? 99 : 12 }));
      expect(await index.merge([...told, other], [])).toBe(2);
      expect(await index.byTurn("t")).toEqual(turn);
      expect((await index.turns({ limit: 9 })).map(({ turnId }) => turnId)).toEqual(["own", "other", "t"]);
    },
  },
  {
    name: "holdings tell each turn's rows, contents and time, in the order of the turns' newest rows",
    async run(index) {
      const [x, y] = [sha256Of("x"), sha256Of("y")];
      await index.append([
        checkpointRow(1, { turnId: "a", beforeHash: x, createdAt: NOW + 9 }),
        checkpointRow(2, { turnId: "b", beforeHash: y, createdAt: NOW + 1 }),
        checkpointRow(3, { turnId: "a", beforeHash: null, createdAt: NOW + 2 }),
        checkpointRow(4, { turnId: "c", beforeHash: x, createdAt: NOW }),
        checkpointRow(5, { turnId: "b", beforeHash: y, createdAt: NOW + 2 }),
      ]);
      const found = (await index.holdings()).map(({ position: _, ...turn }) => turn);
      expect(found).toEqual([
        { turnId: "a", rows: 2, newestAt: NOW + 9, sha256s: [x], isDamaged: false },
        { turnId: "c", rows: 1, newestAt: NOW, sha256s: [x], isDamaged: false },
        { turnId: "b", rows: 2, newestAt: NOW + 2, sha256s: [y], isDamaged: false },
      ]);
    },
  },
  {
    name: "turns are dropped whole, but not one that got a row since, nor one whose revert is running",
    async run(index) {
      await index.append([
        checkpointRow(1, { turnId: "a" }),
        checkpointRow(2, { turnId: "b" }),
        checkpointRow(3, { turnId: "a" }),
      ]);
      await index.beginRevert({ turnId: "r", owner: "1.x" }, [checkpointRow(4, { turnId: "r", kind: "revert" })]);
      const seen = (await index.holdings()).at(-1)?.position ?? 0;
      await index.append([checkpointRow(5, { turnId: "b" })]);
      expect(await index.dropTurns(["a", "b", "r", "none"], seen)).toBe(2);
      expect((await index.turns({ limit: 9 })).map((turn) => turn.turnId)).toEqual(["b", "r"]);
      expect(await index.byTurn("b")).toHaveLength(2);
      expect(await index.runningReverts()).toHaveLength(1);
    },
  },
  {
    name: "contents that a row names are not given to be removed, and none can be named while others are",
    async run(index, open) {
      const [x, y, z] = [sha256Of("x"), sha256Of("y"), sha256Of("z")];
      await index.append([checkpointRow(1, { beforeHash: x })]);
      const removed: string[] = [];
      const count = await index.dropUnreferenced([x, y, z], async (sha256) => {
        removed.push(sha256);
        return sha256 !== z;
      });
      expect([count, removed]).toEqual([1, [y, z]]);
      const other = open();
      expect(await other.dropUnreferenced([x], async () => true)).toBe(0);
      await other.close();
    },
  },
  {
    name: "the time of the last prune can be asked",
    async run(index) {
      expect(await index.prunedAt()).toBe(null);
      await index.claimPrune(NOW, HOUR_MS);
      expect(await index.prunedAt()).toBe(NOW);
    },
  },
];
