import type { Workbench } from "../../app/mod.ts";
import { PaneBar } from "../../parts/mod.ts";
import { fuzzInputs } from "./fuzz-inputs.ts";
import { rows, run, seed, start, stop } from "./fuzz-state.ts";
import { LawRows } from "./law-rows.tsx";
import { LiveView } from "./live-view.tsx";
import { OutcomeBars } from "./outcome-bars.tsx";
import { RunControls } from "./run-controls.tsx";
import { WitnessLights } from "./witness-lights.tsx";

/** What is tried, how far it is, and what the values came to. */
export function RunPane({ bench }: { readonly bench: Workbench }) {
  const { ids } = fuzzInputs.of(bench);
  const isRunning = run.value === "running";
  return (
    <>
      <PaneBar title="Run">
        <span class="quiet num" data-testid="fuzz-seed">
          {seed.value === null ? "" : `seed ${seed.value}`}
        </span>
        <span class="grow" />
        {isRunning ? (
          <button type="button" class="btn" data-testid="fuzz-stop" onClick={stop}>
            Stop
          </button>
        ) : (
          <button
            type="button"
            class="btn main"
            data-testid="fuzz-start"
            disabled={ids.length === 0}
            onClick={() => start(bench)}
          >
            Start
          </button>
        )}
      </PaneBar>
      <RunControls bench={bench} />
      <div
        class="scroll grow"
        data-testid="fuzz-run"
        data-state={run.value}
        tabIndex={0}
        role="region"
        aria-label="Results"
      >
        {rows.value.length === 0 ? (
          <p class="empty">{waitingWords(ids.length)}</p>
        ) : (
          <>
            <LiveView />
            <LawRows />
            <OutcomeBars />
            <WitnessLights />
          </>
        )}
      </div>
    </>
  );
}

function waitingWords(chosen: number): string {
  if (run.value === "running") return "The saved cases are tried again.";
  if (chosen === 0) return "Choose a law first.";
  const laws = chosen === 1 ? "1 law is" : `${chosen} laws are`;
  return `${laws} chosen. Start tries each on random values until one speaks against it, and makes that one small.`;
}
