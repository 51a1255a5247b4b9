import type { PlaygroundDocument, PlaygroundEvent } from "../document/mod.ts";
import { Fold } from "./fold.ts";

/** Two folds are in use at a time: the whole list, and the state at the playhead. */
const KEPT = 2;

/** Folds by what they fold; the least recently used goes first. */
export class FoldCache {
  private folds: Fold[] = [];

  /** @param upTo How many events; default: all of the document's. */
  async at(
    document: Pick<PlaygroundDocument, "files" | "settings" | "events">,
    upTo = document.events.length,
  ): Promise<Fold> {
    const events: readonly PlaygroundEvent[] = document.events.slice(0, upTo);
    const known = this.folds.find((fold) => fold.leadsTo(document, events));
    const fold = known ?? (await Fold.begin(document));
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
