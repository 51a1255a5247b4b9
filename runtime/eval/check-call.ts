import type { JsonObject, JsonValue, PlainCall } from "../wire/mod.ts";
import type { Category } from "./category.ts";
import type { AcceptedCall, FunctionDescription, ParameterDescription } from "./items.ts";
import { isJsonList, isJsonObject } from "./items.ts";
import { readLanguageValue } from "./language-values.ts";
import { isAmong, kindOf, plainText, plainValue, type ValueKind } from "./values.ts";

export type CheckError =
  | "wrong_count"
  | "wrong_func_name"
  | "missing_required"
  | "unexpected_param"
  | "type_error:simple"
  | "type_error:nested"
  | "type_error:java"
  | "type_error:js"
  | "value_error:string"
  | "value_error:list"
  | "value_error:dict_key"
  | "value_error:dict_value"
  | "value_error:list_dict_count"
  | "value_error:others"
  | "missing_optional"
  | "cannot_find_match"
  | "decoder_failed"
  | "decoder_success";

type Checked = CheckError | null;

/** Why the call is none of the accepted ones; null when it is. */
export function checkCall(
  call: PlainCall,
  accepted: AcceptedCall,
  described: FunctionDescription,
  { language }: Category,
): Checked {
  if (wireName(call.name) !== wireName(accepted.name)) return "wrong_func_name";
  const given = Object.entries(call.arguments);
  for (const name of described.required) if (!Object.hasOwn(call.arguments, name)) return "missing_required";
  for (const [name, value] of given) {
    const parameter = Object.hasOwn(described.properties, name) ? described.properties[name] : undefined;
    const values = Object.hasOwn(accepted.parameters, name) ? accepted.parameters[name] : undefined;
    if (parameter === undefined || values === undefined) return "unexpected_param";
    const error =
      language === "python" ? checkValue(value, values, parameter) : checkText(value, values, parameter, language);
    if (error !== null) return error;
  }
  for (const [name, values] of Object.entries(accepted.parameters)) {
    if (!Object.hasOwn(call.arguments, name) && !values.includes("")) return "missing_optional";
  }
  return null;
}

/** Some formats have no dots in names. */
export function wireName(name: string): string {
  return name.replaceAll(".", "_");
}

/** Values of Java and JavaScript come as text, in the language's own syntax. */
function checkText(
  value: JsonValue,
  values: readonly JsonValue[],
  parameter: ParameterDescription,
  language: "java" | "javascript",
): Checked {
  const read = typeof value === "string" ? readLanguageValue(value, parameter, language) : null;
  if (read === null) return language === "java" ? "type_error:java" : "type_error:js";
  return checkValue(read.value, values, { ...parameter, ...read.declared });
}

function checkValue(value: JsonValue, values: readonly JsonValue[], parameter: ParameterDescription): Checked {
  const declared = kindDeclared(parameter.type);
  // Any number will do for a float, and an accepted 5 is the float 5.0 then.
  const kind = declared === "float" && kindOf(value) === "integer" ? "float" : kindOf(value);
  const first = values.find((one) => one !== "");
  const acceptedKind =
    first === undefined ? null : declared === "float" && kindOf(first) === "integer" ? "float" : kindOf(first);
  if (kind !== declared) {
    // A value of the accepted answer's own kind stands for a variable.
    if (acceptedKind === null || kind !== acceptedKind) return "type_error:simple";
    return isAmong(value, values) ? null : "value_error:others";
  }
  const isVariable = acceptedKind !== null && acceptedKind !== declared;
  if (declared === "array" && !isVariable && !fitsItems(value, values, parameter)) return "type_error:nested";
  if (isVariable) return isAmong(value, values) ? null : "value_error:others";
  if (isJsonObject(value)) return checkDict(value, values);
  if (isJsonList(value) && kindDeclared(parameter.itemType ?? "any") === "dict") return checkDicts(value, values);
  if (typeof value === "string") return isAmong(plainText(value), values.map(plainValue)) ? null : "value_error:string";
  if (isJsonList(value)) return isAmong(plainValue(value), values.map(plainValue)) ? null : "value_error:list";
  return isAmong(value, values) ? null : "value_error:others";
}

/** Items are looked at one level deep, against the kinds in any accepted list. */
function fitsItems(value: JsonValue, values: readonly JsonValue[], { itemType }: ParameterDescription): boolean {
  if (itemType === null || !isJsonList(value)) return true;
  const declared = kindDeclared(itemType);
  return values.some((one) => {
    if (!isJsonList(one)) return false;
    const [model] = one;
    const modelKind = model === undefined ? null : kindOf(model);
    return value.every((item) => {
      const kind = declared === "float" && kindOf(item) === "integer" ? "float" : kindOf(item);
      return kind === declared || kind === modelKind;
    });
  });
}

function checkDicts(value: readonly JsonValue[], values: readonly JsonValue[]): Checked {
  let error: CheckError = "value_error:list_dict_count";
  for (const one of values) {
    if (!isJsonList(one) || one.length !== value.length) continue;
    const errors = value.map((item, at) =>
      isJsonObject(item) ? checkDict(item, [one[at] ?? null]) : "type_error:nested",
    );
    const found = errors.find((each) => each !== null) ?? null;
    if (found === null) return null;
    error = found;
  }
  return error;
}

function checkDict(value: JsonObject, values: readonly JsonValue[]): Checked {
  let error: CheckError = "value_error:dict_value";
  for (const one of values) {
    if (!isJsonObject(one)) continue;
    const found = dictError(value, one);
    if (found === null) return null;
    error = found;
  }
  return error;
}

function dictError(value: JsonObject, accepted: JsonObject): Checked {
  for (const [name, item] of Object.entries(value)) {
    const values = Object.hasOwn(accepted, name) ? accepted[name] : undefined;
    if (!isJsonList(values)) return "value_error:dict_key";
    if (!isAmong(plainValue(item), values.map(plainValue))) return "value_error:dict_value";
  }
  for (const [name, values] of Object.entries(accepted)) {
    const mayMiss = isJsonList(values) && values.includes("");
    if (!Object.hasOwn(value, name) && !mayMiss) return "value_error:dict_key";
  }
  return null;
}

const DECLARED: Readonly<Record<string, ValueKind>> = {
  any: "string",
  array: "array",
  bool: "boolean",
  boolean: "boolean",
  dict: "dict",
  double: "float",
  float: "float",
  int: "integer",
  integer: "integer",
  list: "array",
  number: "float",
  object: "dict",
  string: "string",
  tuple: "array",
};

function kindDeclared(type: string): ValueKind {
  return DECLARED[type] ?? "string";
}
