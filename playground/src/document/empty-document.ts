import type { PlaygroundDocument } from "./schema.ts";

/** What a field of a document is when nobody says otherwise; links leave such fields out. */
export const EMPTY_DOCUMENT: PlaygroundDocument = {
  files: [],
  events: [],
  settings: { read_before_edit: "warn", read_gate: "auto" },
  lab: "match",
  playhead: 0,
  inputs: {},
};
