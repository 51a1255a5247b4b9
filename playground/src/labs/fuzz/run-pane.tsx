import type { Workbench } from "../../app/mod.ts";
import { PaneBar } from "../../parts/mod.ts";
import { fuzzInputs, MOST_RUNS, MOST_SECONDS, MOST_SEED } from "./fuzz-inputs.ts";
import { families, lawOf, type Row, rows, run, seed, start, stop } from "./fuzz-state.ts";

/** How long, from which seed and with which fault; and how far each law is. */
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
      <Controls bench={bench} />
      <div class="scroll grow" data-testid="fuzz-run" data-state={run.value}>
        {rows.value.length === 0 ? (
          <p class="empty">
            {ids.length === 0 ? "Choose a law first." : `${ids.length === 1 ? "1 law" : `${ids.length} laws`} to try.`}
          </p>
        ) : (
          <ul class="law-rows">
            {rows.value.map((row) => (
              <LawRow key={row.id} row={row} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function Controls({ bench }: { readonly bench: Workbench }) {
  const { runs, seconds, seed: given, mutant } = fuzzInputs.of(bench);
  const bySeconds = seconds !== null;
  const mutants = [...families.value.values()].flatMap((family) => family.mutants);
  const withMutant = (id: string) => {
    const found = mutants.find((one) => one.id === id);
    fuzzInputs.set(bench, found === undefined ? { mutant: null } : { mutant: found.id, ids: [found.killedBy] });
  };
  return (
    <div class="opts fuzz-opts">
      <label class="opt">
        <span>{bySeconds ? "seconds" : "values each"}</span>
        <input
          class="field"
          type="number"
          min={1}
          max={bySeconds ? MOST_SECONDS : MOST_RUNS}
          value={bySeconds ? seconds : runs}
          data-testid="fuzz-effort"
          onChange={(event) => {
            const most = bySeconds ? MOST_SECONDS : MOST_RUNS;
            const wanted = Math.min(most, Math.max(1, Math.trunc(event.currentTarget.valueAsNumber) || 1));
            fuzzInputs.set(bench, bySeconds ? { seconds: wanted } : { runs: wanted });
          }}
        />
      </label>
      <label class="tick">
        <input
          type="checkbox"
          checked={bySeconds}
          data-testid="by-seconds"
          onChange={(event) => fuzzInputs.set(bench, { seconds: event.currentTarget.checked ? 10 : null })}
        />
        by time
      </label>
      <label class="opt">
        <span>seed</span>
        <input
          class="field"
          type="number"
          min={0}
          max={MOST_SEED}
          placeholder="random"
          value={given ?? ""}
          data-testid="fuzz-seed-input"
          onChange={(event) => {
            const wanted = Math.trunc(event.currentTarget.valueAsNumber);
            const isSeed = Number.isInteger(wanted) && wanted >= 0 && wanted <= MOST_SEED;
            fuzzInputs.set(bench, { seed: isSeed ? wanted : null });
          }}
        />
      </label>
      <label class="opt wide">
        <span>fault put in</span>
        <select
          class="select"
          data-testid="fuzz-mutant"
          value={mutant ?? ""}
          onChange={(event) => withMutant(event.currentTarget.value)}
        >
          <option value="">none: the product as it is</option>
          {mutants.map(({ id, title, killedBy }) => (
            <option key={id} value={id}>
              {killedBy}: {title}
            </option>
          ))}
        </select>
      </label>
      {mutant !== null && <p class="whatif">With this fault in it, it is not the product.</p>}
    </div>
  );
}

const STATES = { waiting: "waits", running: "running", held: "held", refuted: "refuted" } as const;
const TONES = { waiting: "none", running: "none", held: "good", refuted: "bad" } as const;

function LawRow({ row }: { readonly row: Row }) {
  const { id, state, runs, ms, outcomes, dark } = row;
  const law = lawOf(id);
  const total = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return (
    <li data-tone={TONES[state]} data-testid={`row-${id}`} data-state={state}>
      <p class="law-head">
        <code>{id}</code>
        <span class="chip">{STATES[state]}</span>
        <span class="num quiet">
          {runs.toLocaleString("en")} values
          {ms > 0 && `, ${Math.round((runs * 1000) / ms).toLocaleString("en")} a second`}
        </span>
      </p>
      {law !== undefined && <p class="soft">{law.title}.</p>}
      {total > 0 && (
        <ul class="outcomes">
          {Object.entries(outcomes)
            .sort(([, a], [, b]) => b - a)
            .slice(0, 12)
            .map(([name, count]) => (
              <li key={name}>
                <span>{name}</span>
                <meter min={0} max={total} value={count} aria-label={`${name}: ${count} of ${total}`} />
                <span class="num">{count.toLocaleString("en")}</span>
              </li>
            ))}
        </ul>
      )}
      {law !== undefined && law.witnesses.length > 0 && total > 0 && (
        <p class="witnesses">
          {law.witnesses.map((name) => (
            <span key={name} class="chip" data-lit={outcomes[name] === undefined ? undefined : ""}>
              {outcomes[name] === undefined ? "not met" : "met"}: {name}
            </span>
          ))}
        </p>
      )}
      {dark.length > 0 && <p class="told-odd">No value was: {dark.join(", ")}. More values may meet it.</p>}
    </li>
  );
}
