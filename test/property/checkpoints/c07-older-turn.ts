import { record, subarray } from "fast-check";
import { claimEqual } from "../claims.ts";
import { isListOf, isOneOf, isRecordOf } from "../guards.ts";
import type { CheckpointsProperty } from "./checkpoints-engine.ts";
import { PATHS, type Path } from "./history.ts";

interface Case {
  readonly older: readonly Path[];
  readonly newer: readonly Path[];
}

export const olderTurn: CheckpointsProperty<Case> = (engine) => ({
  id: "C7",
  version: 1,
  title: "What a newer turn wrote is drift for the older one, and a turn never touches files of another",
  doc: "Reverted newest first, both go through; either way only paths that the turn itself wrote change.",
  kind: "model",
  needsTree: true,
  arbitrary: record({ older: subarray([...PATHS], { minLength: 1 }), newer: subarray([...PATHS], { minLength: 1 }) }),
  async run({ older, newer }) {
    const bench = await engine.open({ files: { a: "first", other: "first" } });
    const start = await bench.tree();
    for (const path of older) await bench.call("write_file", { path, content: "older" }, { turnId: "older" });
    const between = await bench.tree();
    for (const path of newer) await bench.call("write_file", { path, content: "newer" }, { turnId: "newer" });
    const shared = older.filter((path) => newer.includes(path));
    const plan = await bench.checkpoints().revert({ turnId: "older", dryRun: true });
    claimEqual([...plan.drifted].sort(), [...shared].sort(), "what drifted for the older turn");
    const report = await bench.checkpoints().revert({ turnId: "newer" });
    claimEqual([report.success, [...report.reverted].sort()], [true, [...newer].sort()], "the newer turn");
    claimEqual(Object.entries(await bench.tree()).sort(), Object.entries(between).sort(), "the tree between the turns");
    await bench.checkpoints().revert({ turnId: "older" });
    claimEqual(Object.entries(await bench.tree()).sort(), Object.entries(start).sort(), "the tree before both");
  },
  classify: ({ older, newer }) => (older.some((path) => newer.includes(path)) ? "overlapping" : "apart"),
  witnesses: ["overlapping", "apart"],
  accepts: isRecordOf<Case>({ older: isListOf(isOneOf<Path>(PATHS)), newer: isListOf(isOneOf<Path>(PATHS)) }),
});
