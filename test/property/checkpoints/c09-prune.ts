import { array, constantFrom, integer, record } from "fast-check";
import { claim, claimEqual } from "../claims.ts";
import { isCount, isListOf, isOneOf, isRecordOf } from "../guards.ts";
import { Schedule } from "../tools/schedule.ts";
import type { CheckpointsProperty, StorePorts } from "./checkpoints-engine.ts";

const BESIDE = ["a write", "a revert"] as const;

interface Case {
  readonly beside: (typeof BESIDE)[number];
  readonly choices: readonly number[];
}

export const prune: CheckpointsProperty<Case> = (engine) => ({
  id: "C9",
  version: 1,
  title:
    "A prune deletes no content that a row names, also while one is being captured, and leaves no orphan after the last pass",
  doc: "Every order in which the calls on blobs and rows of a prune and of a write or revert can follow each other.",
  kind: "schedule",
  needsTree: true,
  arbitrary: record({
    beside: constantFrom(...BESIDE),
    choices: array(integer({ min: 0, max: 3 }), { maxLength: 24, size: "max" }),
  }),
  async run({ beside, choices }) {
    const schedule = new Schedule(choices);
    let isPaced = false;
    const pause = async () => (isPaced ? await schedule.pause("call") : undefined);
    const bench = await engine.open({ files: { a: "first" }, wrap: (ports) => paced(ports, pause) });
    await bench.call("write_file", { path: "a", content: "agent" });
    isPaced = true;
    const work =
      beside === "a write"
        ? bench.call("write_file", { path: "a", content: "agent again" }, { turnId: "t2" })
        : bench.checkpoints().revert({ turnId: "t" });
    const [done] = await schedule.run<{ readonly success: boolean }>([
      work,
      bench
        .checkpoints()
        .prune({ dryRun: false })
        .then(() => ({ success: true })),
    ]);
    isPaced = false;
    claimEqual(done?.success, true, beside);
    const verified = await bench.checkpoints().verify();
    claim(verified.success, () => String(verified.error));
    bench.clock.advance(2 * HOUR_MS);
    await bench.checkpoints().prune({ dryRun: false });
    const { success, unreferenced_blobs } = await bench.checkpoints().verify();
    claimEqual([success, unreferenced_blobs], [true, 0], "the store after the last pass");
  },
  classify: ({ beside, choices }) => `${beside}, ${choices.some((choice) => choice > 0) ? "mixed" : "in order"}`,
  witnesses: ["a write, mixed", "a revert, mixed"],
  accepts: isRecordOf<Case>({ beside: isOneOf<Case["beside"]>(BESIDE), choices: isListOf(isCount) }),
});

const HOUR_MS = 3_600_000;

/** The same ports, each of whose calls can be overtaken; what runs while no row can be appended stays in one piece. */
function paced(ports: StorePorts, pause: () => Promise<void>): StorePorts {
  const pace = <T extends object>(target: T, names: readonly string[]): T =>
    new Proxy(target, {
      get(_, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function" || !names.includes(String(name))) return member;
        return async (...args: unknown[]) => {
          await pause();
          return Reflect.apply(member, target, args);
        };
      },
    });
  return {
    ...ports,
    index: pace(ports.index, ["append", "beginRevert", "endRevert", "holdings", "dropTurns", "dropUnreferenced"]),
    blobs: pace(ports.blobs, ["put", "putUnsynced", "sync", "has", "list"]),
  };
}
