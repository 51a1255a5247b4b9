import type { Lab } from "../../app/mod.ts";
import { CallsPane } from "./calls-pane.tsx";
import { wireHeadline } from "./headline.ts";
import { OutputPane } from "./output-pane.tsx";
import { SamplesPane } from "./samples-pane.tsx";
import { StreamPane } from "./stream-pane.tsx";
import { wireInputs } from "./wire-inputs.ts";
import { wireReport } from "./wire-report.ts";
import { readings } from "./wire-results.ts";

export const wireLab: Lab = {
  firstPane: "decision",
  // What is made of the text matters more than the text.
  upperShare: 34,
  panes: [
    { id: "samples", region: "rail", label: "Samples and tools", tab: "Samples", grows: true, View: SamplesPane },
    { id: "output", region: "centre", label: "Model output", tab: "Output", View: OutputPane },
    { id: "stream", region: "centre", label: "Stream", tab: "Stream", View: StreamPane },
    { id: "decision", region: "side", label: "Calls", tab: "Calls", grows: true, View: CallsPane },
  ],
  headline: wireHeadline,
  open: (bench) => readings.follow(bench),
  report: wireReport,
  commands: (bench) => [
    { title: "Let the whole message arrive", run: () => wireInputs.set(bench, { arrived: null }) },
    { title: "Back to the start of the stream", run: () => wireInputs.set(bench, { arrived: 0 }) },
    { title: "One character at a time", run: () => wireInputs.set(bench, { chunk: 1, arrived: null }) },
  ],
};
