import type { JsonObject, JsonValue, PlainCall } from "../wire/mod.ts";
import { type AcceptedCall, type EvalItem, isJsonList, isJsonObject } from "./items.ts";
import { writeLanguageValue } from "./language-values.ts";

/** The accepted calls, each parameter with the first value that is accepted, as a model that is always right would call. */
export function referenceCalls({ accepted, functions, category: { language } }: EvalItem): PlainCall[] {
  return accepted.map((call) => {
    const described = functions.find(({ name }) => name === call.name);
    const given = argumentsOf(call);
    if (language === "python") return { name: call.name, arguments: given };
    const texts = Object.entries(given).map(([name, value]) => {
      return [name, writeLanguageValue(value, described?.properties[name]?.type ?? "any", language)] as const;
    });
    return { name: call.name, arguments: Object.fromEntries(texts) };
  });
}

function argumentsOf({ parameters }: AcceptedCall): JsonObject {
  const given = Object.entries(parameters).flatMap(([name, values]) => {
    const value = values.find((one) => one !== "");
    return value === undefined ? [] : [[name, concrete(value)] as const];
  });
  return Object.fromEntries(given);
}

/** Dicts list the accepted values of each key, also inside lists. */
function concrete(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map((item) => (isJsonObject(item) ? concrete(item) : item));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, values]) => {
    if (!isJsonList(values)) return [[key, values] as const];
    const first = values.find((one) => one !== "");
    return first === undefined ? [] : [[key, first] as const];
  });
  return Object.fromEntries(entries);
}
