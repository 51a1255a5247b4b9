import { checkChange } from "../../checks/check-change.ts";
import { createToolBox } from "../../checks/checker-tools.ts";
import { FoldCache } from "../../engine/fold-cache.ts";
import { fold } from "../../engine/operations/fold.ts";
import { preview } from "../../engine/operations/preview.ts";
import { readStream } from "../../wire/read-stream.ts";
import type { Bench } from "../look.ts";

const TIMEOUT_MS = 60_000;

/** Everything that a lesson looks with, in this thread: for the build and for tests. */
export function benchHere(): Bench {
  const context = { folds: new FoldCache() };
  const toolsFor = createToolBox(null);
  return {
    fold: (document) => fold(document, context),
    preview: (request) => preview(request, context),
    read: readStream,
    check: (request) => checkChange(request, { toolsFor, timeoutMs: TIMEOUT_MS }),
  };
}
