import { constantFrom, record } from "fast-check";
import { claim, claimEqual } from "../claims.ts";
import { isListOf, isOneOf, isRecordOf } from "../guards.ts";
import { type CheckpointsProperty, STORE } from "./checkpoints-engine.ts";
import { history, isStep, PATHS, type Path, type Step, takeAll } from "./history.ts";

interface Case {
  readonly steps: readonly Step[];
  /** Somebody writes it last. */
  readonly theirs: Path;
}

export const drift: CheckpointsProperty<Case> = (engine) => ({
  id: "C5",
  version: 1,
  title:
    "When one file drifted, no byte is written anywhere without force, and what force would overwrite is named first",
  doc: "Not in the project, not in the store, and no row either; with force the newer content goes and is kept.",
  kind: "model",
  needsTree: true,
  arbitrary: record({ steps: history, theirs: constantFrom(...PATHS) }),
  async run({ steps, theirs }) {
    const bench = await engine.open({ files: { a: "first", "dir/b": "first" } });
    await takeAll(bench, steps);
    await bench.call("write_file", { path: theirs, content: "agent, last" }, { turnId: "t" });
    await bench.call("write_file", { path: "sibling", content: "agent, last" }, { turnId: "t" });
    await bench.put(theirs, "theirs, newer");
    const look = async () => [await bench.tree(), await bench.tree(STORE), await bench.plain.index.scan(null, 1000)];
    const before = JSON.stringify(await look());
    const refused = await bench.checkpoints().revert({ turnId: "t" });
    claimEqual([refused.success, refused.refused, refused.drifted], [false, true, [theirs]], "the refusal");
    claim(String(refused.error).includes(`"${theirs}"`), "the refusal does not name the file");
    claimEqual(JSON.stringify(await look()), before, "project, store and rows after the refusal");
    const forced = await bench.checkpoints().revert({ turnId: "t", force: true });
    claimEqual([forced.success, forced.drifted], [true, refused.drifted], "the forced revert");
    claim((await bench.text(theirs)) !== "theirs, newer", "the forced revert left the file");
    await bench.checkpoints().revert({ undo: true });
    claimEqual(await bench.text(theirs), "theirs, newer", "the file after the undoing");
  },
  classify: ({ theirs, steps }) =>
    steps.some((step) => "path" in step && step.path === theirs) ? "known file" : "other",
  witnesses: ["known file", "other"],
  accepts: isRecordOf<Case>({ steps: isListOf(isStep), theirs: isOneOf<Path>(PATHS) }),
});
