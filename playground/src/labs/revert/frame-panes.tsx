import type { Workbench } from "../../app/mod.ts";
import { TimelineView, TreeView } from "../../parts/mod.ts";
import { turnResults } from "./revert-results.ts";
import { ShellNote } from "./shell-note.tsx";

export function RevertTreePane({ bench }: { readonly bench: Workbench }) {
  return <TreeView bench={bench} />;
}

export function StripPane({ bench }: { readonly bench: Workbench }) {
  return (
    <>
      <ShellNote narrow />
      <TimelineView bench={bench} session={turnResults.answer.value?.detail?.writes[0]?.session_id ?? "A"} />
    </>
  );
}
