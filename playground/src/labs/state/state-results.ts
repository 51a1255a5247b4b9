import { followQuestion, type Workbench } from "../../app/mod.ts";
import { SESSIONS, stateInputs } from "./state-inputs.ts";

function tree(bench: Workbench) {
  const { files, settings, events, playhead } = bench.document.value;
  return { document: { files, settings, events }, upTo: playhead };
}

/** The event at the playhead in the three modes. */
export const modeResults = followQuestion("modes", (bench) => {
  const { timesOnly } = stateInputs(bench);
  return { ...tree(bench), whatIf: timesOnly ? { timesOnly } : {} };
});

/** Two agents on the open file, from the state at the playhead. */
export const scheduleResults = followQuestion("schedules", (bench) => {
  const path = bench.path.value;
  if (path === null) return null;
  const { act, noLock, timesOnly } = stateInputs(bench);
  return { ...tree(bench), path, sessions: SESSIONS, act, whatIf: { noLock, timesOnly } };
});
