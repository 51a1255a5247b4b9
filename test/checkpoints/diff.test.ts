import { describe, expect, test } from "vitest";
import { BENCHES } from "./bench.ts";

for (const { name, run } of BENCHES) {
  describe(`diff on ${name}`, () => {
    test("shows what the turn did to each file, also after a later turn wrote over it", () =>
      run(async (bench) => {
        await bench.put("a.txt", "one\ntwo\n");
        await bench.write("a.txt", "one\n2\n", { turnId: "first" });
        await bench.write("new.txt", "new\n", { turnId: "first" });
        await bench.write("a.txt", "one\n2\n3\n", { turnId: "second" });
        expect(await bench.checkpoints.diff("first")).toMatchObject({
          turn_id: "first",
          files: [
            { path: "a.txt", change: "changed", to: "turn", added: 1, removed: 1, detail: "" },
            {
              path: "new.txt",
              change: "created",
              to: "turn",
              diff: expect.stringContaining("+new"),
              added: 1,
              removed: 0,
            },
          ],
          bash_not_covered: true,
        });
        const diff = (await bench.checkpoints.diff("first"))?.files[0]?.diff;
        expect(diff).toContain("-two\n+2");
        expect(diff).not.toContain("+3");
      }));

    test("where nobody kept what the turn left, it goes to what stands there now, and says so", () =>
      run(async (bench) => {
        await bench.put("a.txt", "one\n");
        await bench.write("a.txt", "two\n", { turnId: "t" });
        await bench.put("a.txt", "mine\n");
        const [file] = (await bench.checkpoints.diff("t"))?.files ?? [];
        expect(file).toMatchObject({ to: "now", detail: "to what stands there now" });
        expect(file?.diff).toContain("+mine");
      }));

    test("bytes that are no text are counted, not shown, and an unknown turn is null", () =>
      run(async (bench) => {
        await bench.put("a.bin", new Uint8Array([0, 1, 2]));
        await bench.write("a.bin", new Uint8Array([0, 1, 2, 255]), { turnId: "t" });
        const [file] = (await bench.checkpoints.diff("t"))?.files ?? [];
        expect(file).toMatchObject({ change: "changed", diff: null, detail: expect.stringContaining("3 -> 4 bytes") });
        expect(await bench.checkpoints.diff("none")).toBe(null);
      }));

    test("contents under another root than the one served are not shown", () =>
      run(async (bench) => {
        await bench.put("a.txt", "secret\n");
        await bench.write("a.txt", "x\n", { turnId: "t" });
        const elsewhere = `${bench.root}/below`;
        expect(await bench.checkpoints.diff("t", { withinRoot: elsewhere })).toBe(null);
        expect(await bench.checkpoints.diff("t", { withinRoot: elsewhere, root: elsewhere })).toBe(null);
      }));
  });
}
