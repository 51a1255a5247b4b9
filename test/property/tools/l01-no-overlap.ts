import { claim, claimEqual } from "../claims.ts";
import type { ToolsProperty } from "./tools-engine.ts";
import { BUCKETS, bucketOf, isWritersCase, race, type WritersCase, writersCase } from "./writers.ts";

export const noOverlap: ToolsProperty<WritersCase> = (tools) => ({
  id: "L1",
  version: 1,
  title: "Two writes of one file are never under way at once, in any schedule and whoever is called off",
  doc: "Six writers name the file in several ways, on a folding tree also in other case and composition. Afterwards no lock is left, and each write that landed, and no other, has its checkpoint.",
  kind: "schedule",
  needsTree: true,
  arbitrary: writersCase,
  async run(value) {
    const { work, results, mostAtOnce } = await race(tools, value);
    claim(mostAtOnce <= 1, () => `${mostAtOnce} writes of the file at once`);
    claimEqual(work.context().locks.size, 0, "locks that are left");
    const landed = results.filter(({ success }) => success).length;
    claimEqual((await work.runtime.checkpoints.list({ limit: 100 })).count, landed, "turns with a checkpoint");
  },
  classify: bucketOf,
  witnesses: BUCKETS,
  accepts: isWritersCase,
});
