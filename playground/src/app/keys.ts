import type { FrameState } from "./frame-state.ts";
import type { Lab } from "./lab.ts";
import type { Workbench } from "./workbench.ts";

/** Every key of the frame, as the help lists it. */
export const KEYS: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: "Ctrl Enter", does: "apply (Cmd on a Mac)" },
  { keys: "Ctrl K", does: "all commands" },
  { keys: "F6", does: "the next region; with Shift the one before" },
  { keys: "[ ]", does: "one event back, one on (outside of text)" },
  { keys: "Esc, Tab", does: "leave the editor" },
  { keys: "?", does: "this list (outside of text)" },
];

interface Listening {
  readonly bench: Workbench;
  readonly state: FrameState;
  readonly lab: () => Lab | null;
}

/** Listens to the keys of the frame; returns what ends it. */
export function listenForKeys(listening: Listening): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !act(event, listening)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Before the editor sees it: Ctrl-Enter and F6 mean the same everywhere.
  document.addEventListener("keydown", onKeyDown, { capture: true });
  return () => document.removeEventListener("keydown", onKeyDown, { capture: true });
}

/** Whether the key was one of ours. */
function act(event: KeyboardEvent, { bench, state, lab }: Listening): boolean {
  const withControl = event.ctrlKey || event.metaKey;
  if (event.key === "Escape" && state.isDrawerOpen.value) {
    state.isDrawerOpen.value = false;
    return true;
  }
  if (withControl && event.key.toLowerCase() === "k") {
    state.dialog.value = state.dialog.value === "palette" ? null : "palette";
    return true;
  }
  if (state.dialog.value !== null) return false;
  if (withControl && event.key === "Enter") {
    lab()?.apply?.(bench);
    return true;
  }
  if (event.key === "F6") {
    moveBetweenRegions(event.shiftKey ? -1 : 1);
    return true;
  }
  if (withControl || event.altKey || isTextEntry(event)) return false;
  if (event.key === "?") state.dialog.value = "help";
  else if (event.key === "[") bench.moveTo(bench.document.value.playhead - 1);
  else if (event.key === "]") bench.moveTo(bench.document.value.playhead + 1);
  else return false;
  return true;
}

function isTextEntry(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "range"].includes(target.type);
  return target.isContentEditable || target.matches("textarea, select");
}

/** Focus goes to the first thing in the region that takes it. Regions that are not shown are passed over. */
function moveBetweenRegions(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")].filter(
    (region) => region.getClientRects().length > 0 && region.childElementCount > 0,
  );
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[(at + step + regions.length) % regions.length];
  const inside = next?.querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, summary, [tabindex='0']",
  );
  const target = [...(inside ?? [])].find((element) => element.getClientRects().length > 0);
  (target ?? next?.querySelector<HTMLElement>("[tabindex]"))?.focus();
}
