import type { Lab } from "../../app/mod.ts";
import { RevertTreePane, StripPane } from "./frame-panes.tsx";
import { revertHeadline } from "./headline.ts";
import { PlanPane } from "./plan-pane.tsx";
import { RevertPane } from "./revert-pane.tsx";
import { revertReport } from "./revert-report.ts";
import { crashResults, forcing, revertEvent, turnResults, undoEvent } from "./revert-results.ts";
import { SidesPane } from "./sides-pane.tsx";
import { TurnsPane } from "./turns-pane.tsx";

export const revertLab: Lab = {
  firstPane: "outcome",
  panes: [
    { id: "tree", region: "rail", label: "Tree", View: RevertTreePane },
    { id: "turns-pane", region: "rail", label: "Turns", tab: "Turns", grows: true, View: TurnsPane },
    { id: "plan-pane", region: "centre", label: "Plan", tab: "Plan", View: PlanPane },
    { id: "sides", region: "centre", label: "Three contents", tab: "Contents", View: SidesPane },
    { id: "outcome", region: "side", label: "Revert", tab: "Revert", grows: true, View: RevertPane },
    { id: "timeline", region: "strip", label: "Timeline", tab: "Timeline", View: StripPane },
  ],
  headline: revertHeadline,
  open(bench) {
    const ends = [turnResults.follow(bench), crashResults.follow(bench)];
    return () => {
      for (const end of ends) end();
      forcing.value = "closed";
    };
  },
  apply(bench) {
    const event = revertEvent(turnResults.answer.peek(), {});
    if (event !== null) bench.append(event);
  },
  report: revertReport,
  commands: (bench) => [
    {
      title: "Revert the open turn",
      keys: "Ctrl Enter",
      run: () => {
        const event = revertEvent(turnResults.answer.peek(), {});
        if (event !== null) bench.append(event);
      },
    },
    {
      title: "Undo the newest revert",
      run: () => {
        const event = undoEvent(turnResults.answer.peek());
        if (event !== null) bench.append(event);
      },
    },
  ],
};
