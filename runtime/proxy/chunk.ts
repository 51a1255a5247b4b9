import { isRecord } from "../schema.ts";

/** A part of an answer as the upstream writes it; only what is looked at is checked. */
export type Json = Readonly<Record<string, unknown>>;

export function objectOrNull(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** The choice of a chunk with other text; null when it says nothing any more: no text, no role, nothing else. */
export function withContent(choice: Json, delta: Json, content: string): Json | null {
  const { content: _, ...others } = delta;
  const isEmpty = content === "" && !Object.values(others).some(isFilled) && !isFilled(choice.logprobs);
  return isEmpty ? null : { ...choice, delta: content === "" ? others : { ...delta, content } };
}

/** Whether a delta or a message carries calls as fields of their own. */
export function hasStructuredCall({ tool_calls: calls, function_call: call }: Json): boolean {
  return (Array.isArray(calls) && calls.length > 0) || isRecord(call);
}

export function isText(content: unknown): content is string | null | undefined {
  return typeof content === "string" || content === null || content === undefined;
}

/** Whether the client is told anything by this delta: text, reasoning, a call, a refusal. The role alone tells nothing. */
export function saysSomething(delta: Json): boolean {
  return Object.entries(delta).some(([name, value]) => name !== "role" && isFilled(value));
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
}
