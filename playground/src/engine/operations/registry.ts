import { fold } from "./fold.ts";
import { preview } from "./preview.ts";

/** Every operation by its name. A lab that asks something new adds a file and a line here. */
export const OPERATIONS = { fold, preview } as const;

export type Operations = typeof OPERATIONS;
export type OperationName = keyof Operations;
export type InputOf<Name extends OperationName> = Parameters<Operations[Name]>[0];
export type OutputOf<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>;
