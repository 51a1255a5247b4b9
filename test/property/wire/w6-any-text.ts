import { array, constantFrom, integer, oneof, record, string } from "fast-check";
import { claim } from "../claims.ts";
import { isCount, isListOf, isRecordOf, isText } from "../guards.ts";
import { cutInto, halfMarkup, MARKUP, TOOLS } from "./generators.ts";
import { bucketOf, type WireProperty } from "./wire-property.ts";

interface CostCase {
  /** Repeated `times` times. */
  readonly unit: string;
  readonly times: number;
  readonly tail: string;
  readonly cuts: readonly number[];
}

/** Looks allowed for each character, and for being asked at all. */
const LOOKS_A_CHARACTER = 24;
const LOOKS_AT_LEAST = 4096;

export const anyText: WireProperty<CostCase> = (wire) => ({
  id: "W6",
  version: 2,
  title: "Any text is read without a fault, in a number of looks linear in its length",
  doc: "Looks are counted, not timed. Markup of all families, repeated up to thousands of times, whole and in chunks.",
  kind: "cost",
  arbitrary: record({
    unit: array(
      oneof(
        { weight: 4, arbitrary: constantFrom(...MARKUP) },
        { weight: 1, arbitrary: halfMarkup },
        { weight: 1, arbitrary: string({ maxLength: 4 }) },
      ),
      {
        minLength: 1,
        maxLength: 5,
      },
    ).map((parts) => parts.join("") || "x"),
    times: constantFrom(1, 10, 400),
    tail: oneof(constantFrom(...MARKUP), halfMarkup, string({ maxLength: 4 })),
    cuts: array(integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
  }),
  run({ unit, times, tail, cuts }) {
    const text = unit.repeat(times) + tail;
    for (const chunks of [[text], cutInto(text, cuts)]) {
      const looks = wire.work(chunks, TOOLS);
      const allowed = LOOKS_AT_LEAST + LOOKS_A_CHARACTER * text.length;
      claim(looks <= allowed, `${looks} looks for ${text.length} characters, ${allowed} allowed`);
    }
  },
  classify: ({ unit, times, tail }) => bucketOf(wire.parse(unit.repeat(Math.min(times, 10)) + tail, TOOLS)),
  witnesses: ["prose", "truncated", "malformed"],
  accepts: isRecordOf<CostCase>({ unit: isText, times: isCount, tail: isText, cuts: isListOf(isCount) }),
});
