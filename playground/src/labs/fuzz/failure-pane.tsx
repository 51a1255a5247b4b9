import type { Workbench } from "../../app/mod.ts";
import type { ShownFailure } from "../../fuzz/mod.ts";
import { DecisionCard, Tabs } from "../../parts/mod.ts";
import { CaseView } from "./case-view.tsx";
import { copied } from "./copying.ts";
import { ExportView } from "./export-view.tsx";
import { failures, run, shown } from "./fuzz-state.ts";
import { fuzzHeadline } from "./headline.ts";
import { SavedView } from "./saved-view.tsx";

/** What speaks against a law: the case, how it became small, and the forms in which it goes elsewhere. */
export function FailurePane({ bench }: { readonly bench: Workbench }) {
  const failure = failures.value[shown.value.failure];
  return (
    <>
      <div class="results">
        <DecisionCard
          headline={fuzzHeadline()}
          facts={factsOf(failure)}
          outcome={failure === undefined ? run.value : "refuted"}
        />
      </div>
      {failures.value.length > 1 && <FailurePicker />}
      <Tabs
        label="Cases"
        tabs={[
          { id: "case", title: "Case", View: () => <CaseView bench={bench} failure={failure} /> },
          { id: "export", title: "Export", View: () => <ExportView failure={failure} /> },
          { id: "saved", title: "Saved", View: () => <SavedView /> },
        ]}
      />
      <p role="status" class="copied quiet">
        {copied.value}
      </p>
    </>
  );
}

function factsOf(failure: ShownFailure | undefined) {
  if (failure === undefined) return [];
  const { id, shrinks, mutant } = failure;
  return [
    { name: "law", value: id },
    { name: "made smaller", value: shrinks === 1 ? "once" : `${shrinks} times` },
    ...(mutant === null ? [] : [{ name: "fault put in", value: mutant }]),
  ];
}

function FailurePicker() {
  return (
    <label class="opt which">
      <span>{failures.value.length} laws were refuted</span>
      <select
        class="select"
        value={shown.value.failure}
        data-testid="which-failure"
        onChange={(event) => {
          const failure = Number(event.currentTarget.value);
          shown.value = { failure, step: Math.max(0, (failures.peek()[failure]?.steps.length ?? 1) - 1) };
        }}
      >
        {failures.value.map(({ id, title }, index) => (
          <option key={id} value={index}>
            {id}: {title}
          </option>
        ))}
      </select>
    </label>
  );
}
