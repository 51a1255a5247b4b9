import type { FrameState } from "./frame-state.ts";

/** Behind the open drawer of a medium page: a click beside it closes it. */
export function DrawerScrim({ state }: { readonly state: FrameState }) {
  if (!state.isDrawerOpen.value) return null;
  return (
    <button
      type="button"
      class="scrim"
      aria-label="Close files and steps"
      onClick={() => {
        state.isDrawerOpen.value = false;
      }}
    />
  );
}
