import type { Property } from "../property.ts";
import type { WireEngine } from "./engine.ts";
import { chunking } from "./w1-chunking.ts";
import { roundTrip } from "./w2-round-trip.ts";
import { keptText } from "./w3-kept-text.ts";
import { behindTheCut } from "./w4-behind-the-cut.ts";
import { plain } from "./w5-plain-text.ts";
import { anyText } from "./w6-any-text.ts";
import { ansi } from "./w7-ansi.ts";
import { brokenTokens } from "./w8-broken-tokens.ts";
import { truncation } from "./w9-truncation.ts";

/** The laws of reading calls from text, stated of `wire`: the product, or a mutant of it. */
export function wireProperties(wire: WireEngine): readonly Property<unknown>[] {
  return [chunking, roundTrip, keptText, behindTheCut, plain, anyText, ansi, brokenTokens, truncation].map((law) =>
    law(wire),
  );
}
