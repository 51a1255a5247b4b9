import type { JsonObject, JsonValue, WireCall, WireResult, WireTool } from "../../runtime/wire/mod.ts";
import type { WireEngine } from "../property/wire/engine.ts";
import type { WireMutant } from "./wire-mutant.ts";

export const WIRE_MUTANTS: readonly WireMutant[] = [
  {
    id: "strings-trimmed",
    title: "Texts of arguments lose the white space at their ends",
    killedBy: "W2",
    mutate: (wire) => withArguments(wire, (value) => (typeof value === "string" ? value.trim() : value)),
  },
  {
    id: "tag-closes-in-string",
    title: "The first closing tag ends a call, also inside a text",
    killedBy: "W2",
    mutate: (wire) => ({ ...wire, parse: (text, tools) => wire.parse(upToFirstCloser(text), tools) }),
  },
  {
    id: "cut-one-token-late",
    title: "The marker of a made-up result is kept, and only what follows it is cut",
    killedBy: "W3",
    mutate: (wire) => ({
      ...wire,
      cut(chunks, tools) {
        const right = wire.cut(chunks, tools);
        if (!right.isCut) return right;
        const token = /^<[^>]*>|^\S+/.exec(chunks.join("").slice(right.kept.length))?.[0] ?? "";
        return { ...right, kept: right.kept + token };
      },
    }),
  },
  {
    id: "cut-told-late",
    title: "The cut is told behind the first token of the result",
    killedBy: "W4",
    mutate: (wire) => ({
      ...wire,
      parse(text, tools) {
        const right = wire.parse(text, tools);
        return right.cutAt === null ? right : { ...right, cutAt: right.cutAt + 1 };
      },
    }),
  },
  {
    id: "truncated-calls-run",
    title: "A call that was cut off is closed and run",
    killedBy: "W9",
    mutate: (wire) => ({ ...wire, parse: (text, tools) => closedAndRun(wire, text, tools) }),
  },
  {
    id: "text-nulled",
    title: "A text that says null becomes null",
    killedBy: "W2",
    mutate: (wire) => withArguments(wire, (value) => (value === "null" ? null : value)),
  },
  {
    id: "chunks-seen",
    title: "A marker that comes in two chunks is not seen",
    killedBy: "W1",
    mutate: (wire) => ({
      ...wire,
      stream(chunks, tools) {
        const right = wire.stream(chunks, tools);
        const isSplit = right.result.cutAt !== null && chunks.every((chunk) => chunk.length < 3);
        return isSplit ? { ...right, result: { ...right.result, cutAt: null } } : right;
      },
    }),
  },
];

function withArguments(wire: WireEngine, change: (value: JsonValue) => JsonValue): WireEngine {
  return {
    ...wire,
    parse(text, tools) {
      const right = wire.parse(text, tools);
      return { ...right, calls: right.calls.map((call) => ({ ...call, arguments: changed(call.arguments, change) })) };
    },
  };
}

function changed(values: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}

/** The text with everything left out between the first closing tag and the last. */
function upToFirstCloser(text: string): string {
  for (const closer of ["</tool_call>", "</parameter>", "</arg_value>", "<|tool_call_end|>"]) {
    const first = text.indexOf(closer);
    const last = text.lastIndexOf(closer);
    if (first >= 0 && last > first) return text.slice(0, first) + text.slice(last);
  }
  return text;
}

const ENDINGS = [
  "\n</parameter>\n</function>\n</tool_call>",
  "</arg_value></tool_call>",
  '"}}\n</tool_call>',
  '"}}',
  '"}',
  '<|"|>}<tool_call|>',
  "')]<|tool_call_end|>",
  "</parameter>\n</invoke>",
];

/** What is missing is not asked for; what is there is run. */
function closedAndRun(wire: WireEngine, text: string, tools: readonly WireTool[]): WireResult {
  const right = wire.parse(text, tools);
  if (right.error?.error !== "truncated") return right;
  const lenient = tools.map(({ name }) => ({ name }));
  for (const ending of ENDINGS) {
    const calls: readonly WireCall[] = wire.parse(text + ending, lenient).calls;
    if (calls.length > 0) return { ...right, calls, error: null };
  }
  return right;
}
