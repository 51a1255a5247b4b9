import { decodeText } from "../../../../runtime/text/mod.ts";
import type { Workbench } from "../../app/mod.ts";
import { diffRows } from "../../engine/diff-rows.ts";
import { AnswerJson, DecisionCard, type DecisionFact, DiffView, Tabs, VerdictMark } from "../../parts/mod.ts";
import { CompareTable } from "./compare-table.tsx";
import { type Focus, focusOf } from "./focus.ts";
import { stateHeadline } from "./headline.ts";
import { ScheduleList } from "./schedule-list.tsx";
import { setStateInputs, stateInputs, turnOf } from "./state-inputs.ts";

/** What happened at the playhead, the look that decided it, and every order in which two agents could have met. */
export function StateDecisionPane({ bench }: { readonly bench: Workbench }) {
  const headline = stateHeadline(bench);
  const focus = focusOf(bench);
  if (headline === null || focus === null) return <p class="loading">The engine is starting.</p>;
  const { answer } = focus.frame;
  return (
    <>
      <div class="results">
        <DecisionCard headline={headline} facts={factsOf(bench, focus)} outcome={outcomeOf(focus)} />
      </div>
      <Tabs
        label="Details"
        tabs={[
          { id: "look", title: "Look", View: () => <CompareTable focus={focus} /> },
          { id: "schedules", title: "Schedules", View: () => <ScheduleList bench={bench} /> },
          { id: "change", title: "Change", View: () => <ChangeView bench={bench} focus={focus} /> },
          {
            id: "json",
            title: "JSON",
            View: () =>
              answer === null ? <p class="empty">No tool was called here.</p> : <AnswerJson answer={answer} />,
          },
        ]}
      />
      <WhatIfSwitches bench={bench} />
    </>
  );
}

function factsOf(bench: Workbench, { frame, seen, path, session, event }: Focus): DecisionFact[] {
  const { settings } = bench.document.value;
  const verdict = path === null ? undefined : seen[path]?.verdict;
  const { answer } = frame;
  const turn =
    event !== null && "turn" in event && event.turn !== undefined ? event.turn : turnOf(stateInputs(bench), session);
  return [
    { name: "mode", value: settings.read_before_edit },
    { name: "status", value: answer?.status ?? "none" },
    { name: "verdict", value: verdict === undefined ? "no look" : <VerdictMark verdict={verdict} withWord /> },
    { name: "session", value: session },
    { name: "turn", value: turn },
    { name: "read_gate", value: settings.read_gate },
  ];
}

function outcomeOf({ frame: { answer } }: Focus): string {
  if (answer === null) return "none";
  return answer.result.success ? "success" : answer.result.error_code;
}

/** What the event did to the file. */
function ChangeView({ bench, focus }: { readonly bench: Workbench; readonly focus: Focus }) {
  const { path, at } = focus;
  if (path === null || at === 0) return <p class="empty">Nothing has happened yet.</p>;
  const text = (playhead: number) => {
    const bytes = bench.contentAt(path, playhead);
    const decoded = bytes === null ? null : decodeText(bytes);
    return decoded?.kind === "text" ? decoded.text : "";
  };
  const rows = diffRows(text(at - 1), text(at), path);
  return rows.length === 0 ? <p class="empty">No byte of {path} changed.</p> : <DiffView rows={rows} />;
}

function WhatIfSwitches({ bench }: { readonly bench: Workbench }) {
  const { timesOnly, noLock } = stateInputs(bench);
  return (
    <div class="whatif" data-testid="what-if" role="group" aria-label="What if, not what the server does">
      <b>What if</b>
      <span class="soft">not what the server does</span>
      <label class="tick">
        <input
          type="checkbox"
          checked={timesOnly}
          onChange={({ currentTarget }) => setStateInputs(bench, { timesOnly: currentTarget.checked })}
        />
        timestamps only
      </label>
      <label class="tick">
        <input
          type="checkbox"
          checked={noLock}
          onChange={({ currentTarget }) => setStateInputs(bench, { noLock: currentTarget.checked })}
        />
        no lock
      </label>
    </div>
  );
}
