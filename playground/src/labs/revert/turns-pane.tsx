import type { Workbench } from "../../app/mod.ts";
import { PaneBar } from "../../parts/mod.ts";
import { revertInputs, setRevertInputs } from "./revert-inputs.ts";
import { turnResults } from "./revert-results.ts";
import { ShellNote } from "./shell-note.tsx";

/** The turns that the store knows at the playhead, newest first, and what is never covered. */
export function TurnsPane({ bench }: { readonly bench: Workbench }) {
  const result = turnResults.answer.value;
  const open = revertInputs(bench).turn ?? result?.detail?.turn_id;
  return (
    <>
      <PaneBar title="Turns">
        <span class="grow" />
        <span class="quiet">newest first</span>
      </PaneBar>
      <ShellNote narrow />
      <div class="scroll grow" tabIndex={0} role="region" aria-label="Turns">
        {result !== null && result.turns.length === 0 && (
          <p class="empty">The store is empty at this point of time. Step on, or let an agent write.</p>
        )}
        <ul class="turns" data-testid="turns">
          {result?.turns.map(({ turn_id, kind, reverts, state, session_id, writes, files, started_at }) => (
            <li key={turn_id}>
              <button
                type="button"
                aria-current={turn_id === open ? "true" : undefined}
                data-testid={`turn-${turn_id}`}
                data-state={kind}
                onClick={() => setRevertInputs(bench, { turn: turn_id, path: null })}
              >
                <b class="cut">{kind === "revert" ? `took back ${reverts}` : turn_id}</b>
                <span class="chip">{kind}</span>
                <span class="quiet">
                  agent {session_id}, {writes === 1 ? "1 write" : `${writes} writes`}
                  {writes === files ? "" : ` to ${files === 1 ? "1 file" : `${files} files`}`}
                  {state === null ? "" : `, ${state}`}
                </span>
                <span class="quiet mono">{started_at.slice(11, 16)}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
