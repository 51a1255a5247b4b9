import { Buffer } from "node:buffer";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createLibsqlIndex } from "../../adapters/index/libsql.ts";
import { recordsOf } from "../../adapters/libsql/page-records.ts";
import { createLibsqlMemory } from "../../adapters/memory/libsql.ts";
import { checkpointRow } from "../conformance/checkpoint-rows.ts";

/** The disk may be busy; not every runner gives a test more than five seconds. */
const LIMIT_MS = 60_000;
const TURNS = 12;
const FRAME = 24 + 4096;
const PLACE = { workspaceId: "w", sessionId: "s" };

interface Files {
  readonly file: Uint8Array;
  readonly log: Uint8Array;
}

/** The two files as a killed process leaves them, or merged into one. */
async function written({ merged }: { merged: boolean }): Promise<Files> {
  return withFolder(async (folder) => {
    const path = join(folder, "index.db");
    const [index, memory] = [createLibsqlIndex({ path }), createLibsqlMemory({ path })];
    for (let at = 1; at <= TURNS; at += 1) await index.append([checkpointRow(at, { turnId: `turn-${at}` })]);
    await memory.save(PLACE, { key: "k", value: "remembered", savedAt: 1 }, 10);
    await index.beginRevert({ turnId: "turn-r", owner: "1.gone" }, [
      checkpointRow(99, { turnId: "turn-r", kind: "revert" }),
    ]);
    if (merged) {
      await index.close();
      await memory.close();
    }
    const log = await readFile(`${path}-wal`).catch(() => new Uint8Array());
    const files = { file: await readFile(path), log };
    await index.close();
    await memory.close();
    return files;
  });
}

async function withFolder<T>(task: (folder: string) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "mortise-damage-")));
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function changed(bytes: Uint8Array, change: (bytes: Uint8Array) => void): Uint8Array {
  const copy = Uint8Array.from(bytes);
  change(copy);
  return copy;
}

const flipped = (bytes: Uint8Array, at: number) =>
  changed(bytes, (copy) => copy.fill((copy[at] ?? 0) ^ 0x10, at, at + 1));
const zeros = (bytes: Uint8Array, from: number, to: number) => changed(bytes, (copy) => copy.fill(0, from, to));

interface Seen {
  readonly turns: readonly string[];
  readonly told: readonly string[];
  readonly problems: readonly string[];
  readonly remembered: string | undefined;
  readonly running: readonly string[];
}

async function seenIn(path: string, look: boolean): Promise<Seen> {
  const told: string[] = [];
  const index = createLibsqlIndex({ path, look, tell: (damage) => told.push(damage) });
  const memory = createLibsqlMemory({ path, look });
  try {
    const turns = (await index.turns({ limit: 100 })).map(({ turnId }) => turnId);
    return {
      turns: turns.reverse(),
      told,
      problems: await index.problems("full"),
      remembered: (await memory.get(PLACE, "k"))?.value,
      running: (await index.runningReverts()).map(({ turnId }) => turnId),
    };
  } finally {
    await index.close();
    await memory.close();
  }
}

const ALL = [...Array.from({ length: TURNS }, (_, at) => `turn-${at + 1}`), "turn-r"];

/** Damage that costs no row: looked at it changes no byte, and in use all goes on in the next file. */
async function losesNothing(name: string, files: Files, damagedFile: string): Promise<void> {
  await withFolder(async (folder) => {
    const path = join(folder, "index.db");
    await writeFile(path, files.file);
    if (files.log.length > 0) await writeFile(`${path}-wal`, files.log);
    const looked = await seenIn(path, true);
    expect([name, looked.turns]).toEqual([name, ALL]);
    expect([name, looked.remembered, looked.running]).toEqual([name, "remembered", ["turn-r"]]);
    expect([name, looked.told.length, looked.problems.length]).toEqual([name, 1, 1]);
    expect(looked.told[0]).toContain(`"${join(folder, damagedFile)}" is damaged`);
    expect(looked.problems).toEqual(looked.told);
    expect(await holds(path, files.file)).toBe(true);
    expect(await holds(`${path}-wal`, files.log)).toBe(true);
    expect(await readdir(folder)).not.toContain("index-2.db");

    const index = createLibsqlIndex({ path });
    await index.append([checkpointRow(50, { turnId: "after" })]);
    expect(await index.byTurn("turn-3")).toEqual([checkpointRow(3, { turnId: "turn-3" })]);
    await index.close();
    expect(await holds(path, files.file)).toBe(true);
    expect(await holds(`${path}-wal`, files.log)).toBe(true);
    const later = await seenIn(path, false);
    expect([name, later.turns, later.remembered]).toEqual([name, [...ALL, "after"], "remembered"]);
    expect(later.told).toEqual([]);
    expect((await readdir(folder)).filter((entry) => entry.endsWith(".new"))).toEqual([]);
  });
}

/** Compared as a whole: an assertion looks at half a million bytes one by one. */
async function holds(path: string, bytes: Uint8Array): Promise<boolean> {
  return (await readFile(path).catch(() => Buffer.alloc(0))).equals(bytes);
}

describe("an index that is damaged", () => {
  test(
    "one flipped bit anywhere in the write-ahead log loses no turn, and names the file and the byte",
    async () => {
      const files = await written({ merged: false });
      const frames = Math.floor((files.log.length - 32) / FRAME);
      expect(frames).toBeGreaterThan(TURNS);
      const starts = [0, 1, Math.floor(frames / 2), frames - 2].map((frame) => 32 + frame * FRAME);
      // In the header: its number, page size, salts and sums; in a frame: page, size, salts, sums and bytes of the page.
      const places = [2, 9, 17, 25, ...starts.flatMap((start) => [1, 9, 17, 24, 24 + 2000].map((at) => start + at))];
      for (const at of places) {
        await losesNothing(`byte ${at}`, { ...files, log: flipped(files.log, at) }, "index.db-wal");
      }
    },
    LIMIT_MS,
  );

  test(
    "a header of the file that is flipped or filled with zeros loses no turn",
    async () => {
      const files = await written({ merged: true });
      expect(files.log).toHaveLength(0);
      expect(files.file.length).toBeGreaterThan(8 * 4096);
      const ways: readonly (readonly [string, Uint8Array])[] = [
        ["magic", flipped(files.file, 3)],
        ["page size", flipped(files.file, 16)],
        ["version", flipped(files.file, 18)],
        ["zeros", zeros(files.file, 0, 100)],
        ["first page", zeros(files.file, 0, 4096)],
        // A way to find rows, not the rows.
        ["third page", zeros(files.file, 2 * 4096, 3 * 4096)],
      ];
      for (const [name, file] of ways)
        await withFolder(async (folder) => {
          const path = join(folder, "index.db");
          await writeFile(path, file);
          const looked = await seenIn(path, true);
          expect([name, looked.turns, looked.remembered]).toEqual([name, ALL, "remembered"]);
          expect([name, looked.told.length]).toEqual([name, 1]);
          expect(looked.told[0]).toContain(`"${path}" is damaged`);
          expect(await holds(path, file)).toBe(true);

          const used = await seenIn(path, false);
          expect([name, used.turns]).toEqual([name, ALL]);
          expect(used.told[0]).toContain(`they are in "${join(folder, "index-2.db")}" now`);
          // Said as long as the damaged file is there: nobody can tell whether a row lay in what was overwritten.
          expect((await seenIn(path, false)).problems[0]).toContain(`"${path}" was damaged`);
          await rm(path);
          expect(await seenIn(path, false)).toMatchObject({ turns: ALL, problems: [] });
        });
    },
    LIMIT_MS,
  );

  test(
    "zeros over the log, or half a file, cost the rows in them alone, and what is missing is said",
    async () => {
      const [log, merged] = [await written({ merged: false }), await written({ merged: true })];
      const half = 32 + Math.floor((log.log.length - 32) / FRAME / 2) * FRAME;
      const ways: readonly (readonly [string, Files, number])[] = [
        ["zeros from the middle", { ...log, log: zeros(log.log, half, log.log.length) }, 3],
        ["zeros for ever", { ...log, log: zeros(log.log, 0, log.log.length) }, 0],
        ["half a file", { ...merged, file: merged.file.slice(0, merged.file.length / 2) }, 0],
      ];
      for (const [name, files, least] of ways)
        await withFolder(async (folder) => {
          const path = join(folder, "index.db");
          await writeFile(path, files.file);
          if (files.log.length > 0) await writeFile(`${path}-wal`, files.log);
          const { turns, told } = await seenIn(path, true);
          expect(turns).toEqual(ALL.slice(0, turns.length));
          expect(turns.length).toBeGreaterThanOrEqual(least);
          expect([name, told.length]).toEqual([name, 1]);
          expect(told[0]).toContain("some may be missing");
          const index = createLibsqlIndex({ path });
          await index.append([checkpointRow(50, { turnId: "after" })]);
          expect(await index.byTurn("after")).toHaveLength(1);
          expect(await index.problems("full")).toHaveLength(1);
          await index.close();
        });
    },
    LIMIT_MS,
  );

  test("a file that is lost or emptied while its log is there costs nothing, and the log stays", async () => {
    const { file, log } = await written({ merged: false });
    for (const left of [new Uint8Array(), null])
      await withFolder(async (folder) => {
        const path = join(folder, "index.db");
        if (left !== null) await writeFile(path, left);
        await writeFile(`${path}-wal`, log);
        for (const look of [true, false]) {
          const { turns, told } = await seenIn(path, look);
          expect([turns, told.length]).toEqual([ALL, 1]);
          expect(told[0]).toContain(`"${path}" is ${left === null ? "missing" : "empty"}, its log is not`);
          expect(await holds(`${path}-wal`, log)).toBe(true);
        }
      });
    expect(file.length).toBeGreaterThan(0);
  });

  test("looked at, a sound index changes by no byte, nor does anything appear beside it", async () => {
    const { file, log } = await written({ merged: false });
    await withFolder(async (folder) => {
      const path = join(folder, "index.db");
      await writeFile(path, file);
      await writeFile(`${path}-wal`, log);
      expect(await seenIn(path, true)).toMatchObject({ turns: ALL, told: [], problems: [] });
      expect([await holds(path, file), await holds(`${path}-wal`, log)]).toEqual([true, true]);
      expect((await readdir(folder)).sort()).toEqual(["index.db", "index.db-wal"]);
    });
  });

  test("a log that was only cut off is no damage: the transaction in it did not end", async () => {
    const { file, log } = await written({ merged: false });
    await withFolder(async (folder) => {
      const path = join(folder, "index.db");
      await writeFile(path, file);
      await writeFile(`${path}-wal`, log.slice(0, log.length - 1000));
      const { turns, told, problems } = await seenIn(path, false);
      expect([turns, told, problems]).toEqual([ALL.slice(0, -1), [], []]);
    });
  });

  test("when all is closed the log is merged, so that the file alone holds all", async () => {
    await withFolder(async (folder) => {
      const path = join(folder, "index.db");
      const index = createLibsqlIndex({ path });
      await index.append([checkpointRow(1, { turnId: "turn-1" })]);
      expect(await holds(`${path}-wal`, new Uint8Array())).toBe(false);
      await index.close();
      expect(await holds(`${path}-wal`, new Uint8Array())).toBe(true);
      const alone = join(folder, "alone");
      await mkdir(alone);
      await writeFile(join(alone, "index.db"), await readFile(path));
      expect((await seenIn(join(alone, "index.db"), true)).turns).toEqual(["turn-1"]);
    });
  });

  test("a process that has the damaged file open goes on in the one that took over", async () => {
    const { file } = await written({ merged: true });
    await withFolder(async (folder) => {
      const path = join(folder, "index.db");
      await writeFile(path, file);
      const index = createLibsqlIndex({ path });
      expect(await index.turns({ limit: 100 })).toHaveLength(ALL.length);
      await writeFile(join(folder, "index-2.db"), file);
      await index.append([checkpointRow(50, { turnId: "after" })]);
      await index.close();
      expect(await holds(path, file)).toBe(true);
      expect((await seenIn(path, true)).turns).toEqual([...ALL, "after"]);
    });
  });
});

test("a row whose chain of pages leads back into itself is left out, not followed for ever", () => {
  const size = 512;
  // A leaf of one cell: 3,000 bytes, of which what does not fit lies in a chain that begins at page 2.
  const least = Math.floor(((size - 12) * 32) / 255) - 23;
  const rest = least + ((3000 - least) % (size - 4));
  const local = rest <= size - 35 ? rest : least;
  const place = size - 4 - local - 3;
  const page = new Uint8Array(size);
  page.set([0x0d, 0, 0, 0, 1, place >> 8, place & 0xff, 0, place >> 8, place & 0xff]);
  page.set([0x97, 0x38, 1], place);
  page.set([0, 0, 0, 2], place + 3 + local);
  const link = new Uint8Array(size);
  link.set([0, 0, 0, 2]);
  let followed = 0;
  const pages = () => {
    followed += 1;
    return link;
  };
  expect(recordsOf(page, 3, pages)).toEqual([]);
  expect(followed).toBe(2);
});
