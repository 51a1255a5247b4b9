import { type Signal, signal } from "@preact/signals";

/** What of the frame is open; not part of a document, so links and time travel leave it alone. */
export interface FrameState {
  /** Id of the pane that a narrow page shows; "" for the lab's first. */
  readonly openPane: Signal<string>;
  readonly isDrawerOpen: Signal<boolean>;
  readonly dialog: Signal<"help" | "palette" | "share" | "import" | "lessons" | null>;
}

export function createFrameState(): FrameState {
  return { openPane: signal(""), isDrawerOpen: signal(false), dialog: signal(null) };
}
