import type { PlaygroundDocument, PlaygroundEvent } from "../document/mod.ts";
import { Fold } from "./fold.ts";
import type { WhatIfRules } from "./what-if-rules.ts";

/** In use at a time: the whole list, the state at the playhead, and that state under each mode, true and what-if. */
const KEPT = 8;

/** Folds by what they fold; the least recently used goes first. */
export class FoldCache {
  private folds: Fold[] = [];

  /** @param upTo How many events; default: all of the document's. */
  async at(
    document: Pick<PlaygroundDocument, "files" | "settings" | "events">,
    upTo = document.events.length,
    whatIf: WhatIfRules = {},
  ): Promise<Fold> {
    const events: readonly PlaygroundEvent[] = document.events.slice(0, upTo);
    const known = this.folds.find((fold) => fold.leadsTo(document, events, whatIf));
    const fold = known ?? (await Fold.begin(document, whatIf));
    this.folds = [fold, ...this.folds.filter((other) => other !== fold)].slice(0, KEPT);
    try {
      await fold.advance(events);
    } catch (error) {
      // Half an event is no state.
      this.folds = this.folds.filter((other) => other !== fold);
      throw error;
    }
    return fold;
  }
}
