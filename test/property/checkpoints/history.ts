import { array, boolean, constant, constantFrom, oneof, record } from "fast-check";
import { type Guard, isFlag, isOneOf, isRecordOf } from "../guards.ts";
import type { CheckpointBench } from "./checkpoints-engine.ts";

export const PATHS = ["a", "dir/b", "dir/deep/c"] as const;
export const TURNS = ["t1", "t2"] as const;
export type Path = (typeof PATHS)[number];
export type Turn = (typeof TURNS)[number];

/** The agent writes or deletes, somebody else does, or a revert is asked for; texts are numbered by their step. */
export type Step =
  | { readonly does: "write" | "delete"; readonly path: Path; readonly turn: Turn }
  | { readonly does: "human" | "human deletes"; readonly path: Path }
  | { readonly does: "revert"; readonly turn: Turn; readonly force: boolean }
  | { readonly does: "undo"; readonly force: boolean }
  | { readonly does: "restart" | "prune" };

const path = constantFrom(...PATHS);
const turn = constantFrom(...TURNS);
export const step = oneof(
  { weight: 6, arbitrary: record({ does: constant("write" as const), path, turn }) },
  { weight: 2, arbitrary: record({ does: constant("delete" as const), path, turn }) },
  { weight: 2, arbitrary: record({ does: constant("human" as const), path }) },
  { weight: 1, arbitrary: record({ does: constant("human deletes" as const), path }) },
  { weight: 3, arbitrary: record({ does: constant("revert" as const), turn, force: boolean() }) },
  { weight: 2, arbitrary: record({ does: constant("undo" as const), force: boolean() }) },
  { weight: 1, arbitrary: record({ does: constantFrom("restart" as const, "prune" as const) }) },
);

export const history = array(step, { minLength: 1, maxLength: 9, size: "max" });

const isPath = isOneOf<Path>(PATHS);
const isTurn = isOneOf<Turn>(TURNS);
const forms: readonly Guard<Step>[] = [
  isRecordOf<{ does: "write" | "delete"; path: Path; turn: Turn }>({
    does: isOneOf(["write", "delete"]),
    path: isPath,
    turn: isTurn,
  }),
  isRecordOf<{ does: "human" | "human deletes"; path: Path }>({
    does: isOneOf(["human", "human deletes"]),
    path: isPath,
  }),
  isRecordOf<{ does: "revert"; turn: Turn; force: boolean }>({
    does: isOneOf(["revert"]),
    turn: isTurn,
    force: isFlag,
  }),
  isRecordOf<{ does: "undo"; force: boolean }>({ does: isOneOf(["undo"]), force: isFlag }),
  isRecordOf<{ does: "restart" | "prune" }>({ does: isOneOf(["restart", "prune"]) }),
];
export const isStep: Guard<Step> = (value): value is Step => forms.some((form) => form(value));

/** Carries a step out. Answers whether anything was there to be done. */
export async function take(bench: CheckpointBench, made: Step, number: number): Promise<void> {
  switch (made.does) {
    case "write":
      await bench.call("write_file", { path: made.path, content: `agent ${number}` }, { turnId: made.turn });
      return;
    case "delete":
      await bench.call("edit_file", { patch: deletion(made.path) }, { turnId: made.turn });
      return;
    case "human":
      return bench.put(made.path, `human ${number}`);
    case "human deletes":
      return bench.put(made.path, null);
    case "revert":
      await bench.checkpoints().revert({ turnId: made.turn, force: made.force });
      return;
    case "undo":
      await bench.checkpoints().revert({ undo: true, force: made.force });
      return;
    case "restart":
      return bench.restart();
    case "prune":
      await bench.checkpoints().prune({ dryRun: false });
  }
}

export async function takeAll(bench: CheckpointBench, steps: readonly Step[]): Promise<void> {
  for (const [at, made] of steps.entries()) await take(bench, made, at);
}

export function deletion(path: string): string {
  return `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch`;
}

/** What a history is made of, for the distribution. */
export function kindsOf(steps: readonly Step[]): string {
  const kinds = new Set(steps.map(({ does }) => does));
  const has = (...wanted: Step["does"][]) => wanted.some((kind) => kinds.has(kind));
  if (!has("write")) return "nothing written";
  if (has("undo") && has("revert")) return "reverted and undone";
  if (has("revert")) return has("human", "human deletes") ? "reverted beside somebody else" : "reverted";
  return has("human", "human deletes") ? "written beside somebody else" : "written";
}
export const KINDS = ["written", "reverted", "written beside somebody else", "reverted beside somebody else"] as const;
