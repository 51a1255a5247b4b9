import type { PlainCall, WireResult } from "../../../runtime/wire/mod.ts";
import type { Property } from "../property.ts";
import type { WireEngine } from "./engine.ts";
import { canonical } from "./generators.ts";

/** A law of the wire, stated of an engine. */
export type WireProperty<Value> = (wire: WireEngine) => Property<Value>;

/** Names and arguments, without place and spelling. */
export function plainCalls(calls: readonly PlainCall[]): unknown {
  return calls.map((call) => canonical({ name: call.name, arguments: call.arguments }));
}

/** What a text came to, for the buckets of a law. */
export function bucketOf({ calls, cutAt, error }: WireResult): string {
  if (cutAt !== null) return "cut";
  if (error !== null) return error.error;
  return calls.length > 0 ? "call" : "prose";
}
