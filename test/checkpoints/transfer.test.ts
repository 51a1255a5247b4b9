import { describe, expect, test } from "vitest";
import { type ExportReport, ImportError } from "../../runtime/checkpoints/mod.ts";
import { utf8 } from "../conformance/bytes.ts";
import { sha256Of } from "../conformance/checkpoint-rows.ts";
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

async function failureOf(promise: Promise<unknown>): Promise<ImportError> {
  const error: unknown = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ImportError) return error;
  throw new Error(`no ImportError but ${String(error)}`);
}

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
          const taken = await to.checkpoints.importAll(opening(bytes), []);
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
            await to.checkpoints.importAll(open, []);
            // Compared by hash: a byte by byte comparison of so much takes the test's runner minutes.
            expect(sha256Of((await to.blobs.get(sha256Of(content))) ?? "")).toBe(sha256Of(content));
          });
        },
        { maxBlobBytes: 8 * 1024 * 1024 },
      ));
  });
}
