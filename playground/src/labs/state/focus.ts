import type { Workbench } from "../../app/mod.ts";
import type { PlaygroundEvent } from "../../document/mod.ts";
import type { Frame, SeenFile } from "../../engine/mod.ts";
import { stateInputs } from "./state-inputs.ts";

/** What the lab looks at: the event at the playhead, and what the observer knew when it counted. */
export interface Focus {
  /** Number of the event; 0 is the starting tree. */
  readonly at: number;
  readonly event: PlaygroundEvent | null;
  readonly frame: Frame;
  /** Whose observations: of the caller when the event is a call, else of the chosen session. */
  readonly session: string;
  /** A call is judged by what was known just before it; anything else is looked at afterwards. */
  readonly isBefore: boolean;
  readonly seen: Readonly<Record<string, SeenFile>>;
  /** The file that the event is about, else the open one. */
  readonly path: string | null;
}

export function focusOf(bench: Workbench): Focus | null {
  const frame = bench.frame.value;
  const { playhead } = bench.document.value;
  if (frame === null) return null;
  const { event } = frame;
  const isBefore = event !== null && event.type !== "read" && frame.answer !== null;
  const session = isBefore && "session" in event ? event.session : stateInputs(bench).observer;
  const looked = isBefore ? bench.folded.value?.frames[playhead - 1] : frame;
  const path = pathOfEvent(event) ?? bench.path.value;
  return { at: playhead, event, frame, session, isBefore, seen: looked?.seen[session] ?? {}, path };
}

export function pathOfEvent(event: PlaygroundEvent | null): string | null {
  if (event === null) return null;
  if ("path" in event) return event.path;
  if (event.type === "rename") return event.from;
  if (!("arguments" in event)) return null;
  const { path } = event.arguments;
  return typeof path === "string" ? path : null;
}
