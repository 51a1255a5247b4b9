import type { Workbench } from "../../app/mod.ts";
import { type PlaygroundEvent, READ_GATES, READ_MODES } from "../../document/mod.ts";
import { PaneBar, TreeView } from "../../parts/mod.ts";
import {
  editEvent,
  formatted,
  humanWrite,
  pathOf,
  readEvent,
  renameEvent,
  slyWrite,
  writeEvent,
} from "./actor-events.ts";
import { happen } from "./branches.ts";
import { SESSIONS, setStateInputs, stateInputs, turnOf } from "./state-inputs.ts";

export function StateTreePane({ bench }: { readonly bench: Workbench }) {
  return <TreeView bench={bench} session={stateInputs(bench).observer} />;
}

/** Whoever can touch a file, each with what it can do to the open one. */
export function ActorsPane({ bench }: { readonly bench: Workbench }) {
  const asked = stateInputs(bench);
  const path = bench.path.value;
  const hasFile = bench.file.value !== null;
  const does = (title: string, event: () => PlaygroundEvent, id: string, needsFile = true) => (
    <button
      key={id}
      type="button"
      class="btn"
      data-testid={id}
      disabled={needsFile && !hasFile}
      onClick={() => happen(bench, event())}
    >
      {title}
    </button>
  );
  return (
    <>
      <PaneBar title="Actors">
        <span class="grow" />
        <span class="quiet cut">on {path ?? "no file"}</span>
      </PaneBar>
      <div class="scroll actors" tabIndex={0} role="region" aria-label="Actors">
        {SESSIONS.map((session) => (
          <section key={session}>
            <h3>
              <span class="who">{session}</span> Agent {session}
              <span class="quiet">turn {turnOf(asked, session)}</span>
            </h3>
            <p class="acts">
              {does("Read", () => readEvent(bench, session, false), `${session}-read`)}
              {does("Read part", () => readEvent(bench, session, true), `${session}-part`)}
              {does("Edit", () => editEvent(bench, session), `${session}-edit`, false)}
              {does("Write", () => writeEvent(bench, session), `${session}-write`, false)}
              <button
                type="button"
                class="btn"
                onClick={() =>
                  setStateInputs(bench, { turns: { ...asked.turns, [session]: (asked.turns[session] ?? 1) + 1 } })
                }
              >
                New turn
              </button>
            </p>
          </section>
        ))}
        <section>
          <h3>
            <span class="who">H</span> Human
          </h3>
          <p class="acts">
            {does("Write", () => humanWrite(bench), "human-write")}
            {does("Same size, time", () => slyWrite(bench), "human-sly")}
            {does("Touch", () => ({ type: "touch", path: pathOf(bench) }), "human-touch")}
            {does("Rename", () => renameEvent(bench), "human-rename")}
            {does("Delete", () => ({ type: "delete", path: pathOf(bench) }), "human-delete")}
          </p>
        </section>
        <section>
          <h3>
            <span class="who">F</span> Formatter
          </h3>
          <p class="acts">
            {does("Reindent", () => formatted(bench, "reindent"), "reindent")}
            {does("To CRLF", () => formatted(bench, "crlf"), "crlf")}
          </p>
        </section>
        <section>
          <h3>
            <span class="who">$</span> Shell of agent A
          </h3>
          <p class="acts">
            <input
              class="field wide"
              value={asked.command}
              aria-label="Shell command"
              onChange={({ currentTarget }) => setStateInputs(bench, { command: currentTarget.value })}
            />
            {does("Run", () => ({ type: "shell", session: "A", command: asked.command }), "shell", false)}
            {does("Restart the server", () => ({ type: "crash" }), "restart", false)}
          </p>
        </section>
        <Rules bench={bench} />
      </div>
    </>
  );
}

function Rules({ bench }: { readonly bench: Workbench }) {
  const { settings } = bench.document.value;
  return (
    <section>
      <h3>Rules of the server</h3>
      <label class="rule">
        <code>read_before_edit</code>
        <select
          class="select"
          value={settings.read_before_edit}
          onChange={({ currentTarget: { value } }) => {
            const mode = READ_MODES.find((one) => one === value);
            if (mode !== undefined) bench.change({ settings: { ...settings, read_before_edit: mode } });
          }}
        >
          {READ_MODES.map((mode) => (
            <option key={mode}>{mode}</option>
          ))}
        </select>
      </label>
      <label class="rule">
        <code>read_gate</code>
        <select
          class="select"
          value={settings.read_gate}
          onChange={({ currentTarget: { value } }) => {
            const gate = READ_GATES.find((one) => one === value);
            if (gate !== undefined) bench.change({ settings: { ...settings, read_gate: gate } });
          }}
        >
          {READ_GATES.map((gate) => (
            <option key={gate}>{gate}</option>
          ))}
        </select>
      </label>
      <label class="tick">
        <input
          type="checkbox"
          checked={stateInputs(bench).withRevision}
          onChange={({ currentTarget }) => setStateInputs(bench, { withRevision: currentTarget.checked })}
        />
        agents send the revision they saw
      </label>
    </section>
  );
}
