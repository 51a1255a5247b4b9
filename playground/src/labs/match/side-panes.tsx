import type { Workbench } from "../../app/mod.ts";
import { TimelineView, TreeView } from "../../parts/mod.ts";
import { matchInputs } from "./match-inputs.ts";

export function TreePane({ bench }: { readonly bench: Workbench }) {
  return <TreeView bench={bench} session={matchInputs(bench).session} />;
}

export function TimelinePane({ bench }: { readonly bench: Workbench }) {
  return <TimelineView bench={bench} session={matchInputs(bench).session} />;
}
