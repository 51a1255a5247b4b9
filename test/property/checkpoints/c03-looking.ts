import { claimEqual } from "../claims.ts";
import { isListOf } from "../guards.ts";
import { type CheckpointsProperty, STORE, type StorePorts } from "./checkpoints-engine.ts";
import { history, isStep, KINDS, kindsOf, type Step, TURNS, takeAll } from "./history.ts";

export const looking: CheckpointsProperty<readonly Step[]> = (engine) => ({
  id: "C3",
  version: 1,
  title: "Listing, showing, comparing, verifying and dry runs write nothing anywhere",
  doc: "Every call that changes a file, a blob or a row is watched while they run, and the whole tree is compared.",
  kind: "model",
  needsTree: true,
  arbitrary: history,
  async run(steps) {
    const changes: string[] = [];
    const bench = await engine.open({ files: { a: "first" }, wrap: (ports) => watched(ports, changes) });
    await takeAll(
      bench,
      // A new process is not watched.
      steps.filter(({ does }) => does !== "restart"),
    );
    const before = [await bench.tree(), await bench.tree(STORE)];
    changes.length = 0;
    const checkpoints = bench.checkpoints();
    await checkpoints.list({});
    for (const turnId of TURNS) {
      await checkpoints.show(turnId);
      await checkpoints.diff(turnId);
      for (const force of [true, false]) await checkpoints.revert({ turnId, force, dryRun: true });
    }
    await checkpoints.revert({ undo: true, dryRun: true });
    await checkpoints.prune({ dryRun: true });
    await checkpoints.verify();
    claimEqual(changes, [], "calls that change something");
    claimEqual([await bench.tree(), await bench.tree(STORE)], before, "project and store");
  },
  classify: kindsOf,
  witnesses: KINDS,
  accepts: isListOf(isStep),
});

const CHANGING: ReadonlySet<string> = new Set(
  ["writeFile", "stageFile", "mkdir", "symlink", "rename", "rm", "rmdir", "chmod"].concat(
    ["put", "putUnsynced", "delete", "append", "beginRevert", "endRevert", "claimRevert", "remove", "expire"],
    ["claimPrune", "merge", "dropTurns", "dropUnreferenced"],
  ),
);

function watched(ports: StorePorts, changes: string[]): StorePorts {
  const watch = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => {
          if (CHANGING.has(String(name))) changes.push(String(name));
          return Reflect.apply(member, target, args);
        };
      },
    });
  return { ...ports, fs: watch(ports.fs), index: watch(ports.index), blobs: watch(ports.blobs) };
}
