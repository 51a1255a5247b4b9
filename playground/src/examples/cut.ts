import type { PlaygroundDocument } from "../document/mod.ts";

/** The text that the Wire lab reads when nothing was put in: a call, and a result that the model made up. */
export const CUT: Partial<PlaygroundDocument> = { lab: "wire" };
