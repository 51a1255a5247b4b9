import type { Workbench } from "../../app/mod.ts";
import type { CheckedChange } from "../../checks/mod.ts";
import { DecisionCard, type DecisionFact, Tabs } from "../../parts/mod.ts";
import { checked } from "./diagnostics-results.ts";
import { diagnosticsHeadline } from "./headline.ts";
import { LoadButton, ModuleList } from "./module-list.tsx";

/** The outcome, the key that the answer to the write would hold, and the checkers that a page can have. */
export function AnswerPane({ bench }: { readonly bench: Workbench }) {
  const headline = diagnosticsHeadline(bench);
  const result = checked.answer.value;
  return (
    <>
      <div class="results">
        <DecisionCard headline={headline} facts={factsOf(result)} outcome={outcomeOf(result)} />
        {result !== null && result.missing.length > 0 && (
          <div class="offer" data-testid="offer">
            <p>
              {result.outcome.kind === "unchecked"
                ? "A checker for it is not loaded."
                : "Another checker would be asked first, and is not loaded."}
            </p>
            <span class="acts">
              {result.missing.map((name) => (
                <LoadButton key={name} bench={bench} name={name} />
              ))}
            </span>
          </div>
        )}
      </div>
      <Tabs
        label="Details"
        tabs={[
          { id: "json", title: "JSON", View: () => <BlockJson result={result} /> },
          { id: "modules", title: "Checkers", View: () => <ModuleList bench={bench} result={result} /> },
        ]}
      />
    </>
  );
}

function outcomeOf(result: CheckedChange | null): string {
  if (result === null) return "none";
  const { outcome } = result;
  if (outcome.kind === "unchecked") return outcome.reason;
  return outcome.block.new_count === 0 ? "nothing_new" : "new";
}

function factsOf(result: CheckedChange | null): DecisionFact[] {
  if (result === null) return [];
  const { outcome, before, after, tookMs } = result;
  const isChecked = outcome.kind === "checked";
  return [
    { name: "diagnostics", value: isChecked ? "in the answer" : "no key" },
    { name: "checker", value: isChecked ? outcome.block.checker : "none" },
    { name: "new_count", value: isChecked ? outcome.block.new_count : "–" },
    { name: "before", value: before === null ? "not checked" : before.length },
    { name: "after", value: after === null ? "not checked" : after.length },
    { name: "took", value: isChecked ? `${tookMs.toFixed(1)} ms` : "–" },
  ];
}

function BlockJson({ result }: { readonly result: CheckedChange | null }) {
  if (result === null) return <p class="empty">No file is open.</p>;
  const { outcome } = result;
  return (
    <pre class="json" data-testid="block-json">
      <span class="glyph">In the answer to the write{"\n"}</span>
      {outcome.kind === "checked" ? (
        <b>{`"diagnostics": ${JSON.stringify(outcome.block, null, 1)}`}</b>
      ) : (
        <span class="glyph">(no key "diagnostics")</span>
      )}
    </pre>
  );
}
