import type { InputOf, OperationName } from "./operations/registry.ts";

/** What a page sends: one question with the number of its run. */
export interface EngineRequest<Name extends OperationName = OperationName> {
  readonly run: number;
  readonly name: Name;
  readonly input: InputOf<Name>;
}

/** What the worker sends: once that it is there, then one reply per request. */
export type EngineReply =
  | { readonly kind: "ready" }
  | { readonly kind: "answer"; readonly run: number; readonly output: unknown }
  | { readonly kind: "fault"; readonly run: number; readonly message: string };
