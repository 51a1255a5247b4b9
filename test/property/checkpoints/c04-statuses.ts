import { claimEqual } from "../claims.ts";
import { isListOf } from "../guards.ts";
import type { CheckpointsProperty } from "./checkpoints-engine.ts";
import { history, isStep, kindsOf, type Step, TURNS, take } from "./history.ts";
import { Model } from "./model.ts";

export const statuses: CheckpointsProperty<readonly Step[]> = (engine) => ({
  id: "C4",
  version: 1,
  title: "Every path that a turn wrote has one status, and it is the one that a model of a few lines gives it",
  doc: "Writes, deletions, somebody else's changes also between two writes, restarts and prunes; after each step the plans of all turns are compared.",
  kind: "model",
  needsTree: true,
  arbitrary: history.map((steps) => steps.filter(({ does }) => does !== "revert" && does !== "undo")),
  async run(steps) {
    const files = { a: "first", "dir/b": "first" };
    const [bench, model] = [await engine.open({ files }), new Model(files)];
    for (const [at, step] of steps.entries()) {
      await take(bench, step, at);
      model.take(step, at);
      for (const turnId of TURNS) {
        const { files: plan } = await bench.checkpoints().revert({ turnId, dryRun: true });
        const found = plan.map(({ path, status }) => [path, status]).sort();
        claimEqual(found, Object.entries(model.statuses(turnId)).sort(), `the plan of ${turnId} after step ${at}`);
      }
    }
  },
  classify: kindsOf,
  witnesses: ["written", "written beside somebody else"],
  accepts: isListOf(isStep),
});
