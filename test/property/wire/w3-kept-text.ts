import { claim, claimEqual } from "../claims.ts";
import { cutInto } from "./generators.ts";
import { isResultCase, RESULT_TOOLS, type ResultCase, resultCase, textsOf } from "./result-case.ts";
import type { WireProperty } from "./wire-property.ts";

export const keptText: WireProperty<ResultCase> = (wire) => ({
  id: "W3",
  version: 2,
  title:
    "The cutter keeps the text up to a made-up result to the last character, with the call, and nothing of the result",
  doc: "The kept text is the text before the marker, whatever markup the call's argument holds and however it comes in.",
  kind: "pbt",
  arbitrary: resultCase,
  run(value) {
    const texts = textsOf(wire, value);
    if (texts === null) return;
    const { kept, isCut } = wire.cut(cutInto(texts.whole, value.cuts), RESULT_TOOLS);
    claim(isCut, `not cut: ${JSON.stringify(texts.whole)}`);
    claimEqual(kept, texts.real, "kept");
  },
  classify: (value) => (textsOf(wire, value) === null ? "refused" : value.format),
  witnesses: ["hermes", "qwen_xml", "gemma4", "mistral", "laguna", "lfm2", "harmony", "json"],
  accepts: isResultCase,
});
