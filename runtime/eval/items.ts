import { isRecord } from "../schema.ts";
import type { JsonObject, JsonValue } from "../wire/mod.ts";
import type { Category } from "./category.ts";

/** A function as the data describes it. */
export interface FunctionDescription {
  readonly name: string;
  readonly properties: Readonly<Record<string, ParameterDescription>>;
  readonly required: readonly string[];
}

export interface ParameterDescription {
  /** "string", "integer", "float", "boolean", "array", "tuple", "dict", "any", or a type of Java or JavaScript. */
  readonly type: string;
  /** Of what an array holds. */
  readonly itemType: string | null;
  /** As the data has it. */
  readonly raw: JsonObject;
}

/** An accepted call: for each parameter the values that will do; "" among them: it may be left out. */
export interface AcceptedCall {
  readonly name: string;
  readonly parameters: Readonly<Record<string, readonly JsonValue[]>>;
}

export interface EvalItem {
  readonly id: string;
  readonly category: Category;
  readonly functions: readonly FunctionDescription[];
  /** Empty where no call, or any call, is right. */
  readonly accepted: readonly AcceptedCall[];
}

export type ReadItems =
  | { readonly kind: "items"; readonly items: readonly EvalItem[] }
  | { readonly kind: "bad"; readonly line: number; readonly message: string };

/**
 * Items and their accepted answers, one JSON object a line, joined by id.
 *
 * @param answers The answers' file; empty for categories that have none.
 */
export function readItems(category: Category, items: string, answers: string): ReadItems {
  const accepted = new Map<string, readonly AcceptedCall[]>();
  for (const { line, value } of jsonLines(answers)) {
    const calls = isRecord(value) && Array.isArray(value.ground_truth) ? value.ground_truth.map(acceptedCall) : null;
    if (calls === null || !isRecord(value) || calls.includes(null))
      return bad(line, "no {id, ground_truth} of accepted calls");
    accepted.set(
      String(value.id),
      calls.filter((call) => call !== null),
    );
  }
  const read: EvalItem[] = [];
  for (const { line, value } of jsonLines(items)) {
    const functions = isRecord(value) && Array.isArray(value.function) ? value.function.map(functionDescription) : null;
    if (functions === null || !isRecord(value) || functions.includes(null))
      return bad(line, "no {id, question, function}");
    const id = String(value.id);
    const calls = accepted.get(id) ?? [];
    if (calls.length === 0 && (category.expects === "one" || category.expects === "many")) {
      return bad(line, `"${id}" has no accepted answer`);
    }
    read.push({ id, category, functions: functions.filter((known) => known !== null), accepted: calls });
  }
  return { kind: "items", items: read };
}

function bad(line: number, message: string): ReadItems {
  return { kind: "bad", line, message };
}

function jsonLines(text: string): { line: number; value: unknown }[] {
  const lines = text.split("\n").map((content, at) => ({ content: content.trim(), line: at + 1 }));
  return lines
    .filter(({ content }) => content !== "")
    .map(({ content, line }) => ({ line, value: parsedOrNull(content) }));
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function acceptedCall(value: unknown): AcceptedCall | null {
  const [entry, ...others] = isRecord(value) ? Object.entries(value) : [];
  if (entry === undefined || others.length > 0 || !isRecord(entry[1])) return null;
  const parameters: Record<string, readonly JsonValue[]> = {};
  for (const [name, values] of Object.entries(entry[1])) {
    if (!isJsonList(values)) return null;
    parameters[name] = values;
  }
  return { name: entry[0], parameters };
}

function functionDescription(value: unknown): FunctionDescription | null {
  if (!isRecord(value) || typeof value.name !== "string") return null;
  const parameters = isRecord(value.parameters) ? value.parameters : {};
  const properties: Record<string, ParameterDescription> = {};
  for (const [name, raw] of Object.entries(isRecord(parameters.properties) ? parameters.properties : {})) {
    if (!isJsonObject(raw)) return null;
    properties[name] = {
      type: typeof raw.type === "string" ? raw.type : "any",
      itemType: isRecord(raw.items) && typeof raw.items.type === "string" ? raw.items.type : null,
      raw,
    };
  }
  const required = Array.isArray(parameters.required)
    ? parameters.required.filter((name) => typeof name === "string")
    : [];
  return { name: value.name, properties, required };
}

/** What `JSON.parse` gave is JSON; only the outermost kind is to be told. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isRecord(value);
}

export function isJsonList(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}
