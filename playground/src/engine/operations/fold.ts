import type { PlaygroundDocument } from "../../document/mod.ts";
import type { Frame } from "../frame.ts";
import type { Operation } from "./operation.ts";

export interface Folded {
  /** One more than there are events. */
  readonly frames: readonly Frame[];
  /** Every content of every frame, by its sha256. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
}

/** All states of a document. */
export const fold: Operation<Pick<PlaygroundDocument, "files" | "settings" | "events">, Folded> = async (
  document,
  { folds },
) => {
  const { frames, contents } = await folds.at(document);
  return { frames: [...frames], contents: new Map(contents) };
};
