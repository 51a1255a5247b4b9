import type { ErrorCode } from "../errors.ts";
import { isRecord } from "../schema.ts";
import { FORMAT_NAMES } from "./formats/names.ts";
import { isJsonObject } from "./json-value.ts";
import { createWireParser } from "./parser.ts";
import { renderCalls } from "./render.ts";
import type { PlainCall, WireCall, WireErrorKind, WireFormatName, WireTool } from "./types.ts";

/** What a text came to, as JSON sent to users. */
export interface ParseAnswer {
  readonly id: string | number | null;
  readonly calls: readonly {
    readonly name: string;
    readonly arguments: WireCall["arguments"];
    readonly format: WireFormatName;
    /** Arguments that do not fit their type; left out when all do. */
    readonly mismatched?: readonly string[];
  }[];
  readonly content_before: string | null;
  readonly cut_at: number | null;
  readonly error: WireErrorKind | null;
  /** Where and why, beside an `error`. */
  readonly error_detail?: { readonly message: string; readonly at: number; readonly name: string | null };
}

export interface RenderAnswer {
  readonly id: string | number | null;
  readonly format: WireFormatName;
  readonly text: string;
}

export interface RecordRefusal {
  readonly id: string | number | null;
  readonly success: false;
  readonly error: string;
  readonly error_code: ErrorCode;
}

export interface RecordOptions {
  readonly formats?: readonly WireFormatName[] | undefined;
  /** Feeds the text in pieces of so many UTF-16 units; whole when left out. */
  readonly chunk?: number | undefined;
}

/** Answers one record `{id?, text, tools, formats?}`. A wrong record is an answer too. */
export function parseRecord(record: unknown, options: RecordOptions = {}): ParseAnswer | RecordRefusal {
  const id = idOf(record);
  const refuse = (message: string) => refusal(id, `parse: ${message}; nothing was read`);
  if (!isRecord(record)) return refuse("the record must be a JSON object with text and tools");
  const unknown = Object.keys(record).find((key) => !["id", "text", "tools", "formats", "chunk"].includes(key));
  if (unknown !== undefined)
    return refuse(`unsupported field ${JSON.stringify(unknown)}; send id, text, tools, formats, chunk`);
  const { text, chunk = options.chunk } = record;
  if (typeof text !== "string") return refuse("text must be a string");
  const tools = toolsOf(record.tools);
  if (typeof tools === "string") return refuse(tools);
  const formats = record.formats === undefined ? options.formats : formatsOf(record.formats);
  if (formats === null) return refuse(`formats must be a list of some of ${FORMAT_NAMES.join(", ")}`);
  if (chunk !== undefined && !isCount(chunk)) return refuse("chunk must be a whole number from 1");
  return answerOf(id, text, tools, formats, chunk ?? text.length);
}

/** Answers one record `{id?, calls, tools?, format?}`. */
export function renderRecord(record: unknown, format: WireFormatName | undefined): RenderAnswer | RecordRefusal {
  const id = idOf(record);
  const refuse = (message: string) => refusal(id, `render: ${message}; nothing was written`);
  if (!isRecord(record)) return refuse("the record must be a JSON object with calls");
  const unknown = Object.keys(record).find((key) => !["id", "calls", "tools", "format"].includes(key));
  if (unknown !== undefined)
    return refuse(`unsupported field ${JSON.stringify(unknown)}; send id, calls, tools, format`);
  const chosen = record.format === undefined ? format : formatNamed(record.format);
  if (chosen === undefined) return refuse(`format must be one of ${FORMAT_NAMES.join(", ")}`);
  const calls = callsOf(record.calls);
  if (calls === null) return refuse("calls must be a list of {name, arguments}, arguments being an object");
  const tools = record.tools === undefined ? undefined : toolsOf(record.tools);
  if (typeof tools === "string") return refuse(tools);
  const rendered = renderCalls(chosen, calls, { tools });
  if (rendered.kind === "text") return { id, format: chosen, text: rendered.text };
  return { ...refuse(rendered.message), error_code: "malformed_call" };
}

/** @returns `undefined` when no format has the name. */
export function formatNamed(name: unknown): WireFormatName | undefined {
  return FORMAT_NAMES.find((known) => known === name);
}

function answerOf(
  id: ParseAnswer["id"],
  text: string,
  tools: readonly WireTool[],
  formats: readonly WireFormatName[] | undefined,
  chunk: number,
): ParseAnswer {
  const parser = createWireParser({ tools, formats });
  for (let at = 0; at < text.length && !parser.isCut; at += chunk) parser.push(text.slice(at, at + chunk));
  parser.end();
  const { calls, contentBefore, cutAt, error } = parser.result();
  return {
    id,
    calls: calls.map(({ name, arguments: args, format, mismatched }) => ({
      name,
      arguments: args,
      format,
      ...(mismatched.length > 0 && { mismatched }),
    })),
    content_before: contentBefore,
    cut_at: cutAt,
    error: error?.error ?? null,
    ...(error !== null && { error_detail: { message: error.message, at: error.at, name: error.name } }),
  };
}

/** Tools as `{name, parameters?}`, or as the `{type: "function", function: {...}}` of chat APIs. @returns why not. */
function toolsOf(value: unknown): readonly WireTool[] | string {
  const wrong = "tools must be a list of {name, parameters}, parameters being a JSON Schema";
  if (!Array.isArray(value)) return wrong;
  const tools: WireTool[] = [];
  for (const item of value) {
    const tool: unknown = isRecord(item) && isRecord(item.function) ? item.function : item;
    if (!isRecord(tool) || typeof tool.name !== "string" || tool.name === "") return wrong;
    const { name, parameters } = tool;
    if (parameters !== undefined && parameters !== null && !isRecord(parameters)) return wrong;
    if (tools.some((known) => known.name === name))
      return `two tools are named ${JSON.stringify(name)}; send each once`;
    tools.push({ name, parameters: parameters ?? undefined });
  }
  return tools;
}

function formatsOf(value: unknown): readonly WireFormatName[] | null {
  if (!Array.isArray(value)) return null;
  const formats = value.map(formatNamed).filter((format) => format !== undefined);
  return formats.length === value.length && formats.length > 0 ? formats : null;
}

function callsOf(value: unknown): readonly PlainCall[] | null {
  if (!Array.isArray(value) || value.length === 0) return null;
  const calls: PlainCall[] = [];
  for (const item of value) {
    if (!isRecord(item) || typeof item.name !== "string" || !isJsonObject(item.arguments)) return null;
    calls.push({ name: item.name, arguments: item.arguments });
  }
  return calls;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}

function idOf(record: unknown): ParseAnswer["id"] {
  const id = isRecord(record) ? record.id : undefined;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function refusal(id: ParseAnswer["id"], error: string): RecordRefusal {
  return { id, success: false, error, error_code: "bad_argument" };
}
