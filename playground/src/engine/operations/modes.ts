import { type PlaygroundDocument, READ_MODES } from "../../document/mod.ts";
import type { CallAnswer, FileFacts, Frame } from "../frame.ts";
import type { WhatIfRules } from "../what-if-rules.ts";
import type { Operation } from "./operation.ts";

export interface ModesRequest {
  readonly document: Pick<PlaygroundDocument, "files" | "settings" | "events">;
  /** The number of the event that is looked at; 0 is the starting tree. */
  readonly upTo: number;
  readonly whatIf: WhatIfRules;
}

/** The same events under one mode. */
export interface ModeResult {
  readonly mode: (typeof READ_MODES)[number];
  readonly answer: CallAnswer | null;
  /** The file that the event is about, before and after it; `null` where there is none. */
  readonly before: FileFacts | null;
  readonly after: FileFacts | null;
  /** What each session then knew, before the event and after it. */
  readonly seenBefore: Frame["seen"];
  readonly seenAfter: Frame["seen"];
}

/** Lets the events happen once for each mode, so that every difference between the results is the mode's. */
export const modes: Operation<ModesRequest, ModeResult[]> = async ({ document, upTo, whatIf }, { folds }) => {
  const results: ModeResult[] = [];
  for (const mode of READ_MODES) {
    const settings = { ...document.settings, read_before_edit: mode };
    const { frames } = await folds.at({ ...document, settings }, upTo, whatIf);
    const now = frames[upTo];
    const earlier = frames[Math.max(0, upTo - 1)];
    if (now === undefined || earlier === undefined) continue;
    const path = now.answer?.arguments.path;
    results.push({
      mode,
      answer: now.answer,
      before: earlier.files.find((file) => file.path === path) ?? null,
      after: now.files.find((file) => file.path === path) ?? null,
      seenBefore: earlier.seen,
      seenAfter: now.seen,
    });
  }
  return results;
};
