import { type CheckContext, type CheckedChange, type CheckRequest, checkChange } from "./check-change.ts";
import type { ModuleName } from "./modules.ts";

export interface ChecksContext extends CheckContext {
  readonly load: (name: ModuleName) => Promise<void>;
}

/** What the checkers' worker answers, by name. */
export const CHECK_QUESTIONS = {
  check: (request: CheckRequest, context: ChecksContext): Promise<CheckedChange> => checkChange(request, context),
  load: (name: ModuleName, { load }: ChecksContext): Promise<void> => load(name),
} as const;

export type CheckQuestions = typeof CHECK_QUESTIONS;
