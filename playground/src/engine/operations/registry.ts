import { crash } from "./crash.ts";
import { fold } from "./fold.ts";
import { modes } from "./modes.ts";
import { preview } from "./preview.ts";
import { schedules } from "./schedules.ts";
import { turns } from "./turns.ts";

/** Every operation by its name. A lab that asks something new adds a file and a line here. */
export const OPERATIONS = { fold, preview, modes, schedules, turns, crash } as const;

export type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
export type InputOf<Name extends OperationName> = Parameters<Operations[Name]>[0];
export type OutputOf<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>;
