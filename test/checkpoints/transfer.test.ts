import { describe, expect, test } from "vitest";
import { type ExportReport, ImportError } from "../../runtime/checkpoints/mod.ts";
import { wholeTurns } from "../../runtime/checkpoints/transfer/import-store.ts";
import { utf8 } from "../conformance/bytes.ts";
import { checkpointRow, sha256Of } from "../conformance/checkpoint-rows.ts";
import { BENCHES, type Bench } from "./bench.ts";

async function exported(bench: Bench): Promise<{ bytes: Uint8Array; report: ExportReport }> {
  const pieces: Uint8Array[] = [];
  const stream = bench.checkpoints.exportAll();
  for (;;) {
    const next = await stream.next();
    if (next.done) return { bytes: joined(pieces), report: next.value };
    pieces.push(next.value);
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]));
}

/** In chunks that end in the middle of lines. */
function opening(bytes: Uint8Array, chunk = 100) {
  return async function* open(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.slice(at, at + chunk);
  };
}

async function worked(bench: Bench): Promise<void> {
  await bench.put("a.txt", "one");
  await bench.put("empty", "");
  await bench.write("a.txt", "two", { turnId: "t1" });
  await bench.write("empty", "full", { turnId: "t1" });
  await bench.write("new.txt", "new", { turnId: "t2" });
  await bench.checkpoints.revert({ turnId: "t2" });
}

interface CraftedTurn {
  readonly root: string;
  readonly turnId?: string;
  readonly row?: Record<string, unknown>;
  readonly first?: object;
  readonly more?: readonly object[];
}

/** An export by somebody who knows the format: one row, whose file was new, and what else is given, with the right digest. */
function crafted({ root, turnId = "turn-3", row = {}, first, more = [] }: CraftedTurn): Uint8Array {
  const { workspaceId: _, ...fields } = checkpointRow(0xabc, { root, turnId, existed: false, beforeHash: null });
  const snake = Object.entries(fields).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  const header = { format: "mortise-checkpoints", version: 1, created_at: "2026-01-01T00:00:00.000Z" };
  const records = [first ?? header, { row: { ...Object.fromEntries(snake), ...row } }, ...more];
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  const chain = lines.reduce((digest, line) => sha256Of(digest + line), "0".repeat(64));
  return utf8(`${lines.join("")}${JSON.stringify({ end: { lines: lines.length, chain } })}\n`);
}

async function turnIds(bench: Bench): Promise<string[]> {
  return (await bench.index.turns({ limit: 20 })).map((turn) => turn.turnId);
}

async function failureOf(promise: Promise<unknown>): Promise<ImportError> {
  const error: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ImportError) return error;
  throw new Error(`no ImportError but ${String(error)}`);
}

test("rows are cut into parts only where no turn goes on", () => {
  const rows = [..."aabbcbccdde"].map((turnId, at) => checkpointRow(at, { turnId }));
  const cut = (atOnce: number) => wholeTurns(rows, atOnce).map((part) => part.map((row) => row.turnId).join(""));
  expect(cut(1)).toEqual(["aa", "bbcbcc", "dd", "e"]);
  expect(cut(3)).toEqual(["aabbcbcc", "dde"]);
  expect(cut(99)).toEqual(["aabbcbccdde"]);
  expect(wholeTurns([])).toEqual([]);
});

for (const { name, run } of BENCHES) {
  describe(`export and import on ${name}`, () => {
    test("a store without anything takes over all of another, twice is the same as once, and it reverts at the mapped root", () =>
      run(async (from) => {
        await worked(from);
        const { bytes, report } = await exported(from);
        expect(report).toMatchObject({ success: true, turns: 3, rows: 4, left_out: [] });
        await run(
          async (to) => {
            const mappings = [{ from: from.root, to: to.root }];
            const first = await to.checkpoints.importAll(opening(bytes), mappings);
            expect(first).toMatchObject({
              success: true,
              turns: 3,
              rows_added: 4,
              rows_there: 0,
              blobs_there: 0,
              roots: [to.root],
            });
            expect(first.blobs_added).toBe(report.blobs);
            const again = await to.checkpoints.importAll(opening(bytes, 7), mappings);
            expect(again).toMatchObject({ rows_added: 0, rows_there: 4, blobs_added: 0, blobs_there: report.blobs });
            const turns = async (bench: Bench) =>
              (await bench.index.turns({ limit: 9 })).map(({ turnId, kind, writes, state }) => ({
                turnId,
                kind,
                writes,
                state,
              }));
            expect(await turns(to)).toEqual(await turns(from));
            expect(await to.checkpoints.verify()).toMatchObject({ success: true, rows_checked: 4 });
            await to.put("a.txt", "two");
            await to.put("empty", "full");
            expect(await to.checkpoints.revert({ turnId: "t1" })).toMatchObject({ success: true });
            expect([await to.text("a.txt"), await to.text("empty")]).toEqual(["one", ""]);
          },
          { firstId: 1000 },
        );
      }));

    test("whatever byte is lost, changed or added, the export is refused and nothing is stored", () =>
      run(async (from) => {
        await worked(from);
        const { bytes } = await exported(from);
        await run(async (to) => {
          const lines = new TextDecoder().decode(bytes).trimEnd().split("\n");
          const swapped = [...lines.slice(0, -3), lines.at(-2), lines.at(-3), lines.at(-1)].join("\n");
          const places = Array.from({ length: 16 }, (_, at) => Math.floor((at * (bytes.length - 1)) / 16));
          const broken = [
            new Uint8Array(),
            utf8("no export\n"),
            utf8(`${swapped}\n`),
            utf8(`${lines.slice(0, -1).join("\n")}\n`),
            joined([bytes, utf8('{"left_out":"more"}\n')]),
            ...places.map((place) => bytes.slice(0, place)),
            ...places.map((place) => bytes.map((byte, at) => (at === place ? byte ^ 1 : byte))),
          ];
          for (const content of broken) {
            const error = await failureOf(to.checkpoints.importAll(opening(content, 4096), []));
            expect(error.errorCode).toMatch(/^(unrecoverable|unavailable)$/);
          }
          expect(await to.index.turns({ limit: 9 })).toEqual([]);
          expect(await to.blobs.list()).toEqual([]);
        });
      }));

    test("a newer version and a mapping that fits no row are refused", () =>
      run(async (bench) => {
        await worked(bench);
        const { bytes } = await exported(bench);
        const newer = new TextDecoder().decode(bytes).split('"version":1').join('"version":2');
        const error = await failureOf(bench.checkpoints.importAll(opening(utf8(newer)), []));
        expect([error.errorCode, error.message]).toEqual([
          "unavailable",
          expect.stringContaining("use a newer mortise"),
        ]);
        const foreign = await failureOf(bench.checkpoints.importAll(opening(bytes), [{ from: "/nowhere", to: "/x" }]));
        expect([foreign.errorCode, foreign.message]).toEqual(["bad_argument", expect.stringContaining(bench.root)]);
      }));

    test("the hash of what was too large to be kept comes over, and an export that does not know of it is read", () =>
      run(
        async (from) => {
          await from.put("big", "12345678901");
          await from.write("big", "small", { turnId: "t" });
          const { bytes } = await exported(from);
          await run(async (to) => {
            await to.checkpoints.importAll(opening(bytes), [{ from: from.root, to: to.root }]);
            expect(await to.index.byTurn("t")).toMatchObject([{ beforeHash: null, seenHash: sha256Of("12345678901") }]);
            const old = crafted({ root: "/gone", row: { seen_hash: undefined } });
            await to.checkpoints.importAll(opening(old), []);
            expect(await to.index.byTurn("turn-3")).toMatchObject([{ seenHash: null }]);
          });
        },
        { maxBlobBytes: 10 },
      ));

    test("imported turns are older than all that is there: what a revert takes back by default stays the same", () =>
      run(async (from) => {
        for (const turnId of ["turn-0", "turn-1", "turn-2", "turn-3"])
          await from.write(`${turnId}.txt`, turnId, { turnId });
        const { bytes } = await exported(from);
        await run(
          async (to) => {
            await to.write("own.txt", "three", { turnId: "turn-3" });
            await to.write("own.txt", "nine", { turnId: "turn-9" });
            await to.checkpoints.importAll(opening(bytes), [{ from: from.root, to: from.root }]);
            expect(await turnIds(to)).toEqual(["turn-9", "turn-3", "turn-2", "turn-1", "turn-0"]);
            expect(await to.checkpoints.revert({})).toMatchObject({ success: true, turn_id: "turn-9" });
            expect(await to.text("own.txt")).toBe("three");
          },
          { firstId: 1000 },
        );
      }));

    test("a root that exists here is only taken when a mapping names it", () =>
      run(async (bench) => {
        for (const root of ["/", bench.root, bench.tree.folder]) {
          const bytes = crafted({ root, row: { relative_path: "outside/pwn", deleted: true } });
          const error = await failureOf(bench.checkpoints.importAll(opening(bytes), []));
          expect([error.errorCode, error.unnamedRoots, error.message]).toEqual([
            "bad_argument",
            [root],
            expect.stringContaining(JSON.stringify(root)),
          ]);
        }
        expect(await turnIds(bench)).toEqual([]);
        const bytes = crafted({ root: bench.root });
        const same = await bench.checkpoints.importAll(opening(bytes), [{ from: bench.root, to: bench.root }]);
        expect(same).toMatchObject({ rows_added: 1, roots: [bench.root] });
        const other = `${bench.tree.folder}/nowhere`;
        const nowhere = crafted({ root: other, turnId: "turn-4", row: { checkpoint_id: "cp_4" } });
        expect(await bench.checkpoints.importAll(opening(nowhere), [])).toMatchObject({ roots: [other] });
      }));

    test("what the index would call damaged is refused, with the line", () =>
      run(async (bench) => {
        const root = "/gone";
        for (const row of [
          { created_folders: 4097 },
          { relative_path: "" },
          { relative_path: "./a.txt" },
          { relative_path: "a//b" },
          { relative_path: "a\\b" },
          { relative_path: "a\0b" },
          { root: "/gone/../etc" },
          { root: "/gone/" },
          { root: "/go\0ne" },
          { before_mode: 0o10000 },
          { created_at: 8.64e15 + 1 },
        ]) {
          const error = await failureOf(bench.checkpoints.importAll(opening(crafted({ root, row })), []));
          expect([error.errorCode, error.message]).toEqual(["unrecoverable", expect.stringContaining("at line 2:")]);
        }
        const widest = crafted({ root, row: { created_folders: 4096, before_mode: 0o7777, created_at: 8.64e15 } });
        expect(await bench.checkpoints.importAll(opening(widest), [])).toMatchObject({ rows_added: 1 });
        expect(await bench.checkpoints.verify()).toMatchObject({ success: true, rows_checked: 1 });
      }));

    test("a content that says it is longer than it is costs no memory, and the line is named", () =>
      run(async (bench) => {
        const blob = sha256Of("x");
        const part = { blob, size: 1, at: 0, data: "eA==" };
        for (const [parts, line] of [
          [[{ ...part, size: 1e15 }], 4],
          [[{ ...part, size: 6e9 }, part], 4],
          [[{ ...part, size: 2 }, { left_out: "more" }], 4],
          [[{ ...part, at: 1, size: 2 }], 3],
          [[{ ...part, size: 0 }], 3],
          [[{ ...part, blob: sha256Of("y") }], 3],
          [
            [
              { ...part, size: 2 },
              { ...part, at: 1, size: 3 },
            ],
            4,
          ],
        ] as const) {
          const bytes = crafted({ root: "/gone", more: parts });
          const error = await failureOf(bench.checkpoints.importAll(opening(bytes), []));
          expect([error.errorCode, error.message]).toEqual([
            "unrecoverable",
            expect.stringContaining(`at line ${line}: the content ${parts[0].blob} `),
          ]);
        }
        expect(await bench.blobs.list()).toEqual([]);
      }));

    test("what is here stays as it is: another content under the same name is refused", () =>
      run(async (bench) => {
        await bench.write("a.txt", "x", { turnId: "turn-9" });
        const [own] = await bench.index.byTurn("turn-9");
        const state = { revert: { turn_id: "turn-9", state: "done" } };
        const labelled = crafted({ root: "/gone", more: [state] });
        await bench.checkpoints.importAll(opening(labelled), []);
        expect(await bench.index.turns({ limit: 1 })).toMatchObject([{ turnId: "turn-9", kind: "write", state: null }]);

        for (const [bytes, what] of [
          [crafted({ root: "/gone", row: { checkpoint_id: own?.checkpointId } }), `"${own?.checkpointId}"`],
          [crafted({ root: "/gone", row: { after_size: 13 } }), "after_size: 12 here, 13 in the export"],
          [crafted({ root: "/gone", turnId: "turn-9", row: { checkpoint_id: "n", kind: "revert" } }), '"turn-9"'],
        ] as const) {
          const error = await failureOf(bench.checkpoints.importAll(opening(bytes), []));
          expect([error.errorCode, error.message]).toEqual(["bad_argument", expect.stringContaining(what)]);
        }
        expect(await bench.index.byTurn("turn-9")).toEqual([own]);
      }));

    test("a row twice, a turn of two kinds and a version that never was are refused", () =>
      run(async (bench) => {
        const row = JSON.parse(new TextDecoder().decode(crafted({ root: "/gone" })).split("\n")[1] ?? "").row;
        const first = { format: "mortise-checkpoints", version: 0, created_at: "" };
        for (const bytes of [
          crafted({ root: "/gone", more: [{ row }] }),
          crafted({ root: "/gone", more: [{ row: { ...row, checkpoint_id: "other", kind: "revert" } }] }),
          crafted({ root: "/gone", first }),
        ]) {
          const error = await failureOf(bench.checkpoints.importAll(opening(bytes), []));
          expect(error.errorCode).toBe("unrecoverable");
        }
        expect(await turnIds(bench)).toEqual([]);
      }));

    test("what is damaged is left out and named, and everything else is taken along", () =>
      run(async (from) => {
        await worked(from);
        const sha256 = sha256Of("one");
        const file = `blobs/${sha256.slice(0, 2)}/${sha256}`;
        await from.fs.writeFile(`${from.store}/${file}`, utf8("two"));
        const { bytes, report } = await exported(from);
        expect(report).toMatchObject({
          success: false,
          error_code: "unrecoverable",
          rows: 4,
          left_out: [`"${file}" is damaged`],
        });
        await run(async (to) => {
          const taken = await to.checkpoints.importAll(opening(bytes), [{ from: from.root, to: to.root }]);
          expect(taken).toMatchObject({ rows_added: 4, left_out: [`"${file}" is damaged`] });
        });
      }));

    test("a content longer than one line comes over whole", () =>
      run(
        async (from) => {
          const content = new Uint8Array(4 * 1024 * 1024).map((_, at) => at % 251);
          await from.put("big", content);
          await from.write("big", "small", { turnId: "t" });
          const pieces: Uint8Array[] = [];
          for await (const piece of from.checkpoints.exportAll()) pieces.push(piece);
          expect(pieces.length).toBe(5);
          await run(async (to) => {
            const open = async function* () {
              yield* pieces;
            };
            await to.checkpoints.importAll(open, [{ from: from.root, to: to.root }]);
            // Compared by hash: a byte by byte comparison of so much takes the test's runner minutes.
            expect(sha256Of((await to.blobs.get(sha256Of(content))) ?? "")).toBe(sha256Of(content));
          });
        },
        { maxBlobBytes: 8 * 1024 * 1024 },
      ));
  });
}
