import { useState } from "preact/hooks";
import type { Workbench } from "../../app/mod.ts";
import { EMPTY_DOCUMENT } from "../../document/mod.ts";
import type { ShownFailure } from "../../fuzz/mod.ts";
import { DecisionCard, PaneBar, Tabs } from "../../parts/mod.ts";
import { exportsOf, matchDocument } from "./exports.ts";
import { failures, replay, replaySaved, retried, run, shown } from "./fuzz-state.ts";
import { fuzzHeadline } from "./headline.ts";
import { dropCase, saveCase, savedCases } from "./saved-cases.ts";

/** What speaks against a law: the case, how it became small, and the forms in which it goes elsewhere. */
export function FailurePane({ bench }: { readonly bench: Workbench }) {
  const headline = fuzzHeadline();
  const { failure: at } = shown.value;
  const failure = failures.value[at];
  const outcome = failure === undefined ? run.value : "refuted";
  return (
    <>
      <div class="results">
        <DecisionCard headline={headline} facts={factsOf(failure)} outcome={outcome} />
      </div>
      {failures.value.length > 1 && (
        <label class="opt wide">
          <span>case</span>
          <select
            class="select"
            value={at}
            data-testid="which-failure"
            onChange={(event) => {
              const wanted = Number(event.currentTarget.value);
              shown.value = { failure: wanted, step: Math.max(0, (failures.peek()[wanted]?.steps.length ?? 1) - 1) };
            }}
          >
            {failures.value.map(({ id, title }, index) => (
              <option key={id} value={index}>
                {id}: {title}
              </option>
            ))}
          </select>
        </label>
      )}
      <Tabs
        label="Cases"
        tabs={[
          { id: "case", title: "Case", View: () => <CaseView bench={bench} failure={failure} /> },
          { id: "export", title: "Export", View: () => <ExportView failure={failure} /> },
          { id: "saved", title: "Saved", View: () => <SavedView /> },
        ]}
      />
    </>
  );
}

function factsOf(failure: ShownFailure | undefined) {
  if (failure === undefined) return [];
  return [
    { name: "law", value: failure.id },
    { name: "smaller in", value: `${failure.shrinks} steps` },
    { name: "key", value: <code data-testid="replay-key">{failure.key}</code> },
    ...(failure.mutant === null ? [] : [{ name: "fault put in", value: failure.mutant }]),
  ];
}

function CaseView({ bench, failure }: { readonly bench: Workbench; readonly failure: ShownFailure | undefined }) {
  if (failure === undefined) return <p class="empty">No case was found against a law.</p>;
  const { steps, counterexample, error, key, mutant } = failure;
  const { step } = shown.value;
  const walked = steps[step]?.value ?? counterexample;
  const isSmallest = step >= steps.length - 1;
  const opened = matchDocument(failure);
  const goTo = (wanted: number) => {
    shown.value = { ...shown.peek(), step: Math.min(steps.length - 1, Math.max(0, wanted)) };
  };
  return (
    <div class="fuzz-case">
      <div class="acts">
        <button type="button" class="btn" disabled={step <= 0} data-testid="step-back" onClick={() => goTo(step - 1)}>
          Larger
        </button>
        <span class="num" data-testid="shrink-place">
          {steps.length === 0 ? "as saved" : `${step + 1} of ${steps.length}`}
        </span>
        <button type="button" class="btn" disabled={isSmallest} data-testid="step-on" onClick={() => goTo(step + 1)}>
          Smaller
        </button>
        {opened !== null && mutant === null && (
          <button
            type="button"
            class="btn"
            data-testid="open-in-match"
            onClick={() => bench.openDocument({ ...EMPTY_DOCUMENT, ...opened })}
          >
            Open in the Match lab
          </button>
        )}
        {key !== null && (
          <button type="button" class="btn" data-testid="save-case" onClick={() => saveCase({ key, mutant, error })}>
            Save
          </button>
        )}
      </div>
      <p class="quiet">{isSmallest ? "The smallest case" : step === 0 ? "The case that was met" : "On the way"}</p>
      <pre class="json" data-testid="case-value">
        {JSON.stringify(walked, null, 1)}
      </pre>
      <h3>What was expected, and what was there</h3>
      <pre class="json" data-testid="case-error">
        {error}
      </pre>
      {opened !== null && mutant !== null && (
        <p class="quiet">The Match lab has no faults put in, so this case would hold there.</p>
      )}
    </div>
  );
}

function ExportView({ failure }: { readonly failure: ShownFailure | undefined }) {
  const [said, setSaid] = useState("");
  if (failure === undefined) return <p class="empty">There is nothing to take along yet.</p>;
  const copy = async (what: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(`${what} was copied.`);
    } catch {
      setSaid("The browser did not allow copying; select the text and copy it by hand.");
    }
  };
  const { key, mutant } = failure;
  const link =
    key === null ? null : `${location.origin}${location.pathname}#replay=${key}${mutant === null ? "" : `+${mutant}`}`;
  const texts = [...(link === null ? [] : [{ id: "link", title: "Link", text: link }]), ...exportsOf(failure)];
  return (
    <div class="exports">
      <p role="status" class="quiet">
        {said}
      </p>
      {texts.map(({ id, title, text }) => (
        <section key={id} aria-label={title}>
          <PaneBar title={title}>
            <span class="grow" />
            <button type="button" class="btn" onClick={() => void copy(title, text)}>
              Copy
            </button>
          </PaneBar>
          <pre class="json" data-testid={`export-${id}`}>
            {text}
          </pre>
        </section>
      ))}
    </div>
  );
}

function SavedView() {
  const cases = savedCases.value;
  if (cases.length === 0) return <p class="empty">Cases that you save stay in this browser, to be tried again.</p>;
  return (
    <div class="saved">
      <div class="acts">
        <button
          type="button"
          class="btn"
          data-testid="replay-saved"
          disabled={run.value === "running"}
          onClick={replaySaved}
        >
          Try all again
        </button>
      </div>
      <ul>
        {cases.map(({ key, mutant, error }) => {
          const state = retried.value.get(key);
          return (
            <li key={key} data-tone={state === "fixed" ? "good" : state === undefined ? "none" : "bad"}>
              <p class="law-head">
                <code>{key}</code>
                {state !== undefined && (
                  <span class="chip" data-testid={`saved-${key}`}>
                    {state.toUpperCase()}
                  </span>
                )}
              </p>
              <p class="soft">{error.split("\n")[0]}</p>
              <div class="acts">
                <button type="button" class="btn" onClick={() => replay(key, mutant)}>
                  Open
                </button>
                <button type="button" class="btn bare" onClick={() => dropCase(key)}>
                  Forget
                </button>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
