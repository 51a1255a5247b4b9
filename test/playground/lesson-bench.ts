import { FoldCache } from "../../playground/src/engine/fold-cache.ts";
import { fold } from "../../playground/src/engine/operations/fold.ts";
import { preview } from "../../playground/src/engine/operations/preview.ts";
import type { Bench } from "../../playground/src/lessons/look.ts";

/** The engine without a worker. */
export function lessonBench(): Bench {
  const context = { folds: new FoldCache() };
  return { fold: (document) => fold(document, context), preview: (request) => preview(request, context) };
}
