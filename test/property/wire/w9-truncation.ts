import { constantFrom, integer, record } from "fast-check";
import { FORMAT_NAMES, type WireFormatName } from "../../../runtime/wire/mod.ts";
import { claim, claimEqual } from "../claims.ts";
import { isCount, isRecordOf, isText } from "../guards.ts";
import { WIRE_ENGINE } from "./engine.ts";
import { isFormatName, markedText } from "./generators.ts";
import { bucketOf, plainCalls, type WireProperty } from "./wire-property.ts";

interface CutOffCase {
  readonly format: WireFormatName;
  readonly content: string;
  /** How much of the text is left, in thousandths. */
  readonly share: number;
}

const CUT_OFF_TOOLS = [
  {
    name: "g",
    parameters: {
      type: "object",
      properties: { content: { type: "string" }, path: { type: "string" } },
      required: ["content", "path"],
    },
  },
];

export const truncation: WireProperty<CutOffCase> = (wire) => ({
  id: "W9",
  version: 2,
  title: "Of a call that was cut off anywhere, either nothing is run or exactly the whole call",
  doc: "The whole call stands only when all its arguments were there and a closing tag alone was lost.",
  kind: "metamorphic",
  arbitrary: record({
    format: constantFrom(...FORMAT_NAMES),
    content: markedText,
    share: integer({ min: 0, max: 1000 }),
  }),
  run(value) {
    const text = cutOff(value);
    if (text === null) return;
    const { calls } = wire.parse(text, CUT_OFF_TOOLS);
    if (calls.length === 0) return;
    claim(calls.length === 1, `${calls.length} calls in ${JSON.stringify(text)}`);
    claimEqual(plainCalls(calls), plainCalls([callOf(value)]), `read from ${JSON.stringify(text)}`);
  },
  classify(value) {
    const text = cutOff(value);
    return text === null ? "refused" : bucketOf(wire.parse(text, CUT_OFF_TOOLS));
  },
  witnesses: ["truncated", "call", "prose"],
  accepts: isRecordOf<CutOffCase>({ format: isFormatName, content: isText, share: isCount }),
});

function callOf({ content }: CutOffCase) {
  return { name: "g", arguments: { content, path: "a.txt" } };
}

function cutOff(value: CutOffCase): string | null {
  const rendered = WIRE_ENGINE.render(value.format, [callOf(value)], CUT_OFF_TOOLS);
  if (rendered.kind === "refused") return null;
  return rendered.text.slice(0, Math.floor((rendered.text.length * value.share) / 1000));
}
