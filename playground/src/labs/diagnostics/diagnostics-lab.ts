import type { Lab } from "../../app/mod.ts";
import { titleOf } from "../../checks/mod.ts";
import { TreeView } from "../../parts/mod.ts";
import { AnswerPane } from "./answer-pane.tsx";
import { ChangePane } from "./change-pane.tsx";
import { diagnosticsInputs } from "./diagnostics-inputs.ts";
import { diagnosticsReport } from "./diagnostics-report.ts";
import { checked, load } from "./diagnostics-results.ts";
import { FindingsPane } from "./findings-pane.tsx";
import { diagnosticsHeadline } from "./headline.ts";

export const diagnosticsLab: Lab = {
  firstPane: "decision",
  upperShare: 54,
  panes: [
    { id: "tree", region: "rail", label: "Tree", tab: "Files", grows: true, View: TreeView },
    { id: "change", region: "centre", label: "Change", tab: "Change", View: ChangePane },
    { id: "findings", region: "centre", label: "Findings", tab: "Findings", View: FindingsPane },
    { id: "decision", region: "side", label: "Answer", tab: "Answer", grows: true, View: AnswerPane },
  ],
  headline: diagnosticsHeadline,
  open: (bench) => checked.follow(bench),
  report: diagnosticsReport,
  commands: (bench) => [
    {
      title: "Take the change back: after is as before",
      run: () => diagnosticsInputs.set(bench, { edits: {} }),
    },
    ...(checked.answer.peek()?.missing.slice(0, 1) ?? []).map((name) => ({
      title: `Load what would check this file: ${titleOf(name)}`,
      run: () => void load(bench, name),
    })),
  ],
};
