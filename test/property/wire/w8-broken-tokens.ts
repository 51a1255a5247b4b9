import { constantFrom, integer, record, tuple } from "fast-check";
import { FORMAT_NAMES, type PlainCall, type WireFormatName, type WireTool } from "../../../runtime/wire/mod.ts";
import { claim } from "../claims.ts";
import { isCount, isOneOf, isRecordOf } from "../guards.ts";
import { WIRE_ENGINE } from "./engine.ts";
import { isFormatName } from "./generators.ts";
import { bucketOf, type WireProperty } from "./wire-property.ts";

const CHANGES = ["drop", "double", "swap"] as const;

interface BrokenCase {
  readonly format: WireFormatName;
  readonly change: (typeof CHANGES)[number];
  readonly at: number;
  readonly other: number;
}

interface TypedTool extends WireTool {
  readonly required: readonly string[];
  readonly types: Readonly<Record<string, string>>;
}

const BROKEN_TOOLS: readonly TypedTool[] = [
  typedTool("edit", { path: "string", count: "integer", all: "boolean", list: "array" }, ["path", "count"]),
  typedTool("run", { command: "string" }, ["command"]),
];

function typedTool(name: string, types: TypedTool["types"], required: readonly string[]): TypedTool {
  const properties = Object.fromEntries(Object.entries(types).map(([key, type]) => [key, { type }]));
  return { name, required, types, parameters: { type: "object", properties, required } };
}

const BROKEN_CALLS: readonly PlainCall[] = [
  { name: "edit", arguments: { all: true, count: 3, list: ["x", 1], path: "src/a.ts" } },
  { name: "run", arguments: { command: "ls -la | wc" } },
];

/** Tags, words, white space and single signs. */
function tokensOf(text: string): string[] {
  return text.match(/<[^<>\n]*>|\[[A-Z_]+\]|\w+|\s+|[^\w\s]/g) ?? [];
}

export const brokenTokens: WireProperty<BrokenCase> = (wire) => ({
  id: "W8",
  version: 1,
  title: "A valid text with a token dropped, doubled or swapped yields no call that breaks its schema unmarked",
  doc:
    "A call that is told names a tool, has its required arguments, and what does not fit its type is listed as mismatched " +
    "and is still the text the model wrote.",
  kind: "metamorphic",
  arbitrary: record({
    format: constantFrom(...FORMAT_NAMES),
    change: constantFrom(...CHANGES),
    places: tuple(integer({ min: 0, max: 200 }), integer({ min: 0, max: 200 })),
  }).map(({ places: [at, other], ...rest }) => ({ ...rest, at, other })),
  run(value) {
    const text = brokenText(value);
    for (const call of wire.parse(text, BROKEN_TOOLS).calls) {
      const tool = BROKEN_TOOLS.find(({ name }) => name === call.name);
      claim(tool !== undefined, `a call of ${call.name}, which is no tool`);
      const missing = tool.required.filter((key) => !Object.hasOwn(call.arguments, key));
      claim(missing.length === 0, `${missing.join()} is missing in the call read from ${JSON.stringify(text)}`);
      for (const [key, argument] of Object.entries(call.arguments)) {
        const type = tool.types[key];
        const fits = type === undefined || fitsType(argument, type);
        claim(
          fits || call.mismatched.includes(key),
          `${key} is no ${type} in the call read from ${JSON.stringify(text)}`,
        );
      }
    }
  },
  classify: (value) => bucketOf(wire.parse(brokenText(value), BROKEN_TOOLS)),
  witnesses: ["call", "truncated", "malformed", "unknown_tool"],
  accepts: isRecordOf<BrokenCase>({ format: isFormatName, change: isOneOf(CHANGES), at: isCount, other: isCount }),
});

function brokenText({ format, change, at, other }: BrokenCase): string {
  const tokens = tokensOf(textIn(format));
  const place = at % tokens.length;
  const second = other % tokens.length;
  const [one = "", two = ""] = [tokens[place], tokens[second]];
  if (change === "drop") tokens.splice(place, 1);
  else if (change === "double") tokens.splice(place, 0, one);
  else {
    tokens[place] = two;
    tokens[second] = one;
  }
  return tokens.join("");
}

const TEXTS = new Map<WireFormatName, string>();

/** Written by the product, for a law about reading. */
function textIn(format: WireFormatName): string {
  const known = TEXTS.get(format);
  if (known !== undefined) return known;
  const rendered = WIRE_ENGINE.render(format, BROKEN_CALLS, BROKEN_TOOLS);
  claim(rendered.kind === "text", `${format} cannot write the calls`);
  TEXTS.set(format, rendered.text);
  return rendered.text;
}

function fitsType(value: unknown, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  return typeof value === type;
}
