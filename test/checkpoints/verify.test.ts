import { describe, expect, test } from "vitest";
import { workspaceIdOf } from "../../runtime/checkpoints/mod.ts";
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

    test("what stands in a blob's place and is no file is damage, not absence, and stops no other turn", () =>
      run(async (bench) => {
        await threeTurns(bench);
        const [a, b] = [blobOf(bench, "old a"), blobOf(bench, "old b")];
        for (const { path } of [a, b]) await bench.fs.rm(path);
        await bench.fs.mkdir(a.path);
        await bench.fs.symlink(`${bench.root}/c.txt`, b.path);
        const { damaged_blobs, missing_blobs } = await bench.checkpoints.verify();
        const problem = (path: string, what: string) => `it cannot be read: "${path}" is ${what}, not a file`;
        expect(missing_blobs).toEqual([]);
        expect(damaged_blobs).toEqual([
          { file: a.file, problem: problem(a.path, "a folder"), turns: ["a"] },
          { file: b.file, problem: problem(b.path, "a link"), turns: ["b"] },
        ]);
        for (const turnId of ["a", "b"]) {
          expect(await bench.checkpoints.revert({ turnId })).toMatchObject({
            error_code: "unrecoverable",
            error: expect.stringContaining("is damaged"),
          });
        }
        expect(await bench.checkpoints.revert({ turnId: "c" })).toMatchObject({ reverted: ["c.txt"] });
      }));

    test("a row whose root or path no revert would believe is named", () =>
      run(async (bench) => {
        await bench.write("good.txt", "new");
        const [good] = await bench.index.byTurn("t");
        if (good === undefined) throw new Error("no row was written");
        const paths = ["../../outside/pwn", "/abs", "", "./f0.txt", "a//b", "a/../b", "a\0b", "a\\b"];
        const roots = ["/x/../y", "relative", "/x/", "", "/a\0b"];
        const rows = [
          ...paths.map((relativePath) => ({ ...good, relativePath })),
          ...roots.map((root) => ({ ...good, root, workspaceId: workspaceIdOf(root, bench.tree.tools.hash) })),
          { ...good, workspaceId: "0".repeat(16) },
        ];
        await bench.index.append(rows.map((row, at) => ({ ...row, turnId: `t${at}`, checkpointId: `cp_${at}` })));
        const named = (what: string, at: number) => `checkpoint row "cp_${at}" is damaged: ${what}`;
        const reasons = [
          ...paths.map((path) => `${JSON.stringify(path)} is not a path below the root`),
          ...roots.map((root) => `root ${JSON.stringify(root)} is not an absolute path in its shortest form`),
          "workspace_id does not belong to root",
        ];
        expect(await bench.checkpoints.verify()).toMatchObject({
          success: false,
          rows_checked: rows.length + 1,
          damaged_rows: reasons.map(named),
        });
        for (const at of rows.keys()) {
          const report = await bench.checkpoints.revert({ turnId: `t${at}`, force: true });
          expect(report).toMatchObject({ success: false, reverted: [] });
        }
      }));

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
