import { array, constant, constantFrom, oneof, string } from "fast-check";
import { claimEqual } from "../claims.ts";
import { isListOf, isOneOf, isRecordOf, isText } from "../guards.ts";
import type { ToolsProperty } from "./tools-engine.ts";
import { ROOT, type Workspace } from "./workspace.ts";

type Step = { readonly does: "write"; readonly text: string } | { readonly does: "undo" } | { readonly does: "redo" };

const text = string({ unit: constantFrom("a", "\n", "\r\n", "\u00e9", "\ufeff", " "), maxLength: 8 });
const step = oneof(
  { weight: 3, arbitrary: text.map((text): Step => ({ does: "write", text })) },
  { weight: 2, arbitrary: constant<Step>({ does: "undo" }) },
  { weight: 2, arbitrary: constant<Step>({ does: "redo" }) },
);
const isWrite = isRecordOf<{ does: "write"; text: string }>({ does: isOneOf(["write"]), text: isText });
const isBack = isRecordOf<{ does: "undo" | "redo" }>({ does: isOneOf(["undo", "redo"]) });

export const undoRedo: ToolsProperty<readonly Step[]> = (tools) => ({
  id: "U1",
  version: 1,
  title: "Undoing and redoing give the bytes of the states in between, and a new write leaves nothing to redo",
  doc: "In any order, also across the making of the file; where there is no such state it is no_history and nothing changes.",
  kind: "model",
  needsTree: true,
  arbitrary: array(step, { maxLength: 10, size: "max" }),
  async run(steps) {
    const work = await tools.open();
    let states: (string | null)[] = [null];
    let at = 0;
    for (const [index, step] of steps.entries()) {
      if (step.does === "write") {
        const isSame = step.text === states[at];
        claimEqual(await answer(work, index, step), isSame ? "no_change" : "ok", `step ${index}, a write`);
        if (!isSame) states = [...states.slice(0, ++at), step.text];
      } else {
        const wanted = at + (step.does === "undo" ? -1 : 1);
        const isThere = states[wanted] !== undefined;
        claimEqual(await answer(work, index, step), isThere ? "ok" : "no_history", `step ${index}, ${step.does}`);
        if (isThere) at = wanted;
      }
      claimEqual(await stateOf(work), states[at], `the file after step ${index}`);
    }
  },
  classify(steps) {
    const kinds = new Set(steps.map(({ does }) => does));
    if (!kinds.has("write")) return "nothing written";
    const redone = steps.findIndex(({ does }) => does === "undo") < steps.findLastIndex(({ does }) => does === "redo");
    return kinds.has("undo") ? (kinds.has("redo") && redone ? "undone and redone" : "undone") : "never undone";
  },
  witnesses: ["nothing written", "never undone", "undone", "undone and redone"],
  accepts: isListOf<Step>((value): value is Step => isWrite(value) || isBack(value)),
});

async function answer(work: Workspace, index: number, step: Step): Promise<string> {
  const [tool, args] =
    step.does === "write"
      ? ["write_file", { path: "a.txt", content: step.text }]
      : ["edit_file", { path: "a.txt", command: "undo_edit", redo: step.does === "redo" }];
  const result = await work.call(String(tool), args, { turnId: `t${index}` });
  return result.success ? "ok" : result.error_code;
}

async function stateOf(work: Workspace): Promise<string | null> {
  return (await work.fs.lstat(`${ROOT}/a.txt`)) === null ? null : work.text("a.txt");
}
