import type { Workbench } from "../../app/mod.ts";
import type { PlaygroundEvent } from "../../document/mod.ts";
import { AnswerJson, DecisionCard, type DecisionFact, Tabs } from "../../parts/mod.ts";
import { BlobsView } from "./blobs-view.tsx";
import { CrashView } from "./crash-view.tsx";
import { ForcePreview } from "./force-preview.tsx";
import { revertAtPlayhead, revertHeadline } from "./headline.ts";
import { forcing, revertEvent, turnResults, undoEvent } from "./revert-results.ts";
import { ShellNote } from "./shell-note.tsx";

/** The outcome, the ways to take a turn back, and what the store holds. */
export function RevertPane({ bench }: { readonly bench: Workbench }) {
  const headline = revertHeadline(bench);
  const turns = turnResults.answer.value;
  if (headline === null || turns === null) return <p class="loading">The engine is starting.</p>;
  const done = revertAtPlayhead(bench);
  const { isSettled } = turnResults;
  const plain = revertEvent(turns, {});
  const undo = undoEvent(turns);
  const run = (event: PlaygroundEvent | null) => {
    if (event === null) return;
    forcing.value = "closed";
    bench.append(event);
  };
  return (
    <>
      <ShellNote narrow />
      <div class="results">
        <DecisionCard headline={headline} facts={factsOf(bench)} outcome={outcomeOf(bench)} />
        <div class="opts">
          <button
            type="button"
            class="btn"
            data-testid="dry-run"
            disabled={plain === null || !isSettled.value}
            onClick={() => run(revertEvent(turns, { dry_run: true }))}
          >
            Dry run
          </button>
          <button
            type="button"
            class="btn main"
            data-testid="revert"
            disabled={plain === null || !isSettled.value}
            onClick={() => run(plain)}
          >
            Revert
          </button>
          <button
            type="button"
            class="btn"
            data-testid="force"
            aria-expanded={forcing.value === "preview"}
            disabled={plain === null || !isSettled.value}
            onClick={() => {
              forcing.value = forcing.value === "preview" ? "closed" : "preview";
            }}
          >
            Force…
          </button>
          <button
            type="button"
            class="btn"
            data-testid="undo-revert"
            disabled={undo === null || !isSettled.value}
            onClick={() => run(undo)}
          >
            Undo revert
          </button>
        </div>
        {forcing.value === "preview" && (
          <ForcePreview turns={turns} onForce={() => run(revertEvent(turns, { force: true }))} />
        )}
      </div>
      <Tabs
        label="Details"
        tabs={[
          {
            id: "json",
            title: "JSON",
            View: () =>
              done === null ? (
                <pre class="json" data-testid="dry-json">
                  <span class="glyph">What a dry run answers now{"\n"}</span>
                  {JSON.stringify(turns.dryRun, null, 1)}
                </pre>
              ) : (
                <AnswerJson answer={done} />
              ),
          },
          { id: "blobs", title: "Store", View: () => <BlobsView bench={bench} /> },
          { id: "crash", title: "Crash", View: () => <CrashView bench={bench} /> },
        ]}
      />
    </>
  );
}

function outcomeOf(bench: Workbench): string {
  const done = revertAtPlayhead(bench);
  if (done === null) return "plan";
  return done.result.success ? "success" : done.result.error_code;
}

function factsOf(bench: Workbench): DecisionFact[] {
  const done = revertAtPlayhead(bench);
  const detail = turnResults.answer.value?.detail;
  const data: Readonly<Record<string, unknown>> = { ...done?.result.data };
  const touched = Array.isArray(data.reverted) ? data.reverted.length : 0;
  return [
    { name: "status", value: done?.status ?? "not asked" },
    { name: "error_code", value: done === null || done.result.success ? "none" : done.result.error_code },
    { name: "forced", value: done?.arguments.force === true ? "yes" : "no" },
    { name: "open turn", value: detail?.turn_id ?? "none" },
    { name: "files", value: detail?.plan.length ?? 0 },
    { name: "touched", value: done === null ? "–" : touched },
  ];
}
