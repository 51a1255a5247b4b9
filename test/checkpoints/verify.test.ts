import { describe, expect, test } from "vitest";
import { utf8 } from "../conformance/bytes.ts";
import { sha256Of } from "../conformance/checkpoint-rows.ts";
import { BENCHES, type Bench } from "./bench.ts";

/** Three turns, each of which rewrote a file of its own. */
async function threeTurns(bench: Bench): Promise<void> {
  for (const name of ["a", "b", "c"]) {
    await bench.put(`${name}.txt`, `old ${name}`);
    await bench.write(`${name}.txt`, `new ${name}`, { turnId: name });
  }
}

function blobOf(bench: Bench, content: string): { file: string; path: string } {
  const sha256 = sha256Of(content);
  const file = `blobs/${sha256.slice(0, 2)}/${sha256}`;
  return { file, path: `${bench.store}/${file}` };
}

const DAMAGES = [
  ["filled with zeros", (size: number) => new Uint8Array(size), "it is filled with zeros"],
  ["emptied", () => new Uint8Array(), "it is empty"],
  ["truncated", () => utf8("old"), "its bytes do not hash to its name"],
  ["with a flipped bit", () => utf8("old c"), "its bytes do not hash to its name"],
] as const;

for (const { name, run } of BENCHES) {
  describe(`verify on ${name}`, () => {
    test("a sound store is sound, with what was read counted", () =>
      run(async (bench) => {
        await threeTurns(bench);
        await bench.blobs.put(sha256Of("orphan"), utf8("orphan"));
        const seen: [number, number][] = [];
        expect(await bench.checkpoints.verify((done, total) => seen.push([done, total]))).toEqual({
          success: true,
          index_problems: [],
          damaged_rows: [],
          damaged_reverts: [],
          damaged_blobs: [],
          missing_blobs: [],
          rows_checked: 3,
          blobs_checked: 4,
          bytes_checked: 21,
          unreferenced_blobs: 1,
          bash_not_covered: true,
          note: expect.any(String),
        });
        expect(seen).toEqual([
          [1, 4],
          [2, 4],
          [3, 4],
          [4, 4],
        ]);
      }));

    for (const [how, damage, problem] of DAMAGES) {
      test(`a blob ${how} is named with its turn, nothing is changed, and the other turns are reverted`, () =>
        run(async (bench) => {
          await threeTurns(bench);
          const { file, path } = blobOf(bench, "old b");
          await bench.fs.writeFile(path, damage(5));
          const report = await bench.checkpoints.verify();
          expect(report).toMatchObject({
            success: false,
            error_code: "unrecoverable",
            damaged_blobs: [{ file, problem, turns: ["b"] }],
            missing_blobs: [],
            damaged_rows: [],
            index_problems: [],
          });
          expect(report.error).toContain(file);
          expect(await bench.fs.readFile(path)).toEqual(damage(5));
          for (const turnId of ["a", "c"]) {
            expect(await bench.checkpoints.revert({ turnId })).toMatchObject({
              success: true,
              reverted: [`${turnId}.txt`],
            });
          }
          const lost = await bench.checkpoints.revert({ turnId: "b" });
          expect(lost).toMatchObject({ success: false, error_code: "unrecoverable", reverted: [] });
          expect(lost.error).toContain(sha256Of("old b"));
          expect(await bench.text("b.txt")).toBe("new b");
        }));
    }

    test("a blob that is missing is named with the turn that needs it", () =>
      run(async (bench) => {
        await threeTurns(bench);
        const { file, path } = blobOf(bench, "old a");
        await bench.fs.rm(path);
        expect(await bench.checkpoints.verify()).toMatchObject({
          success: false,
          missing_blobs: [{ file, turns: ["a"] }],
          damaged_blobs: [],
        });
      }));
  });
}
