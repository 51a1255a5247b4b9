import type { Workbench } from "../../app/mod.ts";
import {
  AnswerJson,
  BytesView,
  DecisionCard,
  type DecisionFact,
  DiffView,
  Icon,
  Tabs,
  TraceList,
  VerdictMark,
} from "../../parts/mod.ts";
import { ExplainView } from "./explain-view.tsx";
import { matchHeadline } from "./headline.ts";
import { matchInputs } from "./match-inputs.ts";
import { PlaceList } from "./place-list.tsx";
import { type Shown, shown } from "./shown.ts";

export function DecisionPane({ bench }: { readonly bench: Workbench }) {
  const headline = matchHeadline(bench);
  const now = shown(bench);
  if (headline === null || now === null) return <p class="loading">The engine is starting.</p>;
  const { edit, isWhatIf } = now;
  const outcome = edit === null || edit.errorCode === null ? "placed" : edit.errorCode;
  const answer = now.applied ?? now.answer;
  return (
    <>
      <div class="scroll results" tabIndex={0} role="region" aria-label="Decision and trace">
        <DecisionCard headline={headline} facts={factsOf(bench, now)} whatIf={isWhatIf} outcome={outcome} />
        {edit !== null && <TraceList rows={edit.rows} />}
        {edit !== null && <PlaceList bench={bench} edit={edit} />}
      </div>
      <Tabs
        label="Result"
        aside={
          edit?.onlySpans === true ? (
            <span class="chip" data-tone="good" data-testid="byte-badge" data-state="only-spans">
              <Icon name="tick" />
              only this span<span class="only-wide"> changed</span>
            </span>
          ) : null
        }
        tabs={[
          {
            id: "diff",
            title: "Diff",
            View: () =>
              edit === null || edit.diff.length === 0 ? (
                <p class="empty">Nothing changes: there is no diff.</p>
              ) : (
                <DiffView rows={edit.diff} />
              ),
          },
          { id: "json", title: "JSON", View: () => <AnswerJson answer={answer} /> },
          { id: "explain", title: "Explain", View: () => <ExplainView shown={now} /> },
          {
            id: "bytes",
            title: "Bytes",
            View: () => <BytesView bytes={bench.file.value?.bytes ?? new Uint8Array()} />,
          },
        ]}
      />
    </>
  );
}

function factsOf(bench: Workbench, { answer: tried, edit, isWhatIf, applied }: Shown): DecisionFact[] {
  const answer = applied ?? tried;
  const path = bench.path.value ?? "";
  const verdict = bench.frame.value?.seen[matchInputs(bench).session]?.[path]?.verdict;
  const { result } = answer;
  return [
    { name: "status", value: isWhatIf ? "none" : answer.status },
    { name: "error_code", value: isWhatIf ? (edit?.errorCode ?? "none") : result.success ? "none" : result.error_code },
    { name: "requires_review", value: edit?.requiresReview ? "yes" : "no" },
    { name: "places", value: edit?.rows.findLast(({ candidates }) => candidates > 0)?.candidates ?? 0 },
    { name: "read first", value: verdict === undefined ? "no session" : <VerdictMark verdict={verdict} withWord /> },
    { name: "sent as", value: isWhatIf ? "nothing" : applied === null ? "dry_run" : "a call" },
  ];
}
