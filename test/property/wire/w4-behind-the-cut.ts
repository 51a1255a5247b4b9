import { claimEqual } from "../claims.ts";
import { cutInto } from "./generators.ts";
import { isResultCase, RESULT_TOOLS, type ResultCase, resultCase, textsOf } from "./result-case.ts";
import { plainCalls, type WireProperty } from "./wire-property.ts";

export const behindTheCut: WireProperty<ResultCase> = (wire) => ({
  id: "W4",
  version: 2,
  title: "The cut is told at the first character of the marker, the call stands, and nothing behind it is ever told",
  doc: "The same for a whole text and for a stream, where a `cut` is the last event.",
  kind: "metamorphic",
  arbitrary: resultCase,
  run(value) {
    const texts = textsOf(wire, value);
    if (texts === null) return;
    const whole = wire.parse(texts.whole, RESULT_TOOLS);
    claimEqual(whole.cutAt, texts.real.length, `the cut in ${JSON.stringify(texts.whole)}`);
    claimEqual(plainCalls(whole.calls), plainCalls([texts.call]), "the calls");
    const { events, result } = wire.stream(cutInto(texts.whole, value.cuts), RESULT_TOOLS);
    claimEqual(result, whole, "in chunks");
    claimEqual(events.at(-1)?.kind, "cut", "the last event");
  },
  classify: (value) => (textsOf(wire, value) === null ? "refused" : value.marker),
  witnesses: ["<tool_response>", "<|tool_response>", "[TOOL_RESULTS]", "<|tool_response_start|>", "<|im_start|>user"],
  accepts: isResultCase,
});
