import type { Lab } from "../../app/mod.ts";
import { ActorsPane, StateTreePane } from "./actors-pane.tsx";
import { branchHere, toggleSkip } from "./branches.ts";
import { StateDecisionPane } from "./decision-pane.tsx";
import { stateHeadline } from "./headline.ts";
import { ModesPane } from "./modes-pane.tsx";
import { setStateInputs } from "./state-inputs.ts";
import { stateReport } from "./state-report.ts";
import { modeResults, scheduleResults } from "./state-results.ts";
import { StateTimelinePane } from "./timeline-pane.tsx";

export const stateLab: Lab = {
  firstPane: "outcome",
  panes: [
    { id: "tree", region: "rail", label: "Tree", tab: "Files", View: StateTreePane },
    { id: "actors", region: "rail", label: "Actors", tab: "Actors", grows: true, View: ActorsPane },
    { id: "timeline", region: "centre", label: "Timeline", tab: "Timeline", View: StateTimelinePane },
    { id: "modes", region: "centre", label: "Modes", tab: "Modes", View: ModesPane },
    { id: "outcome", region: "side", label: "Decision", tab: "Decision", grows: true, View: StateDecisionPane },
  ],
  headline: stateHeadline,
  open(bench) {
    const ends = [modeResults.follow(bench), scheduleResults.follow(bench)];
    return () => {
      for (const end of ends) end();
    };
  },
  report: stateReport,
  commands: (bench) => [
    { title: "Skip the event, or put it back", run: () => toggleSkip(bench) },
    { title: "Branch here", run: () => branchHere(bench) },
    {
      title: "Switch all what-if rules off",
      run: () => setStateInputs(bench, { timesOnly: false, noLock: false }),
    },
  ],
};
