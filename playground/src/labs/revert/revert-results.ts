import { signal } from "@preact/signals";
import { followQuestion, type Workbench } from "../../app/mod.ts";
import type { PlaygroundEvent } from "../../document/mod.ts";
import type { Sides, Turns } from "../../engine/operations/turns.ts";
import { revertInputs } from "./revert-inputs.ts";

export const turnResults = followQuestion("turns", (bench) => {
  const { files, settings, events, playhead } = bench.document.value;
  return { document: { files, settings, events }, upTo: playhead, turn: revertInputs(bench).turn };
});

/** The crash tab is open: only then are its runs made. */
export const isCrashOpen = signal(false);

export const crashResults = followQuestion("crash", (bench) => {
  if (!isCrashOpen.value) return null;
  const { files, settings, events, playhead } = bench.document.value;
  const { crash, crashAt } = revertInputs(bench);
  const document = { files, settings, events };
  if (crash === "event") {
    const event = events[playhead - 1];
    return event === undefined ? null : { document, upTo: playhead - 1, event, at: crashAt };
  }
  const event = revertEvent(turnResults.answer.value, { force: true });
  return event === null ? null : { document, upTo: playhead, event, at: crashAt };
});

/** Whether the panel stands that shows what force overwrites. */
export const forcing = signal<"closed" | "preview">("closed");

export interface RevertArguments {
  readonly force?: true;
  readonly dry_run?: true;
}

/** The revert of the open turn, as the session that wrote it would call it; `null` when no turn is open. */
export function revertEvent(turns: Turns | null, args: RevertArguments): PlaygroundEvent | null {
  const detail = turns?.detail;
  const session = detail?.writes[0]?.session_id;
  if (detail === undefined || detail === null || session === undefined || session === "") return null;
  return { type: "revert", session, turn: "revert", arguments: { turn_id: detail.turn_id, ...args } };
}

/** Takes the newest standing revert of a session back. */
export function undoEvent(turns: Turns | null): PlaygroundEvent | null {
  const revert = turns?.turns.find(({ kind }) => kind === "revert");
  if (revert === undefined) return null;
  return { type: "revert", session: revert.session_id, turn: "revert", arguments: { undo_revert: true } };
}

export function openSides(bench: Workbench): Sides | null {
  const sides = turnResults.answer.value?.sides ?? [];
  const { path } = revertInputs(bench);
  return sides.find((side) => side.path === path) ?? sides[0] ?? null;
}
