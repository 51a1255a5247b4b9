import type { Lab } from "../../app/mod.ts";
import { applyEdit, readOpenFile } from "./apply-edit.ts";
import { DecisionPane } from "./decision-pane.tsx";
import { FilePane } from "./file-pane.tsx";
import { matchHeadline } from "./headline.ts";
import { setMatchInputs } from "./match-inputs.ts";
import { matchReport } from "./match-report.ts";
import { followInputs } from "./match-state.ts";
import { NeedlePane } from "./needle-pane.tsx";
import { TimelinePane, TreePane } from "./side-panes.tsx";

export const matchLab: Lab = {
  firstPane: "decision",
  panes: [
    { id: "tree", region: "rail", label: "Tree", tab: "Files", grows: true, View: TreePane },
    { id: "file", region: "centre", label: "File", tab: "File", View: FilePane },
    { id: "needle", region: "centre", label: "Edit", tab: "Needle", View: NeedlePane },
    { id: "decision", region: "side", label: "Decision", tab: "Decision", grows: true, View: DecisionPane },
    { id: "timeline", region: "strip", label: "Timeline", tab: "Timeline", View: TimelinePane },
  ],
  headline: matchHeadline,
  open: followInputs,
  apply: applyEdit,
  report: matchReport,
  commands: (bench) => [
    { title: "Apply the edit", keys: "Ctrl Enter", run: () => applyEdit(bench) },
    { title: "Read the open file as the session", run: () => readOpenFile(bench) },
    {
      title: "Switch all what-if rules off",
      run: () => setMatchInputs(bench, { order: [], fallThrough: false, anySpan: false, keepLineEnds: false }),
    },
  ],
};
