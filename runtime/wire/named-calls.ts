import { type Found, failedCall, finishCall, type Site } from "./finish-call.ts";
import { isJsonObject, parseJson } from "./json-value.ts";
import { fits, type KnownTool, type ToolTable } from "./tool-table.ts";
import type { JsonObject, JsonValue } from "./types.ts";

export const NAME_KEYS = ["name", "tool", "tool_name", "function", "action"] as const;
export const ARGUMENT_KEYS = ["arguments", "parameters", "args", "input", "action_input"] as const;

/** A call as JSON has it; `arguments` is what was written there, `undefined` when nothing was. */
export interface NamedCall {
  readonly name: string;
  readonly arguments: JsonValue | undefined;
  /** Without `arguments`, the object it stands in but for its name: arguments that were not put in an object of their own. */
  readonly rest: JsonObject;
}

/** The calls a JSON value stands for; null when it is no call, or holds something that is none. */
export function callsOf(value: JsonValue): readonly NamedCall[] | null {
  if (Array.isArray(value)) return callsOfList(value);
  if (!isJsonObject(value)) return null;
  if (Array.isArray(value.tool_calls)) return callsOfList(value.tool_calls);
  if (isJsonObject(value.function)) return callsOf(value.function);
  const nameKey = NAME_KEYS.find((key) => typeof value[key] === "string");
  if (nameKey === undefined) return null;
  const name = value[nameKey];
  if (typeof name !== "string") return null;
  const argumentsKey = ARGUMENT_KEYS.find((key) => Object.hasOwn(value, key));
  if (argumentsKey !== undefined) return [{ name, arguments: value[argumentsKey], rest: {} }];
  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => key !== nameKey));
  return [{ name, arguments: undefined, rest }];
}

function callsOfList(list: readonly JsonValue[]): readonly NamedCall[] | null {
  const calls: NamedCall[] = [];
  for (const item of list) {
    const found = callsOf(item);
    if (found === null) return null;
    calls.push(...found);
  }
  return calls;
}

/** The object of arguments, decoded once where it was written as a text. @returns null when it is none. */
export function argumentsObject(value: JsonValue | undefined): JsonObject | null {
  if (value === undefined || value === null) return {};
  if (isJsonObject(value)) return value;
  if (typeof value !== "string") return null;
  if (value.trim() === "") return {};
  const decoded = parseJson(value);
  return decoded !== undefined && isJsonObject(decoded) ? decoded : null;
}

/** Whether keys beside the name are arguments of the tool, all of them. */
export function restAsArguments(tool: KnownTool | undefined, rest: JsonObject): JsonObject | null {
  const keys = Object.keys(rest);
  if (tool === undefined || keys.length === 0) return null;
  return keys.every((key) => tool.isClosed && fits(tool, key)) ? rest : null;
}

/** Calls of a value behind a format's own token. */
export function strongCalls(tools: ToolTable, value: JsonValue, site: Site): readonly Found[] {
  const calls = callsOf(value);
  if (calls === null) return [failedCall("malformed", null, site, "the JSON names no tool")];
  return calls.map((call): Found => {
    const loose = call.arguments === undefined ? restAsArguments(tools.get(call.name), call.rest) : null;
    const values = loose ?? argumentsObject(call.arguments);
    if (values !== null) return finishCall(tools, call.name, { kind: "typed", values }, site);
    return failedCall("malformed", call.name, site, "the arguments are no JSON object");
  });
}
