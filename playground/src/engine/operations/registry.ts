import type { Crash, CrashRequest } from "./crash.ts";
import { fold } from "./fold.ts";
import type { ModeResult, ModesRequest } from "./modes.ts";
import type { Operation } from "./operation.ts";
import { preview } from "./preview.ts";
import type { Schedules, SchedulesRequest } from "./schedules.ts";
import type { Turns, TurnsRequest } from "./turns.ts";

/**
 * Every operation by its name. A lab that asks something new adds a file and a line here; what only one lab asks loads
 * with its first question.
 */
export const OPERATIONS = {
  fold,
  preview,
  modes: lazy<ModesRequest, ModeResult[]>(async () => (await import("./modes.ts")).modes),
  schedules: lazy<SchedulesRequest, Schedules>(async () => (await import("./schedules.ts")).schedules),
  turns: lazy<TurnsRequest, Turns>(async () => (await import("./turns.ts")).turns),
  crash: lazy<CrashRequest, Crash>(async () => (await import("./crash.ts")).crash),
} as const;

function lazy<Input, Output>(load: () => Promise<Operation<Input, Output>>): Operation<Input, Output> {
  return async (input, context) => (await load())(input, context);
}

export type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
export type InputOf<Name extends OperationName> = Parameters<Operations[Name]>[0];
export type OutputOf<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>;
