import { setOwn } from "./json-value.ts";
import { fits, type KnownTool, type ToolTable } from "./tool-table.ts";
import { isMember } from "./type-set.ts";
import { coercedValue, typedValue } from "./typed-arguments.ts";
import type { JsonObject, JsonValue, WireCall, WireError, WireErrorKind, WireFormatName } from "./types.ts";

/** What a reader found at a place: a call, or why there is none. */
export type Found =
  | { readonly kind: "call"; readonly call: WireCall }
  | { readonly kind: "error"; readonly error: WireError };

/** Where a call stands and how it is written. */
export interface Site {
  readonly format: WireFormatName;
  readonly start: number;
  readonly end: number;
}

/** Arguments as they came: typed by the format, or bare text that the schema must type. */
export type RawArguments =
  | { readonly kind: "typed"; readonly values: JsonObject }
  | { readonly kind: "text"; readonly values: ReadonlyMap<string, string> };

/** Judges a call that strong evidence announced. */
export function finishCall(tools: ToolTable, name: string, args: RawArguments, site: Site): Found {
  const tool = tools.get(name);
  if (tool === undefined) return failedCall("unknown_tool", name, site, `no tool is named ${JSON.stringify(name)}`);
  const values = typedArguments(tool, args);
  const missing = tool.required.find((key) => !Object.hasOwn(values, key));
  if (missing !== undefined) {
    return failedCall("truncated", name, site, `the required argument ${JSON.stringify(missing)} never came`);
  }
  return { kind: "call", call: { name, arguments: values, ...site, mismatched: mismatchesOf(tool, values) } };
}

/**
 * Judges what only looks like a call. It must name a tool, have every required argument and no other than the tool's own,
 * and each must fit its type.
 *
 * @returns null when it is no call.
 */
export function weakCall(tools: ToolTable, name: string, args: RawArguments, site: Site): Found | null {
  const tool = tools.get(name);
  if (tool === undefined) return null;
  const values = typedArguments(tool, args);
  if (tool.required.some((key) => !Object.hasOwn(values, key))) return null;
  if (Object.keys(values).some((key) => !fits(tool, key))) return null;
  const mismatched = mismatchesOf(tool, values);
  return mismatched.length > 0 ? null : { kind: "call", call: { name, arguments: values, ...site, mismatched } };
}

export function failedCall(error: WireErrorKind, name: string | null, site: Site, message: string): Found {
  return { kind: "error", error: { error, format: site.format, at: site.start, name, message } };
}

function typedArguments(tool: KnownTool, args: RawArguments): JsonObject {
  const values: Record<string, JsonValue> = {};
  if (args.kind === "text") {
    for (const [key, raw] of args.values) setOwn(values, key, typedValue(raw, tool.types.get(key)));
  } else {
    for (const [key, value] of Object.entries(args.values)) {
      setOwn(values, key, coercedValue(value, tool.types.get(key)));
    }
  }
  return values;
}

function mismatchesOf(tool: KnownTool, values: JsonObject): string[] {
  return Object.keys(values).filter((key) => {
    const set = tool.types.get(key);
    return set !== undefined && !isMember(values[key] ?? null, set);
  });
}
