import { claim, claimEqual } from "../claims.ts";
import { isListOf } from "../guards.ts";
import { type CheckpointsProperty, ROOT } from "./checkpoints-engine.ts";
import { history, isStep, KINDS, kindsOf, type Step, TURNS, takeAll } from "./history.ts";

export const notCovered: CheckpointsProperty<readonly Step[]> = (engine) => ({
  id: "C12",
  version: 1,
  title:
    "Every answer says that shells are not covered, a call without a turn records nothing and says so, and .git never changes",
  doc: "Through any history of writes and reverts, of a project with a .git folder that a write is aimed at too.",
  kind: "pbt",
  needsTree: true,
  arbitrary: history,
  async run(steps) {
    const bench = await engine.open({ files: { a: "first", ".git/config": "[core]\n", ".git/HEAD": "ref\n" } });
    const git = await bench.tree(`${ROOT}/.git`);
    await takeAll(bench, steps);
    const aimed = await bench.call("write_file", { path: ".git/config", content: "agent" });
    claimEqual(aimed.success, false, "a write in .git");
    const rows = (await bench.plain.index.scan(null, 1000)).length;
    const unbound = await bench.call("write_file", { path: "unbound", content: "x" }, { turnId: "" });
    claim(unbound.success, "the write without a turn was refused");
    const { status, reason } = Object(Object(unbound.data).checkpoint);
    claimEqual([status, reason], ["none", "no_turn"], "the checkpoint of a call without a turn");
    claimEqual((await bench.plain.index.scan(null, 1000)).length, rows, "rows after a call without a turn");
    const checkpoints = bench.checkpoints();
    const answers: unknown[] = [await checkpoints.list({})];
    for (const turnId of TURNS) {
      const shown = await checkpoints.show(turnId);
      if (shown !== null) answers.push(shown);
      for (const dryRun of [true, false]) answers.push(await checkpoints.revert({ turnId, dryRun }));
    }
    for (const answer of answers) claimEqual(Object(answer).bash_not_covered, true, "bash_not_covered");
    claimEqual(await bench.tree(`${ROOT}/.git`), git, "the .git folder");
  },
  classify: kindsOf,
  witnesses: KINDS,
  accepts: isListOf(isStep),
});
