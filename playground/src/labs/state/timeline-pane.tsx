import type { Workbench } from "../../app/mod.ts";
import { PaneBar, TimelineView } from "../../parts/mod.ts";
import { branchHere, openBranch, toggleSkip } from "./branches.ts";
import { ObservationTable } from "./observation-table.tsx";
import { SESSIONS, setStateInputs, stateInputs } from "./state-inputs.ts";

/** Time: events, verdicts, branches, and what one session has seen at the playhead. */
export function StateTimelinePane({ bench }: { readonly bench: Workbench }) {
  const { observer, branches } = stateInputs(bench);
  const { events, playhead } = bench.document.value;
  const here = events[playhead - 1];
  return (
    <>
      <PaneBar title="Timeline">
        <span class="seg" role="group" aria-label="Whose verdicts">
          {SESSIONS.map((session) => (
            <button
              key={session}
              type="button"
              class="btn bare"
              aria-pressed={session === observer}
              data-testid={`observer-${session}`}
              onClick={() => setStateInputs(bench, { observer: session })}
            >
              <span>
                <span class="hide-narrow">as </span>agent {session}
              </span>
            </button>
          ))}
        </span>
        <span class="grow" />
        <button
          type="button"
          class="btn bare"
          disabled={here === undefined}
          data-testid="skip"
          onClick={() => toggleSkip(bench)}
        >
          <span>
            {here?.skipped ? "Put back" : "Skip"}
            <span class="hide-narrow"> event</span>
          </span>
        </button>
        <button
          type="button"
          class="btn bare"
          disabled={playhead === events.length}
          data-testid="branch"
          onClick={() => branchHere(bench)}
        >
          <span>
            Branch<span class="hide-narrow"> here</span>
          </span>
        </button>
      </PaneBar>
      <TimelineView bench={bench} session={observer} />
      <div class="scrub">
        <input
          type="range"
          min={0}
          max={events.length}
          value={playhead}
          aria-label="Playhead"
          aria-valuetext={`event ${playhead} of ${events.length}`}
          data-testid="scrub"
          disabled={events.length === 0}
          onInput={({ currentTarget }) => bench.moveTo(Number(currentTarget.value))}
        />
        {branches.length > 0 && (
          <div class="branches" data-testid="branches">
            <span class="quiet">Branches left</span>
            {branches.map(({ title }, index) => (
              <button key={`${index}-${title}`} type="button" class="btn" onClick={() => openBranch(bench, index)}>
                <span class="cut">{title}</span>
              </button>
            ))}
          </div>
        )}
      </div>
      <ObservationTable bench={bench} />
    </>
  );
}
