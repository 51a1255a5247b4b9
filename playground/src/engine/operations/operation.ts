import type { FoldCache } from "../fold-cache.ts";

/** What an operation works with: nothing that a restarted worker would miss. */
export interface OperationContext {
  readonly folds: FoldCache;
}

/** A question that a page may put to the engine. Input and output are copied between threads, so they are plain data. */
export type Operation<Input, Output> = (input: Input, context: OperationContext) => Promise<Output>;
