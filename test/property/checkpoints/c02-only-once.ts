import { claim, claimEqual } from "../claims.ts";
import { isListOf } from "../guards.ts";
import type { CheckpointsProperty } from "./checkpoints-engine.ts";
import { history, isStep, KINDS, kindsOf, type Step, TURNS, takeAll } from "./history.ts";

export const onlyOnce: CheckpointsProperty<readonly Step[]> = (engine) => ({
  id: "C2",
  version: 1,
  title:
    "A second revert says that all is reverted already and changes nothing, and undoing the first brings everything back",
  doc: "After any history, with force; an undone revert leaves the tree as it stood before it, somebody else's work included.",
  kind: "model",
  needsTree: true,
  arbitrary: history,
  async run(steps) {
    const bench = await engine.open({ files: { a: "first", "dir/b": "first" } });
    await takeAll(bench, steps);
    for (const turnId of TURNS) {
      const before = await filesOf(bench);
      const report = await bench.checkpoints().revert({ turnId, force: true });
      if (report.error_code === "no_checkpoints") continue;
      claim(report.success, () => `the first revert of ${turnId}: ${report.error}`);
      const after = await bench.tree();
      const again = await bench.checkpoints().revert({ turnId });
      const statuses = [...new Set(again.files.map(({ status }) => status))];
      claimEqual([again.success, again.reverted_count, statuses], [true, 0, ["already_reverted"]], "the second revert");
      claimEqual(await bench.tree(), after, "the tree after the second revert");
      if (report.revert_turn_id === null) continue;
      const undone = await bench.checkpoints().revert({ turnId: report.revert_turn_id });
      claim(undone.success, () => `the undoing: ${undone.error}`);
      claimEqual(await filesOf(bench), before, "the files after the undoing");
    }
  },
  classify: kindsOf,
  witnesses: KINDS,
  accepts: isListOf(isStep),
});

/** Folders that stood empty before and were removed need not come back. */
async function filesOf(bench: { tree(): Promise<Record<string, string>> }): Promise<unknown> {
  return Object.entries(await bench.tree())
    .filter(([, entry]) => entry !== "folder")
    .sort();
}
