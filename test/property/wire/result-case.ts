import { type Arbitrary, constantFrom, record, string } from "fast-check";
import { FORMATS, type WireFormatName } from "../../../runtime/wire/mod.ts";
import { type Guard, isCount, isListOf, isRecordOf, isText } from "../guards.ts";
import type { WireEngine } from "./engine.ts";
import { cuts, isFormatName, markedText } from "./generators.ts";

export interface ResultCase {
  readonly format: WireFormatName;
  readonly content: string;
  /** Where the made-up result begins. */
  readonly marker: string;
  readonly fiction: string;
  readonly cuts: readonly number[];
}

const PAIRS = FORMATS.flatMap(({ name, resultMarkers }) =>
  (resultMarkers.length > 0 ? resultMarkers : ["<tool_response>", "<tool_result>"]).map((marker) => ({ name, marker })),
);

/** A call, and a result made up behind it. */
export const resultCase: Arbitrary<ResultCase> = record({
  pair: constantFrom(...PAIRS),
  content: markedText,
  fiction: string({ maxLength: 20 }),
  cuts,
}).map(({ pair, ...rest }) => ({ format: pair.name, marker: pair.marker, ...rest }));

export const isResultCase: Guard<ResultCase> = isRecordOf<ResultCase>({
  format: isFormatName,
  content: isText,
  marker: isText,
  fiction: isText,
  cuts: isListOf(isCount),
});

export const RESULT_TOOLS = [
  {
    name: "g",
    parameters: { type: "object", properties: { content: { type: "string" } }, required: ["content"] },
  },
];

/** The call, its text, and the whole with the fiction; null when the format cannot write the value. */
export function textsOf(wire: WireEngine, { format, content, marker, fiction }: ResultCase) {
  const call = { name: "g", arguments: { content } };
  const rendered = wire.render(format, [call], RESULT_TOOLS);
  if (rendered.kind === "refused") return null;
  const real = `Words first.\n${rendered.text}\n`;
  return { call, real, whole: `${real}${marker}${fiction}` };
}
