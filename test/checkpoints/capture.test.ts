import { describe, expect, test } from "vitest";
import { StoreError } from "../../runtime/errors.ts";
import { utf8 } from "../conformance/bytes.ts";
import { checkpointRow, sha256Of } from "../conformance/checkpoint-rows.ts";
import { Faults } from "../faults/faults.ts";
import { BENCHES, type Bench } from "./bench.ts";

/** A sweep takes seconds on a busy machine; not every runner gives a test more than five. */
const LIMIT_MS = 60_000;

for (const { name, run } of BENCHES) {
  describe(`capture on ${name}`, () => {
    test("a stored checkpoint answers its id and turn; the row has every field and the blob the bytes", () =>
      run(async (bench) => {
        await bench.put("src/a.ts", "old", 0o755);
        const capture = await bench.write("src/a.ts", "new text");
        const checkpointId = "cp_0000000000000001";
        expect(capture).toEqual({
          answer: { status: "stored", checkpoint_id: checkpointId, turn_id: "t" },
          checkpointId,
        });
        const row = {
          checkpointId,
          turnId: "t",
          sessionId: "s",
          surface: "http",
          toolName: "write_file",
          callId: "call",
          workspaceId: sha256Of(bench.root).slice(0, 16),
          root: bench.root,
          relativePath: "src/a.ts",
          createdAt: bench.clock.now(),
          existed: true,
          beforeHash: sha256Of("old"),
          beforeSize: 3,
          afterHash: sha256Of("new text"),
          afterSize: 8,
          beforeMode: 0o755,
          deleted: false,
          afterMode: null,
          beforeIsLink: false,
          afterIsLink: false,
          createdFolders: 0,
          namedPath: null,
          kind: "write",
          reverts: null,
          seenHash: null,
        };
        expect(await bench.index.byTurn("t")).toEqual([row]);
        expect(await bench.blobs.get(sha256Of("old"))).toEqual(utf8("old"));
      }));

    test("a file that did not exist has a row and no blob", () =>
      run(async (bench) => {
        await bench.write("new.txt", "x");
        const [row] = await bench.index.byTurn("t");
        expect(row).toMatchObject({ existed: false, beforeHash: null, beforeSize: 0, beforeMode: null });
        expect(await bench.blobs.list()).toEqual([]);
      }));

    test("a call that names no turn captures nothing and touches no store", () =>
      run(async (bench) => {
        await bench.put("a.txt", "old");
        const capture = await bench.write("a.txt", "new", { turnId: "" });
        expect(capture).toEqual({ answer: { status: "none", reason: "no_turn" }, checkpointId: null });
        expect(await bench.fs.readdir(bench.store)).toEqual([]);
      }));

    test("a content over the limit is recorded, not stored, and the answer says so", () =>
      run(
        async (bench) => {
          await bench.put("exact.txt", "12345678");
          expect((await bench.write("exact.txt", "x")).answer).toMatchObject({ status: "stored" });
          await bench.put("big.txt", "123456789");
          const capture = await bench.write("big.txt", "small");
          expect(capture).toEqual({
            answer: {
              status: "none",
              reason: "too_large",
              detail:
                "The previous content (9 bytes) is over the limit of 8 bytes; it was not kept and this write cannot be reverted",
            },
            checkpointId: "cp_0000000000000002",
          });
          expect(await bench.index.byTurn("t")).toMatchObject([
            { relativePath: "exact.txt", beforeHash: sha256Of("12345678"), seenHash: null },
            {
              relativePath: "big.txt",
              existed: true,
              beforeHash: null,
              beforeSize: 9,
              seenHash: sha256Of("123456789"),
            },
          ]);
          expect((await bench.blobs.list()).map((blob) => blob.sha256)).toEqual([sha256Of("12345678")]);
        },
        { maxBlobBytes: 8 },
      ));

    test("a discarded row is gone; discarding an unknown one is no matter", () =>
      run(async (bench) => {
        const capture = await bench.write("a.txt", "x");
        await bench.checkpoints.discard(capture.checkpointId ?? "");
        await bench.checkpoints.discard("cp_ffffffffffffffff");
        expect(await bench.index.byTurn("t")).toEqual([]);
      }));

    test("the blob is durable before its row is written", () => {
      const faults = new Faults();
      return run(
        async (bench) => {
          await bench.put("a.txt", "old");
          const atAppend: string[][] = [];
          const index = {
            ...bench.index,
            append: async (rows: Parameters<Bench["index"]["append"]>[0]) => {
              atAppend.push([...faults.calls]);
              await bench.index.append(rows);
            },
          };
          const capture = await bench.rebuilt({ index }).capture(request(bench, "old", "new"));
          expect(capture.answer.status).toBe("stored");
          const blob = `${bench.store}/blobs/${sha256Of("old").slice(0, 2)}`;
          expect(atAppend).toHaveLength(1);
          expect(atAppend[0]?.slice(-2).map((call) => call.split(" ")[0])).toEqual(["rename", "syncFolder"]);
          expect(atAppend[0]?.at(-1)).toBe(`syncFolder ${blob}`);
        },
        { faults },
      );
    });

    test("an index that fails is told, never thrown, and the next capture works", () =>
      run(async (bench) => {
        const index = {
          ...bench.index,
          append: () => Promise.reject(new StoreError("unavailable", "the index is busy")),
          remove: () => Promise.reject(new StoreError("unavailable", "the index is busy")),
        };
        const broken = bench.rebuilt({ index });
        expect(await broken.capture(request(bench, "old", "new"))).toEqual({
          answer: {
            status: "none",
            reason: "capture_failed",
            detail: "The previous content could not be kept, so this write cannot be reverted: the index is busy",
          },
          checkpointId: null,
        });
        await broken.discard("cp_1");
        expect((await bench.checkpoints.capture(request(bench, "old", "new"))).answer.status).toBe("stored");
      }));

    test(
      "whichever call on the blob's way fails, no row is left that names a content which is not there",
      async () => {
        const counter = new Faults();
        await run(async (bench) => void (await bench.checkpoints.capture(request(bench, "old", "new"))), {
          faults: counter,
        });
        let failed = 0;
        for (let at = 1; at <= counter.counted; at++) {
          const faults = new Faults({ at, code: "ENOSPC" });
          await run(
            async (bench) => {
              const { answer } = await bench.checkpoints.capture(request(bench, "old", "new"));
              const rows = await bench.index.byTurn("t");
              if (answer.status === "stored") {
                expect(await bench.blobs.get(sha256Of("old"))).toEqual(utf8("old"));
              } else {
                failed += 1;
                expect(answer).toMatchObject({ reason: "capture_failed" });
                expect(answer.detail).toContain("ENOSPC");
                expect(rows).toEqual([]);
              }
            },
            { faults },
          );
        }
        expect(failed).toBeGreaterThan(10);
      },
      LIMIT_MS,
    );
  });
}

function request(bench: Bench, before: string, after: string) {
  return {
    ...checkpointRow(1),
    surface: "http" as const,
    root: bench.root,
    relativePath: "a.txt",
    before: { bytes: utf8(before), sha256: sha256Of(before), mode: 0o644 },
    after: { sha256: sha256Of(after), size: after.length },
  };
}
