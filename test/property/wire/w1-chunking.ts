import { claimEqual } from "../claims.ts";
import { cutInto, type GarbledCase, garbledCase, isGarbledCase, TOOLS } from "./generators.ts";
import { bucketOf, type WireProperty } from "./wire-property.ts";

export const chunking: WireProperty<GarbledCase> = (wire) => ({
  id: "W1",
  version: 2,
  title: "However a stream is cut into chunks, it comes to what the whole text comes to",
  doc: "Calls with their places, content, cut and error are equal, and so is the prose that was given out on the way.",
  kind: "metamorphic",
  arbitrary: garbledCase,
  run({ text, cuts }) {
    const whole = wire.parse(text, TOOLS);
    for (const chunks of [cutInto(text, cuts), cutInto(text, [1])]) {
      const { events, result } = wire.stream(chunks, TOOLS);
      claimEqual(result, whole, "in chunks");
      const from = events.findLastIndex(({ kind }) => kind === "reasoning_ended") + 1;
      const prose = events.slice(from).map((event) => (event.kind === "prose" ? event.text : ""));
      claimEqual(prose.join(""), whole.content ?? "", "the prose given out");
    }
  },
  classify: ({ text }) => bucketOf(wire.parse(text, TOOLS)),
  witnesses: ["cut", "call", "prose", "truncated", "malformed"],
  accepts: isGarbledCase,
});
