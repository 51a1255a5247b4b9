import * as z from "zod";
import type { ErrorCode } from "./errors.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Other spellings that models use, per canonical argument name. */
export const ARGUMENT_ALIASES: Readonly<Record<string, readonly string[]>> = {
  path: ["file_path"],
  old_text: ["old_str", "old_string"],
  new_text: ["new_str", "new_string"],
};

export interface ArgumentFault {
  readonly kind: "refused";
  readonly errorCode: Extract<ErrorCode, "bad_argument" | "unsupported_argument" | "conflicting_alias">;
  readonly message: string;
  readonly data: Record<string, unknown>;
}

export type ParsedArguments<Args> = { readonly kind: "ok"; readonly args: Args } | ArgumentFault;

/**
 * Text that can be stored as UTF-8. A lone surrogate cannot: encoding would quietly put U+FFFD in its place, and as a
 * needle it could cut a character in two.
 */
export const wellFormedText = z
  .string()
  .refine((text) => text.isWellFormed(), { message: "holds half of a surrogate pair; send whole characters" });

/** What a caller names its sessions and turns; it is stored and printed, so it must be one visible line. */
export const callerName = wellFormedText
  .min(1)
  .max(256)
  .refine((text) => !/\p{Cc}/u.test(text), { message: "holds control characters; pass a plain name" });

/**
 * The arguments of a call, handed on untouched for the tool's own check. `z.record` would rebuild the object and lose a key
 * named `__proto__`, which must be refused by name like any other that a tool does not have.
 */
export const rawArguments = z.custom<Record<string, unknown>>(isRecord, "must be a JSON object");

/** The one check of what a model sent: aliases, unknown names, numbers and booleans written as strings, then the schema. */
export function parseArguments<Shape extends z.ZodRawShape>(
  tool: string,
  schema: z.ZodObject<Shape>,
  raw: unknown,
): ParsedArguments<z.output<z.ZodObject<Shape>>> {
  if (!isRecord(raw)) {
    return fault("bad_argument", `${tool}: arguments are ${shown(raw)}; nothing was run, pass a JSON object`);
  }
  const read = readArguments(tool, schema, raw);
  if (read.kind === "refused") return read;
  const parsed = schema.safeParse(read.args);
  if (parsed.success) return { kind: "ok", args: parsed.data };
  const issue = parsed.error.issues[0];
  const field = issue?.path.join(".") ?? "";
  const message = `${tool}: argument "${field}" ${issue ? faultOf(issue, read.args) : "is not valid; correct it"}; nothing was run`;
  return fault("bad_argument", message, { argument: field });
}

/** What is wrong with an argument and what to do about it, without its name. */
function faultOf(issue: z.core.$ZodIssue, args: unknown): string {
  // A check of our own says both itself.
  if (issue.code === "custom") return issue.message;
  const value = issue.path.reduce((parent: unknown, name) => (isIndexed(parent) ? parent[name] : undefined), args);
  const wanted = issue.message.replace(/^Invalid (?:input|option): /, () => "").replace(/, received .*$/, () => "");
  if (value === undefined) return `is missing (${wanted}); pass it`;
  return `is ${shown(value)} (${wanted}); correct it`;
}

function isIndexed(value: unknown): value is Readonly<Record<PropertyKey, unknown>> {
  return typeof value === "object" && value !== null;
}

const SHOWN_CHARACTERS = 60;

/** A value as JSON, cut when it is long. */
function shown(value: unknown): string {
  const text = typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? typeof value);
  if (text.length <= SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS).replace(/[\ud800-\udbff]$/, () => "")}...`;
}

/** JSON Schema 2020-12 of what may be sent (`input`) or will be answered (`output`). */
export function toJsonSchema(schema: z.ZodType, direction: "input" | "output"): JsonSchema {
  return z.toJSONSchema(schema, { io: direction, target: "draft-2020-12" });
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Named = { kind: "ok"; args: Record<string, unknown> } | ArgumentFault;

function resolveAliases(tool: string, schema: z.ZodObject, raw: Record<string, unknown>): Named {
  const args: Record<string, unknown> = {};
  const unsupported: string[] = [];
  for (const [name, value] of Object.entries(raw)) {
    const canonical = canonicalName(schema, name);
    if (canonical === null) unsupported.push(name);
    else if (!Object.hasOwn(args, canonical)) args[canonical] = value;
    else if (args[canonical] !== value) {
      return fault("conflicting_alias", `${tool}: "${name}" and another spelling of "${canonical}" differ; send one`, {
        argument: canonical,
      });
    }
  }
  if (unsupported.length === 0) return { kind: "ok", args };
  const supported = Object.keys(schema.shape);
  const names = unsupported.map((name) => `"${name}"`).join(", ");
  const message = `${tool}: unsupported argument ${names}; nothing was run. Supported: ${supported.join(", ")}`;
  return fault("unsupported_argument", message, {
    unsupported_arguments: unsupported,
    supported_arguments: supported,
  });
}

function canonicalName(schema: z.ZodObject, name: string): string | null {
  if (Object.hasOwn(schema.shape, name)) return name;
  for (const canonical of Object.keys(schema.shape)) {
    if (ARGUMENT_ALIASES[canonical]?.includes(name)) return canonical;
  }
  return null;
}

function readArguments(tool: string, schema: z.ZodObject, raw: Record<string, unknown>): Named {
  const named = resolveAliases(tool, schema, raw);
  if (named.kind === "refused") return named;
  const args = coerce(schema, named.args);
  for (const [name, value] of Object.entries(args)) {
    if (!Array.isArray(value)) continue;
    const item = itemOf(schema.shape[name]);
    if (item === null) {
      const type = elementType(schema.shape[name]);
      args[name] = value.map((entry: unknown) => (typeof entry === "string" ? fromText(entry, type) : entry));
      continue;
    }
    const items: unknown[] = [];
    for (const [at, entry] of value.entries()) {
      const read = isRecord(entry) ? readArguments(`${tool}: ${name}[${at}]`, item, entry) : null;
      if (read?.kind === "refused") return read;
      items.push(read === null ? entry : read.args);
    }
    args[name] = items;
  }
  return { kind: "ok", args };
}

/** The shape of what a list of objects holds; `null` for any other field. */
function itemOf(field: unknown): z.ZodObject | null {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return itemOf(field.unwrap());
  return field instanceof z.ZodArray && field.element instanceof z.ZodObject ? field.element : null;
}

/** Type of what any other list holds. */
function elementType(field: unknown): string | undefined {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return elementType(field.unwrap());
  return field instanceof z.ZodArray && field.element instanceof z.ZodType ? innerType(field.element) : undefined;
}

/**
 * Weak models quote numbers, booleans and lists and send null for "not given"; only unmistakable spellings are read as
 * such.
 */
function coerce(schema: z.ZodObject, args: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const field = schema.shape[name];
    const optional = field instanceof z.ZodType && field.safeParse(undefined).success;
    if (value === null && optional) continue;
    const type = field instanceof z.ZodType ? innerType(field) : undefined;
    if (value === "" && optional && (type === "number" || type === "boolean")) continue;
    result[name] = typeof value === "string" ? fromText(value, type) : value;
  }
  return result;
}

function innerType(field: z.ZodType): string {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) {
    const inner = field.unwrap();
    return inner instanceof z.ZodType ? innerType(inner) : "unknown";
  }
  return field.type;
}

function fromText(value: string, type: string | undefined): unknown {
  if (type === "number" && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  if (type === "array" && value.startsWith("[")) return listFrom(value);
  return value;
}

function listFrom(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function fault(
  errorCode: ArgumentFault["errorCode"],
  message: string,
  data: Record<string, unknown> = {},
): ArgumentFault {
  return { kind: "refused", errorCode, message, data };
}
