import { isRecord } from "../schema.ts";
import type { ToolResult } from "./types.ts";

/** UTF-16 code units of a value that a message still names whole. */
const MAX_NAMED = 200;
/** Of a value beside the message, which programs read: longer than any path that a system takes. */
export const MAX_FIELD = 4096;

/** A value as messages name it: its start and how long it is. */
export function shortened(value: string, limit: number = MAX_NAMED): string {
  if (value.length <= limit) return value;
  return `${value.slice(0, limit).replace(/[\ud800-\udbff]$/, () => "")}... (${value.length} characters)`;
}

/** A refusal in whose message no value of the call stands at length, be it the name or the value of an argument. */
export function withShortValues(result: ToolResult, args: unknown): ToolResult {
  if (result.success) return result;
  let { error } = result;
  for (const value of textsOf(args)) {
    // A message holds it as it is, or as JSON.
    for (const text of [value, JSON.stringify(value).slice(1, -1)]) error = error.split(text).join(shortened(text));
  }
  return { ...result, error };
}

/** The same of what stands beside the message. */
export function withShortData(result: ToolResult): ToolResult {
  return result.success || result.data === undefined ? result : { ...result, data: withShortFields(result.data) };
}

/** Long names and texts of the arguments, the longest first, since one may hold another. */
function textsOf(args: unknown): string[] {
  const texts = isRecord(args) ? Object.entries(args).flat() : [];
  const long = texts.filter((text): text is string => typeof text === "string" && text.length > MAX_NAMED);
  return long.sort((a, b) => b.length - a.length);
}

function withShortFields(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((item: unknown) => shortField(item)) : shortField(value),
    ]),
  );
}

function shortField(value: unknown): unknown {
  return typeof value === "string" ? shortened(value, MAX_FIELD) : value;
}
