import { PaneBar } from "../../parts/mod.ts";
import { failures, lawOf, type Row, rows, shown } from "./fuzz-state.ts";
import { number, rateOf } from "./live-view.tsx";

const WORDS = { waiting: "waits", running: "running", held: "held", refuted: "refuted", stopped: "stopped" } as const;
const TONES = { waiting: "none", running: "none", held: "good", refuted: "bad", stopped: "none" } as const;

/** Each law of the run on a line: what it came to, and on how many values. */
export function LawRows() {
  const held = rows.value.filter(({ state }) => state === "held").length;
  if (rows.value.length === 0) return null;
  return (
    <section aria-label="Laws of this run">
      <PaneBar title="Laws">
        <span class="grow" />
        <span class="quiet num">
          {held} of {rows.value.length} held
        </span>
      </PaneBar>
      <ul class="law-rows">
        {rows.value.map((row) => (
          <LawRow key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function LawRow({ row: { id, state, runs, ms, dark } }: { readonly row: Row }) {
  const law = lawOf(id);
  const rate = rateOf(runs, ms);
  const isWarning = state === "held" && dark.length > 0;
  return (
    <li data-tone={isWarning ? "warn" : TONES[state]} data-testid={`row-${id}`} data-state={state}>
      <code>{id}</code>
      <span class="cut" title={law?.doc}>
        {law?.title ?? ""}
      </span>
      {state === "refuted" ? (
        <button type="button" class="chip" onClick={() => showFailureOf(id)}>
          {WORDS[state]}
        </button>
      ) : (
        <span class="chip">{isWarning ? `held, ${dark.length} dark` : WORDS[state]}</span>
      )}
      <span class="num">
        {number(runs)} {runs === 1 ? "value" : "values"}
        {rate !== null && `, ${rate}/s`}
      </span>
    </li>
  );
}

function showFailureOf(id: string): void {
  const failure = failures.peek().findIndex((one) => one.id === id);
  const steps = failures.peek()[failure]?.steps.length ?? 0;
  if (failure >= 0) shown.value = { failure, step: Math.max(0, steps - 1) };
}
