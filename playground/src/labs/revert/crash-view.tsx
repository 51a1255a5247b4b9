import { useEffect } from "preact/hooks";
import type { Tone, Workbench } from "../../app/mod.ts";
import { describeEvent } from "../../document/mod.ts";
import type { Crash, CrashedFile, Snapshot } from "../../engine/operations/crash.ts";
import { revertInputs, setRevertInputs } from "./revert-inputs.ts";
import { crashResults, isCrashOpen } from "./revert-results.ts";

/** A process that dies at the k-th storage call: what is there then, and what the next start makes of it. */
export function CrashView({ bench }: { readonly bench: Workbench }) {
  useEffect(() => {
    isCrashOpen.value = true;
    return () => {
      isCrashOpen.value = false;
    };
  }, []);
  const { crash: what, crashAt } = revertInputs(bench);
  const { events, playhead } = bench.document.value;
  const here = events[playhead - 1];
  const result = crashResults.answer.value;
  return (
    <div class="words crash" data-testid="crash" data-state={crashResults.isSettled.value ? "settled" : "running"}>
      <fieldset class="opts">
        <legend class="sr">What is cut off</legend>
        <label class="tick">
          <input
            type="radio"
            name="crash"
            checked={what === "revert"}
            onChange={() => setRevertInputs(bench, { crash: "revert", crashAt: 1 })}
          />
          a forced revert of the open turn
        </label>
        <label class="tick">
          <input
            type="radio"
            name="crash"
            checked={what === "event"}
            onChange={() => setRevertInputs(bench, { crash: "event", crashAt: 1 })}
          />
          {here === undefined ? "the event at the playhead" : `event ${playhead}, ${describeEvent(here)}`}
        </label>
      </fieldset>
      {result === null ? (
        <p class="quiet">{crashResults.isSettled.value ? "There is nothing to cut off here." : "Running it."}</p>
      ) : (
        <CrashSlider bench={bench} result={result} at={Math.min(crashAt, Math.max(1, result.calls.length))} />
      )}
    </div>
  );
}

interface CrashSliderProps {
  readonly bench: Workbench;
  readonly result: Crash;
  readonly at: number;
}

function CrashSlider({ bench, result, at }: CrashSliderProps) {
  const { calls, died, after, recovered, removed } = result;
  const call = calls[at - 1];
  return (
    <>
      <label class="slide">
        <span>
          dies at storage call <b class="num">{at}</b> of {calls.length}
        </span>
        <input
          type="range"
          min={1}
          max={Math.max(1, calls.length)}
          value={at}
          data-testid="crash-at"
          aria-label="The storage call it dies at"
          onInput={({ currentTarget }) => setRevertInputs(bench, { crashAt: Number(currentTarget.value) })}
        />
      </label>
      {call !== undefined && (
        <p data-testid="crash-call">
          <code>{call.operation}</code> <code class="quiet">{call.path}</code>
        </p>
      )}
      <div class="crash-states" data-waiting={crashResults.isSettled.value ? undefined : ""}>
        {died === null ? (
          <p>It has no storage call to die at.</p>
        ) : (
          <State title="when it died" snapshot={died} id="died" />
        )}
        <State title="after the next start" snapshot={after} id="after" />
      </div>
      <p>
        {recovered.length === 0
          ? "No revert was cut off."
          : recovered.map(({ state }) => `The revert that was cut off is ${state.replace("_", " ")}.`).join(" ")}
        {removed.length === 0 ? "" : ` Temporary files removed: ${removed.length}.`}
      </p>
    </>
  );
}

const HOLDS: Readonly<Record<CrashedFile["holds"], readonly [Tone, string]>> = {
  before: ["none", "old bytes"],
  after: ["good", "new bytes"],
  both: ["none", "untouched"],
  neither: ["warn", "neither"],
};

function State({ title, snapshot, id }: { readonly title: string; readonly snapshot: Snapshot; readonly id: string }) {
  return (
    <section aria-label={title} data-testid={`crash-${id}`}>
      <h3>{title}</h3>
      <ul>
        {snapshot.files.map(({ path, holds }) => {
          const isTemporary = path.endsWith(".tmp");
          const [tone, word] = isTemporary ? (["none", "temporary"] as const) : HOLDS[holds];
          return (
            <li key={path}>
              <code class="cut">{isTemporary ? "…tmp" : path}</code>
              <span class="chip" data-tone={tone}>
                {word}
              </span>
            </li>
          );
        })}
      </ul>
      <p class="quiet">
        index:{" "}
        {snapshot.turns.length === 0
          ? "no turn"
          : snapshot.turns
              .map(
                ({ turn_id, kind, writes, state }) =>
                  `${kind === "revert" ? "revert" : turn_id} ${writes}${state === null ? "" : ` ${state}`}`,
              )
              .join(", ")}
      </p>
    </section>
  );
}
