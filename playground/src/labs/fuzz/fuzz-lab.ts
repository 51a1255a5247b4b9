import { effect } from "@preact/signals";
import type { Lab } from "../../app/mod.ts";
import { FailurePane } from "./failure-pane.tsx";
import { fuzzReport } from "./fuzz-report.ts";
import { replay, start as startRun, stop } from "./fuzz-state.ts";
import { fuzzHeadline } from "./headline.ts";
import { LawsPane } from "./laws-pane.tsx";
import { RunPane } from "./run-pane.tsx";
import { loadCases } from "./saved-cases.ts";

export const fuzzLab: Lab = {
  firstPane: "run",
  panes: [
    { id: "laws", region: "rail", label: "Laws", tab: "Laws", grows: true, View: LawsPane },
    { id: "run", region: "centre", label: "Run", tab: "Run", grows: true, View: RunPane },
    { id: "failure", region: "side", label: "Case", tab: "Case", grows: true, View: FailurePane },
  ],
  headline: fuzzHeadline,
  open(bench) {
    void loadCases();
    return effect(() => {
      const wanted = bench.replay.value;
      if (wanted === null) return;
      bench.replay.value = null;
      const [key = "", mutant] = wanted.split("+");
      replay(key, mutant ?? null);
    });
  },
  apply: startRun,
  report: fuzzReport,
  commands: (bench) => [
    { title: "Start the run", run: () => startRun(bench) },
    { title: "Stop the run", run: stop },
  ],
};
