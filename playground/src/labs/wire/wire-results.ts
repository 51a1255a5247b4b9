import { followAsker } from "../../app/mod.ts";
import { reader } from "../../wire/mod.ts";
import { wireInputs } from "./wire-inputs.ts";

/** What the reader says of the text, at the chunk that the scrubber stands at and at the end. */
export const readings = followAsker({
  question: (bench) => {
    const { text, tools, chunk, arrived } = wireInputs.of(bench);
    return { text, tools, chunk, arrived };
  },
  ask: (input) => reader().ask("lab", "read", input),
  isSame: (a, b) => a.text === b.text && a.tools === b.tools && a.chunk === b.chunk && a.arrived === b.arrived,
});
