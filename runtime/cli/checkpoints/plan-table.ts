import type { PlanEntry, PlanStatus } from "../../checkpoints/mod.ts";
import { type Colour, type Paint, table } from "../shell.ts";

const COLOURS: Readonly<Record<PlanStatus, Colour>> = {
  restorable: "green",
  already_reverted: "yellow",
  drifted: "red",
  unrecoverable: "red",
  failed: "red",
};

/** One line a file: what would be, or was, done with it. */
export function planTable(plan: readonly PlanEntry[], paint: Paint): string {
  const [head = "", ...lines] = table([
    ["ACTION", "STATUS", "FILE", "DETAIL"],
    ...plan.map((entry) => [entry.action, entry.status, entry.path, entry.detail]),
  ]).split("\n");
  const painted = lines.map((line, at) => paint(COLOURS[plan[at]?.status ?? "failed"], line));
  return [paint("bold", head), ...painted].join("\n");
}
