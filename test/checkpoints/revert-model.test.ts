import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RevertReport } from "../../runtime/checkpoints/mod.ts";
import { BENCHES, type Bench } from "./bench.ts";

/** The disk may be busy; not every runner gives a test more than five seconds. */
const LIMIT_MS = 60_000;

const PATHS = ["a", "dir/b", "dir/deep/c"] as const;

const path = fc.constantFrom(...PATHS);
const turn = fc.constantFrom("t1", "t2");
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("write" as const), path, turn }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), path, turn }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("human" as const), path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("human removes" as const), path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("human links" as const), path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("chmod" as const), path }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("revert" as const), turn, force: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("undo" as const), force: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

for (const { name, run } of BENCHES) {
  const runs = name.startsWith("memfs") ? 200 : 5;
  const seed = Number(Date.now() % 1_000_000);
  describe(`reverts of ${runs} random histories on ${name} (seed ${seed})`, () => {
    test(
      "a dry run foretells what is done, what is skipped stays, and every revert can be taken back to the byte and bit",
      async () => {
        const history = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10, size: "max" }), (steps) =>
          run(async (bench) => {
            for (const [at, made] of steps.entries()) await take(bench, made, at);
          }),
        );
        await fc.assert(history, { numRuns: runs, seed });
      },
      LIMIT_MS,
    );
  });
}

async function take(bench: Bench, made: Step, at: number): Promise<void> {
  const absolute = "path" in made ? `${bench.root}/${made.path}` : "";
  const standing = absolute === "" ? null : await bench.fs.lstat(absolute);
  switch (made.kind) {
    case "write":
      // A tool would resolve the link and write behind it.
      if (standing?.kind !== "symlink") await bench.write(made.path, `agent ${at}`, { turnId: made.turn });
      return;
    case "remove":
      if (standing?.kind === "file") await bench.remove(made.path, { turnId: made.turn });
      return;
    case "human":
      await bench.put(made.path, `human ${at}`);
      return;
    case "human removes":
      if (standing !== null) await bench.fs.rm(absolute);
      return;
    case "human links":
      if (standing !== null) await bench.fs.symlink("elsewhere", absolute, { replace: true });
      return;
    case "chmod":
      if (standing?.kind === "file") await bench.fs.chmod(absolute, at % 2 === 0 ? 0o600 : 0o755);
      return;
    case "revert":
      await checkRevert(bench, { turnId: made.turn, force: made.force });
      return;
    case "undo":
      await checkRevert(bench, { undo: true, force: made.force });
  }
}

async function checkRevert(bench: Bench, request: { turnId?: string; undo?: boolean; force: boolean }): Promise<void> {
  const before = await bench.states();
  const plan = await bench.checkpoints.revert({ ...request, dryRun: true });
  expect(await bench.states()).toEqual(before);
  const report = await bench.checkpoints.revert(request);
  const after = await bench.states();
  expect(outline(report)).toEqual(outline(plan));
  expect(report.turn_id).toBe(plan.turn_id);
  if (report.success) expect(report.reverted).toEqual(report.files.filter(isActed).map((file) => file.path));
  else expect(after).toEqual(before);
  for (const path of PATHS) if (!report.reverted.includes(path)) expect(after[path]).toBe(before[path]);
  if (plan.drifted.length > 0 && !request.force) expect(report.error_code).toBe("drifted");

  if (report.revert_turn_id === null) return;
  const again = await bench.checkpoints.revert({ ...request, turnId: report.turn_id });
  expect(again.files.every((file) => file.status === "already_reverted")).toBe(true);
  const undone = await bench.checkpoints.revert({ turnId: report.revert_turn_id });
  expect(undone.success).toBe(true);
  expect(await bench.states()).toEqual(before);
  expect(await bench.checkpoints.revert({ turnId: undone.revert_turn_id ?? "" })).toMatchObject({ success: true });
  expect(await bench.states()).toEqual(after);
}

function isActed(file: RevertReport["files"][number]): boolean {
  return file.action !== "skip";
}

function outline(report: RevertReport): unknown {
  return report.files.map(({ path, status, action }) => ({ path, status, action }));
}
