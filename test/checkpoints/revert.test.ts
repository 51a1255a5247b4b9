import { describe, expect, test } from "vitest";
import { type RevertReport, SHELL_NOT_COVERED } from "../../runtime/checkpoints/mod.ts";
import { FileSystemError } from "../../runtime/errors.ts";
import type { FileSystem } from "../../runtime/ports/mod.ts";
import { patternBytes, utf8 } from "../conformance/bytes.ts";
import { sha256Of } from "../conformance/checkpoint-rows.ts";
import { Faults } from "../faults/faults.ts";
import { BENCHES, type Bench } from "./bench.ts";

/** A report of turn "t" that went through; every field can be replaced. */
function report(fields: Partial<RevertReport>): RevertReport {
  return {
    success: true,
    turn_id: "t",
    revert_turn_id: fields.reverted_count ? expect.stringMatching(/^revert_[0-9a-f]{16}$/) : null,
    dry_run: false,
    forced: false,
    refused: false,
    reverted: [],
    reverted_count: 0,
    skipped: [],
    drifted: [],
    files: [],
    ...SHELL_NOT_COVERED,
    ...fields,
  };
}

const restored = (path: string) => ({ path, status: "restorable", action: "restore", detail: "" }) as const;
const deleted = (path: string) => ({ path, status: "restorable", action: "delete", detail: "" }) as const;
const same = (path: string) => ({ path, status: "already_reverted", action: "skip", detail: "" }) as const;
const changed = (path: string) =>
  ({ path, status: "drifted", action: "restore", detail: "it changed after the agent wrote it" }) as const;
const STAYS = "left alone, also with force";
const LOST = "forced: the newer content was overwritten, and is kept in the checkpoints";

for (const { name, run } of BENCHES) {
  describe(`P2 to P5, P10: revert on ${name}`, () => {
    test("a turn of new, changed and twice changed files goes back to its first bytes and modes", () =>
      run(async (bench) => {
        await bench.put("script.sh", "one", 0o755);
        await bench.put("untouched.txt", "mine");
        const before = await bench.snapshot();
        await bench.write("script.sh", "two");
        await bench.write("script.sh", "three");
        await bench.write("made.txt", "new");
        await bench.write("made.txt", "newer");

        expect(await bench.checkpoints.revert({ turnId: "t" })).toEqual(
          report({
            reverted: ["script.sh", "made.txt"],
            reverted_count: 2,
            files: [restored("script.sh"), deleted("made.txt")],
          }),
        );
        expect(await bench.text("script.sh")).toBe("one");
        expect(withoutTimes(await bench.snapshot())).toEqual(withoutTimes(before));
        expect((await bench.snapshot())[`${bench.root}/untouched.txt`]).toBe(before[`${bench.root}/untouched.txt`]);
      }));

    test("a second revert says already_reverted and changes nothing", () =>
      run(async (bench) => {
        await bench.put("a.txt", "old");
        await bench.write("a.txt", "new");
        await bench.write("b.txt", "new");
        await bench.checkpoints.revert({ turnId: "t" });
        const before = await bench.snapshot();
        expect(await bench.checkpoints.revert({ turnId: "t" })).toEqual(
          report({ skipped: ["a.txt", "b.txt"], files: [same("a.txt"), same("b.txt")] }),
        );
        expect(await bench.snapshot()).toEqual(before);
      }));

    test("bytes of every kind and names of every kind come back exactly", () =>
      run(async (bench) => {
        const files: Record<string, Uint8Array> = {
          "binary.bin": Uint8Array.from({ length: 256 }, (_, at) => at),
          "crlf.txt": utf8("a\r\nb\rc\n"),
          "mark.txt": utf8("\uFEFFx"),
          "no end": utf8("no end"),
          "empty.txt": new Uint8Array(0),
          "ff.txt": Uint8Array.of(0xff, 0xfe, 0x00),
          "a name\nwith \u{1F600} and 'quotes' $&.txt": utf8("odd"),
          "deep/er/and/deeper.txt": patternBytes(300_000),
        };
        for (const [path, bytes] of Object.entries(files)) await bench.put(path, bytes);
        const before = await bench.snapshot();
        for (const path of Object.keys(files)) await bench.write(path, `the agent's ${path}`);
        expect(await bench.checkpoints.revert({})).toMatchObject({ success: true, reverted_count: 8 });
        expect(withoutTimes(await bench.snapshot())).toEqual(withoutTimes(before));
      }));

    test("mode bits of before the turn come back with the bytes", () =>
      run(async (bench) => {
        const modes = [0o755, 0o600, 0o444, 0o640, 0o2750];
        for (const mode of modes) await bench.put(`m${mode}`, "old", mode);
        for (const mode of modes) await bench.write(`m${mode}`, "new");
        expect(await bench.checkpoints.revert({})).toMatchObject({ success: true, reverted_count: 5 });
        expect(await Promise.all(modes.map((mode) => bench.mode(`m${mode}`)))).toEqual(modes);
      }));

    test("bits that somebody changed after or between the agent's writes are kept, and the answer says so", () =>
      run(async (bench) => {
        for (const path of ["after", "between", "forced"]) await bench.put(path, "old", 0o644);
        for (const path of ["after", "between", "forced"]) await bench.write(path, "agent 1");
        await bench.fs.chmod(`${bench.root}/between`, 0o755);
        await bench.write("between", "agent 2");
        await bench.fs.chmod(`${bench.root}/after`, 0o600);
        await bench.put("forced", "human", 0o600);
        const detail = (mode: string) => `its permission bits were changed to ${mode} since and are kept`;
        expect(await bench.checkpoints.revert({ force: true })).toMatchObject({
          success: true,
          files: [
            { ...restored("after"), detail: detail("0600") },
            { ...restored("between"), detail: detail("0755") },
            { path: "forced", status: "drifted" },
          ],
        });
        expect(await Promise.all(["after", "between", "forced"].map(bench.mode))).toEqual([0o600, 0o755, 0o600]);
        for (const path of ["after", "between", "forced"]) expect(await bench.text(path)).toBe("old");
      }));

    test("one drifted file refuses the whole turn, and its clean siblings keep byte, mode and time", () =>
      run(async (bench) => {
        await bench.put("clean.txt", "old");
        await bench.put("drifted.txt", "old");
        await bench.write("clean.txt", "agent");
        await bench.write("drifted.txt", "agent");
        await bench.write("made.txt", "agent");
        await bench.put("drifted.txt", "human");
        const before = await bench.snapshot();
        const files = [restored("clean.txt"), changed("drifted.txt"), deleted("made.txt")];

        expect(await bench.checkpoints.revert({ turnId: "t" })).toEqual(
          report({
            success: false,
            error:
              'nothing was changed, because of newer content in "drifted.txt" (it changed after the agent wrote it). ' +
              "Look at it with dry_run; with force it is overwritten and the newer content will be lost from the file; " +
              "only undoing the revert brings it back",
            error_code: "drifted",
            refused: true,
            drifted: ["drifted.txt"],
            files,
          }),
        );
        expect(await bench.snapshot()).toEqual(before);

        // A preview is answered before drift is judged: the same plan, and no refusal.
        expect(await bench.checkpoints.revert({ turnId: "t", dryRun: true })).toEqual(
          report({ dry_run: true, drifted: ["drifted.txt"], files }),
        );
        expect(await bench.snapshot()).toEqual(before);
      }));

    test("force overwrites the newer content and says that it is lost", () =>
      run(async (bench) => {
        await bench.put("a.txt", "old");
        await bench.write("a.txt", "agent");
        await bench.write("made.txt", "agent");
        await bench.put("a.txt", "human");
        await bench.put("made.txt", "human");
        const detail = `it changed after the agent wrote it; ${LOST}`;
        expect(await bench.checkpoints.revert({ force: true })).toEqual(
          report({
            forced: true,
            reverted: ["a.txt", "made.txt"],
            reverted_count: 2,
            drifted: ["a.txt", "made.txt"],
            files: [
              { path: "a.txt", status: "drifted", action: "restore", detail },
              { path: "made.txt", status: "drifted", action: "delete", detail },
            ],
          }),
        );
        expect(await bench.text("a.txt")).toBe("old");
        expect(await bench.fs.stat(`${bench.root}/made.txt`)).toBe(null);
      }));

    test("a file deleted since, folder and all, is drift; force brings it back", () =>
      run(async (bench) => {
        await bench.put("folder/a.txt", "old", 0o750);
        await bench.write("folder/a.txt", "agent");
        await bench.fs.rm(`${bench.root}/folder`, { recursive: true });
        const refused = await bench.checkpoints.revert({});
        expect(refused).toMatchObject({ success: false, error_code: "drifted", drifted: ["folder/a.txt"] });
        expect(await bench.fs.stat(`${bench.root}/folder`)).toBe(null);
        expect(await bench.checkpoints.revert({ force: true })).toMatchObject({ success: true, reverted_count: 1 });
        expect(await bench.text("folder/a.txt")).toBe("old");
        expect((await bench.fs.stat(`${bench.root}/folder/a.txt`))?.mode).toBe(0o750);
      }));

    test("a change by somebody else between two writes of the turn is drift", () =>
      run(async (bench) => {
        await bench.put("a.txt", "old");
        await bench.write("a.txt", "agent 1");
        await bench.put("a.txt", "human");
        await bench.write("a.txt", "agent 2");
        expect(await bench.checkpoints.revert({})).toMatchObject({ error_code: "drifted", drifted: ["a.txt"] });
        expect(await bench.text("a.txt")).toBe("agent 2");
      }));

    test("what a later turn wrote is newer work: the earlier turn is refused, the later one reverts", () =>
      run(async (bench) => {
        await bench.put("a.txt", "0");
        await bench.write("a.txt", "1", { turnId: "t1" });
        await bench.write("a.txt", "2", { turnId: "t2", sessionId: "other" });
        expect(await bench.checkpoints.revert({ turnId: "t1" })).toMatchObject({ error_code: "drifted" });
        expect(await bench.checkpoints.revert({ turnId: "t2" })).toMatchObject({ success: true });
        expect(await bench.text("a.txt")).toBe("1");
        expect(await bench.checkpoints.revert({ turnId: "t1" })).toMatchObject({ success: true });
        expect(await bench.text("a.txt")).toBe("0");
      }));

    const IN_THE_WAY: readonly { what: string; detail: string; make(bench: Bench, path: string): Promise<void> }[] = [
      {
        what: "a folder",
        detail: "a folder stands where the agent left a file",
        make: async (bench, path) => {
          await bench.fs.rm(path);
          await bench.fs.mkdir(path);
          await bench.fs.writeFile(`${path}/precious`, utf8("precious"));
        },
      },
      {
        what: "a link in place of the folder",
        detail: 'the link "folder" stands where the agent left a file',
        make: async (bench) => {
          await bench.fs.rename(`${bench.root}/folder`, `${bench.root}/elsewhere`);
          await bench.fs.symlink("elsewhere", `${bench.root}/folder`);
        },
      },
    ];
    for (const { what, detail, make } of IN_THE_WAY) {
      test(`${what} where the file was refuses the turn; with force it stays and is named, and the rest reverts`, () =>
        run(async (bench) => {
          await bench.put("folder/a.txt", "old");
          await bench.put("z.txt", "old");
          await bench.write("folder/a.txt", "agent");
          await bench.write("z.txt", "agent");
          await make(bench, `${bench.root}/folder/a.txt`);
          const before = await bench.snapshot();
          const entry = { path: "folder/a.txt", status: "drifted", action: "skip", detail } as const;
          expect(await bench.checkpoints.revert({})).toMatchObject({
            error_code: "drifted",
            error: `nothing was changed, because of newer content in "folder/a.txt" (${detail}). Nothing is lost: what stands in the way of "folder/a.txt" stays also with force: move it away, and call it again`,
            drifted: ["folder/a.txt"],
            files: [entry, restored("z.txt")],
          });
          expect(await bench.snapshot()).toEqual(before);

          expect(await bench.checkpoints.revert({ force: true })).toEqual(
            report({
              success: false,
              error: `could not bring back "folder/a.txt" (${detail}; ${STAYS}); 1 other path was reverted. Nothing is lost: move what stands there away, and call it again`,
              error_code: "drifted",
              forced: true,
              reverted: ["z.txt"],
              reverted_count: 1,
              skipped: ["folder/a.txt"],
              drifted: ["folder/a.txt"],
              files: [{ ...entry, detail: `${detail}; ${STAYS}` }, restored("z.txt")],
            }),
          );
          const { [`${bench.root}/z.txt`]: _, ...others } = await bench.snapshot();
          const { [`${bench.root}/z.txt`]: __, ...othersBefore } = before;
          expect(others).toEqual(othersBefore);
        }));
    }

    const DAMAGES: readonly { what: string; state: string; harm(bench: Bench, path: string): Promise<unknown> }[] = [
      { what: "missing", state: "missing", harm: (bench, path) => bench.fs.rm(path) },
      {
        what: "truncated",
        state: "damaged",
        harm: async ({ fs }, path) => fs.writeFile(path, (await fs.readFile(path)).slice(0, 2)),
      },
      { what: "empty", state: "damaged", harm: ({ fs }, path) => fs.writeFile(path, new Uint8Array(0)) },
      {
        what: "bit-flipped",
        state: "damaged",
        harm: async ({ fs }, path) => {
          const bytes = (await fs.readFile(path)).slice();
          bytes[1] = (bytes[1] ?? 0) ^ 1;
          await fs.writeFile(path, bytes);
        },
      },
    ];
    for (const { what, state, harm } of DAMAGES) {
      test(`a ${what} blob makes its path unrecoverable by name, and no other`, () =>
        run(async (bench) => {
          await bench.put("a.txt", "old a");
          await bench.put("b.txt", "old b");
          await bench.write("a.txt", "agent");
          await bench.write("b.txt", "agent");
          await bench.write("c.txt", "agent");
          const name = sha256Of("old a");
          await harm(bench, `${bench.store}/blobs/${name.slice(0, 2)}/${name}`);
          const detail = `the stored content ${name} is ${state}`;
          const files = [
            { path: "a.txt", status: "unrecoverable", action: "skip", detail } as const,
            restored("b.txt"),
            deleted("c.txt"),
          ];
          expect(await bench.checkpoints.revert({ dryRun: true })).toEqual(
            report({ dry_run: true, skipped: ["a.txt"], files }),
          );
          expect(await bench.checkpoints.revert({})).toEqual(
            report({
              success: false,
              error: `could not bring back "a.txt" (${detail}); 2 other paths were reverted. Call it again once the cause is mended, or write them anew`,
              error_code: "unrecoverable",
              reverted: ["b.txt", "c.txt"],
              reverted_count: 2,
              skipped: ["a.txt"],
              files,
            }),
          );
          expect(await bench.text("a.txt")).toBe("agent");
          expect(await bench.text("b.txt")).toBe("old b");
        }));
    }

    test("a file of another size than all that are known has drifted without being read, until it is overwritten", () =>
      run(async (bench) => {
        await bench.put("a.txt", "old");
        await bench.write("a.txt", "agent", { turnId: "t" });
        await bench.put("a.txt", "somebody else");
        const drifted = [{ path: "a.txt", status: "drifted", detail: "it changed after the agent wrote it" }];
        const unreadable = bench.rebuilt({ fs: bench.failing("readFile", `${bench.root}/`, "EIO") });
        expect(await unreadable.show("t")).toMatchObject({ plan: drifted });
        expect(await unreadable.revert({ turnId: "t", dryRun: true })).toMatchObject({ files: drifted });
        expect(await unreadable.revert({ turnId: "t" })).toMatchObject({
          success: false,
          files: [{ status: "failed" }],
        });
        await bench.put("a.txt", "12345");
        expect(await unreadable.show("t")).toMatchObject({ plan: [{ status: "failed" }] });

        await bench.put("a.txt", "somebody else");
        expect(await bench.checkpoints.revert({ turnId: "t", force: true })).toMatchObject({ success: true });
        expect(await bench.checkpoints.revert({ undo: true })).toMatchObject({ success: true });
        expect(await bench.text("a.txt")).toBe("somebody else");
      }));

    test("a change between two writes is seen by its hash where the content was too large to be kept", () =>
      run(
        async (bench) => {
          const big = (letter: string) => `head\n${letter.repeat(200)}`;
          await bench.put("g", "small");
          await bench.write("g", big("A"), { turnId: "t1" });
          await bench.put("g", big("U"));
          await bench.write("g", `HEAD\n${"U".repeat(200)}`, { turnId: "t1" });
          const detail = "somebody else changed it between two writes of this turn";
          expect(await bench.checkpoints.revert({ turnId: "t1" })).toMatchObject({
            success: false,
            error_code: "drifted",
            files: [{ path: "g", status: "drifted", detail }],
          });
          expect(await bench.text("g")).toBe(`HEAD\n${"U".repeat(200)}`);

          await bench.put("g", "small");
          await bench.write("g", big("A"), { turnId: "t2" });
          await bench.write("g", big("B"), { turnId: "t2" });
          expect(await bench.checkpoints.revert({ turnId: "t2" })).toMatchObject({ success: true, reverted: ["g"] });
          expect(await bench.text("g")).toBe("small");
        },
        { maxBlobBytes: 100 },
      ));

    test("a file that was too large to be kept is unrecoverable by name", () =>
      run(
        async (bench) => {
          await bench.put("big.txt", "123456789");
          await bench.write("big.txt", "small");
          expect(await bench.checkpoints.revert({})).toMatchObject({
            success: false,
            error_code: "unrecoverable",
            reverted: [],
            files: [{ path: "big.txt", status: "unrecoverable", action: "skip" }],
          });
          expect(await bench.text("big.txt")).toBe("small");
        },
        { maxBlobBytes: 8 },
      ));

    test("a file that cannot be read or written is failed by name with the reason, and the others go on", () =>
      run(async (bench) => {
        for (const path of ["a.txt", "b.txt", "c.txt"]) await bench.put(path, "old");
        for (const path of ["a.txt", "b.txt", "c.txt"]) await bench.write(path, "agent");
        const fs = failing(bench.fs, {
          readFile: `${bench.root}/a.txt`,
          stageFile: `${bench.root}/b.txt`,
        });
        const outcome = await bench.rebuilt({ fs }).revert({});
        expect(outcome).toMatchObject({ success: false, error_code: "unrecoverable", reverted: ["c.txt"] });
        expect(outcome.files.map(({ path, status }) => [path, status])).toEqual([
          ["a.txt", "failed"],
          ["b.txt", "failed"],
          ["c.txt", "restorable"],
        ]);
        expect(outcome.files[0]?.detail).toContain("EACCES");
        expect(outcome.files[1]?.detail).toContain("EACCES");
        expect(await bench.text("a.txt")).toBe("agent");
        expect(await bench.text("b.txt")).toBe("agent");
      }));

    test("a file that changes between the plan and its replacement keeps the newer bytes", () =>
      run(async (bench) => {
        await bench.put("a.txt", "old");
        await bench.put("b.txt", "old");
        await bench.write("a.txt", "agent");
        await bench.write("b.txt", "agent");
        await bench.write("made.txt", "agent");
        const human = utf8("human, just now");
        // After the last read that this code makes itself: only the compare inside the replace can still notice.
        const atWrite = interposed(bench.fs, "stageFile", `${bench.root}/a.txt`, 1, () => bench.put("a.txt", human));
        // The second read of the file is the one right before it is deleted.
        const fs = interposed(atWrite, "readFile", `${bench.root}/made.txt`, 2, () => bench.put("made.txt", human));
        const outcome = await bench.rebuilt({ fs }).revert({});
        const detail = "it changed while the revert ran and was left as it is";
        expect(outcome).toMatchObject({
          success: false,
          error_code: "unrecoverable",
          reverted: ["b.txt"],
          files: [
            { path: "a.txt", status: "failed", action: "skip", detail },
            restored("b.txt"),
            { path: "made.txt", status: "failed", action: "skip", detail },
          ],
        });
        expect(await bench.text("a.txt")).toBe("human, just now");
        expect(await bench.text("made.txt")).toBe("human, just now");
      }));

    test("force too keeps what was written after it looked", () =>
      run(async (bench) => {
        await bench.put("a.txt", "old");
        await bench.write("a.txt", "agent");
        await bench.fs.rm(`${bench.root}/a.txt`);
        const fs = interposed(bench.fs, "stageFile", `${bench.root}/a.txt`, 1, () => bench.put("a.txt", "just made"));
        const outcome = await bench.rebuilt({ fs }).revert({ force: true });
        expect(outcome).toMatchObject({ success: false, error_code: "unrecoverable", reverted: [] });
        expect(await bench.text("a.txt")).toBe("just made");
      }));

    test("a blob that is damaged after it was verified is not written: what was verified is", () =>
      run(async (bench) => {
        await bench.put("a.txt", "old");
        await bench.write("a.txt", "agent");
        let reads = 0;
        const blobs = {
          ...bench.blobs,
          get: async (sha256: string) => (++reads === 1 ? bench.blobs.get(sha256) : utf8("garbage")),
        };
        await bench.rebuilt({ blobs }).revert({});
        expect(await bench.text("a.txt")).toBe("old");
      }));

    test("what a revert restores or deletes is synced before it says so", () => {
      const faults = new Faults();
      return run(
        async (bench) => {
          await bench.put("restored/a.txt", "old");
          await bench.write("restored/a.txt", "agent");
          await bench.write("deleted/b.txt", "agent");
          const before = faults.calls.length;
          await bench.checkpoints.revert({});
          const calls = faults.calls.slice(before);
          const all = (call: RegExp) => calls.flatMap((made, at) => (call.test(made) ? [at] : []));
          const own = (operation: string, path: string) => all(new RegExp(`^${operation} ${bench.root}/${path}`));
          const blobs = all(new RegExp(`^syncFolder ${bench.store}/blobs/`));
          const order = [
            Math.max(...blobs),
            Math.min(...own("rename", "restored/"), ...own("unlink", "deleted/b.txt")),
            Math.max(...own("rename", "restored/"), ...own("unlink", "deleted/b.txt")),
            Math.min(...own("syncFolder", "restored"), ...own("syncFolder", "deleted")),
          ];
          expect(blobs.length).toBeGreaterThan(0);
          expect(order.every(Number.isFinite)).toBe(true);
          expect(order).toEqual([...order].sort((a, b) => a - b));
          expect(Math.max(...own("temp.sync", "restored/"))).toBeLessThan(Math.min(...own("rename", "restored/")));
          expect(own("syncFolder", "deleted")).not.toEqual([]);
        },
        { faults },
      );
    });

    test("a revert waits for a write that holds the path's lock, then judges what that write left", () =>
      run(async (bench) => {
        await bench.put("a.txt", "old");
        await bench.write("a.txt", "agent");
        let revert: Promise<RevertReport> | undefined;
        await bench.locks.withFiles([`${bench.root}/a.txt`], async () => {
          revert = bench.checkpoints.revert({});
          await new Promise((resolve) => setTimeout(resolve, 30));
          expect(await bench.text("a.txt")).toBe("agent");
          await bench.put("a.txt", "newer");
        });
        expect(await revert).toMatchObject({ error_code: "drifted", drifted: ["a.txt"] });
        expect(await bench.text("a.txt")).toBe("newer");
        expect(bench.locks.size).toBe(0);
      }));
  });
}

function withoutTimes(snapshot: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(snapshot).map(([path, line]) => [path, line.replace(/ \d{15,} /, " ")]));
}

/** The filesystem with one operation refused on one path each. */
function failing(fs: FileSystem, paths: Partial<Record<keyof FileSystem, string>>): FileSystem {
  return intercepted(fs, async (operation, path) => {
    if (Object.entries(paths).some(([name, refused]) => name === operation && refused === path)) {
      throw new FileSystemError("EACCES", operation, path);
    }
  });
}

/** The filesystem with `task` run right before the n-th call of `operation` on `path`. */
function interposed(
  fs: FileSystem,
  operation: keyof FileSystem,
  path: string,
  nth: number,
  task: () => Promise<void>,
): FileSystem {
  let calls = 0;
  return intercepted(fs, async (called, on) => {
    if (called !== operation || on !== path) return;
    calls += 1;
    if (calls === nth) await task();
  });
}

function intercepted(fs: FileSystem, first: (operation: string, path: string) => Promise<void>): FileSystem {
  return new Proxy(fs, {
    get: (_, name) => {
      const member: unknown = Reflect.get(fs, name);
      if (typeof member !== "function") return member;
      return async (...args: unknown[]) => {
        await first(String(name), String(args[0]));
        return Reflect.apply(member, fs, args);
      };
    },
  });
}
