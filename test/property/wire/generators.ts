import {
  type Arbitrary,
  array,
  constantFrom,
  dictionary,
  integer,
  jsonValue,
  oneof,
  record,
  string,
  tuple,
} from "fast-check";
import {
  FORMAT_NAMES,
  type JsonObject,
  type JsonValue,
  resultMarkers,
  type WireFormatName,
  type WireTool,
} from "../../../runtime/wire/mod.ts";
import { type Guard, isCount, isListOf, isOneOf, isRecordOf, isText } from "../guards.ts";

/** Pieces of every family's markup: what an argument, a text or a broken call can be made of. */
export const MARKUP: readonly string[] = [
  ...resultMarkers(),
  "<tool_call>",
  "</tool_call>",
  "<function=f>",
  "</function>",
  "<parameter=path>",
  "<parameter=a>",
  "</parameter>",
  "<|tool_call>call:f{",
  "}<tool_call|>",
  '<|"|>',
  "[TOOL_CALLS]",
  "[ARGS]",
  "<arg_key>",
  "</arg_key>",
  "<arg_value>",
  "</arg_value>",
  "<|tool_call_start|>",
  "<|tool_call_end|>",
  "<|channel|>commentary to=functions.f <|constrain|>json<|message|>",
  "<|call|>",
  "<|start|>assistant",
  "<|im_end|>",
  "<think>",
  "</think>",
  "```json\n",
  "```",
  "`",
  '{"name": "f", "arguments": {}}',
  "Observation: ",
  "<function_calls>",
  '<invoke name="f">',
  '<parameter name="path">',
  "</invoke>",
  "<|python_tag|>",
  "<|tool_call|>",
  "<|/tool_call|>",
  "<｜tool▁call▁begin｜>",
  "<｜tool▁sep｜>",
  "<|tool_call_begin|>",
  "functions.f:0",
  "<|tool_call_argument_begin|>",
  "assistantcommentary to=functions.f",
  "[e~[",
  "f(",
  "{",
  "[",
  "call:f{}",
  "\n",
  "\\n",
  '"',
  "'",
  "\\",
  ", ",
  "}",
  "]",
  ")",
  "null",
  "true",
  "42",
  " ",
  "\u{1f680}",
  "naïve",
];

/** Markup that is not whole: its first characters. */
export const halfMarkup: Arbitrary<string> = tuple(constantFrom(...MARKUP), integer({ min: 1, max: 24 })).map(
  ([text, length]) => text.slice(0, length),
);

export const markedText: Arbitrary<string> = array(oneof(constantFrom(...MARKUP), string({ maxLength: 6 })), {
  maxLength: 8,
}).map((parts) => parts.join(""));

const KEYS = ["a", "b", "path", "content", "flag"];

const argumentValue: Arbitrary<JsonValue> = oneof(
  { weight: 3, arbitrary: markedText },
  {
    weight: 1,
    arbitrary: constantFrom<JsonValue>("null", "true", " x ", "\nx\n", "007", "", null, true, 0, -1.5, 1e21),
  },
  { weight: 1, arbitrary: jsonValue({ maxDepth: 2 }).map(plainJson) },
  { weight: 1, arbitrary: array(oneof(markedText, integer()), { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: dictionary(constantFrom("x", "y", "old", "new"), oneof(markedText, integer()), { maxKeys: 3 }),
  },
);

/** As JSON has it: no -0, no prototype. */
function plainJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value));
}

export interface CallCase {
  readonly format: WireFormatName;
  readonly calls: readonly JsonObject[];
  readonly before: string;
}

/** Calls of the tool `f`, by their arguments, and plain words before them. */
export const callCase: Arbitrary<CallCase> = record({
  format: constantFrom(...FORMAT_NAMES),
  calls: array(dictionary(constantFrom(...KEYS), argumentValue, { maxKeys: 4 }).map(plainObject), {
    minLength: 1,
    maxLength: 2,
  }),
  before: constantFrom("", "Let me look.\n", "Two lines\nof words.\n\n"),
});

function plainObject(value: Readonly<Record<string, JsonValue>>): JsonObject {
  return { ...value };
}

export function namedCalls(calls: readonly JsonObject[]) {
  return calls.map((args, at) => ({ name: `f${at}`, arguments: args }));
}

/** A tool for each call, its schema made from the arguments; every argument is required. */
export function toolsFor(calls: readonly JsonObject[]): WireTool[] {
  return calls.map((args, at) => ({
    name: `f${at}`,
    parameters: {
      type: "object",
      properties: Object.fromEntries(Object.entries(args).map(([key, value]) => [key, { type: typeName(value) }])),
      required: Object.keys(args),
    },
  }));
}

function typeName(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

/** Tools for texts that were not made from calls. */
export const TOOLS: readonly WireTool[] = [
  {
    name: "f",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, a: { type: ["integer", "null"] }, flag: { type: "boolean" } },
    },
  },
  { name: "g", parameters: { type: "object", properties: { content: { type: "string" } }, required: ["content"] } },
];

/** Where to cut: each number, modulo what is left and a small bound, is the length of a chunk. */
export const cuts: Arbitrary<readonly number[]> = array(integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 });

export function cutInto(text: string, lengths: readonly number[]): string[] {
  const chunks: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const length = Math.max(1, lengths[turn % lengths.length] ?? 1);
    chunks.push(text.slice(at, at + length));
    at += length;
  }
  return chunks;
}

/** Text as a model might garble it: markup of all families in any order, with words between. */
export const garbledText: Arbitrary<string> = array(
  oneof(
    { weight: 4, arbitrary: constantFrom(...MARKUP) },
    { weight: 1, arbitrary: halfMarkup },
    { weight: 1, arbitrary: string({ maxLength: 5 }) },
    {
      weight: 2,
      arbitrary: constantFrom(
        '<tool_call>\n{"name": "g", "arguments": {"content": "x"}}\n</tool_call>',
        "<tool_call>\n<function=g>\n<parameter=content>\nx\n</parameter>\n</function>\n</tool_call>",
        '[TOOL_CALLS]g[ARGS]{"content": "x"}',
        "<tool_call>g<arg_key>content</arg_key><arg_value>x</arg_value></tool_call>",
        "<|tool_call_start|>[g(content='x')]<|tool_call_end|>",
        '<|tool_call>call:g{content:<|"|>x<|"|>}<tool_call|>',
        '{"name": "g", "arguments": {"content": "x"}}\n',
      ),
    },
  ),
  { maxLength: 14 },
).map((parts) => parts.join(""));

export interface GarbledCase {
  readonly text: string;
  readonly cuts: readonly number[];
}

export const garbledCase: Arbitrary<GarbledCase> = tuple(garbledText, cuts).map(([text, lengths]) => ({
  text,
  cuts: lengths,
}));

export const isGarbledCase: Guard<GarbledCase> = isRecordOf<GarbledCase>({ text: isText, cuts: isListOf(isCount) });

const isJsonObject: Guard<JsonObject> = (value): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isFormatName = isOneOf(FORMAT_NAMES);

export const isCallCase: Guard<CallCase> = isRecordOf<CallCase>({
  format: isFormatName,
  calls: isListOf(isJsonObject),
  before: isText,
});

/** JSON with sorted names: their order is no part of a value. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, canonical(value[key])]),
  );
}
