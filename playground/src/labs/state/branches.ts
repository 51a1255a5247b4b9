import type { Workbench } from "../../app/mod.ts";
import { describeEvent, type PlaygroundEvent } from "../../document/mod.ts";
import { setStateInputs, stateInputs } from "./state-inputs.ts";

/** As many as a link can carry with ease. */
const KEPT = 8;

/** Puts an event behind the playhead. Events that were behind it are kept as a branch, so that nothing is lost by trying. */
export function happen(bench: Workbench, event: PlaygroundEvent): void {
  const { events, playhead } = bench.document.peek();
  if (playhead < events.length) keepBranch(bench);
  bench.append(event);
}

/** Keeps the whole list as a branch and cuts what is behind the playhead. */
export function branchHere(bench: Workbench): void {
  keepBranch(bench);
  const { events, playhead } = bench.document.peek();
  bench.change({ events: events.slice(0, playhead) });
}

/** Changes over to a branch; the list that was open takes its place. */
export function openBranch(bench: Workbench, at: number): void {
  const { branches } = stateInputs(bench);
  const { events } = bench.document.peek();
  const chosen = branches[at];
  if (chosen === undefined) return;
  const rest = branches.filter((_, index) => index !== at);
  setStateInputs(bench, { branches: [...rest, { title: titleOf(events), events }] });
  bench.change({ events: chosen.events, playhead: chosen.events.length });
}

/** Takes the event at the playhead out of the fold, or back in. */
export function toggleSkip(bench: Workbench): void {
  const { events, playhead } = bench.document.peek();
  const event = events[playhead - 1];
  if (event === undefined) return;
  const { skipped, ...rest } = event;
  const toggled: PlaygroundEvent = skipped ? rest : { ...rest, skipped: true };
  bench.change({ events: events.map((one, index) => (index === playhead - 1 ? toggled : one)) });
}

function keepBranch(bench: Workbench): void {
  const { events } = bench.document.peek();
  const { branches } = stateInputs(bench);
  const isKept = branches.some((branch) => JSON.stringify(branch.events) === JSON.stringify(events));
  if (isKept) return;
  setStateInputs(bench, { branches: [...branches, { title: titleOf(events), events }].slice(-KEPT) });
}

function titleOf(events: readonly PlaygroundEvent[]): string {
  const last = events.at(-1);
  return last === undefined ? "no events" : `${events.length} events, last: ${describeEvent(last)}`.slice(0, 80);
}
