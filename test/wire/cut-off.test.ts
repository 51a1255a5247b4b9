import { describe, expect, test } from "vitest";
import { FORMAT_NAMES, type JsonObject, type PlainCall, parseWireText, renderCalls } from "../../runtime/wire/mod.ts";
import { parseChunks } from "./vectors.ts";

const TOOLS = [
  {
    name: "plan",
    parameters: {
      type: "object",
      properties: {
        city: { type: "string" },
        days: { type: "integer" },
        fast: { type: "boolean" },
        options: { type: "object" },
        stops: { type: "array" },
      },
      required: ["city"],
    },
  },
];

/** Each kind of value comes last once, and every argument but the first may be absent. */
const VALUES: readonly JsonObject[] = [
  { city: "Oslo" },
  { city: "Oslo", days: 12 },
  { city: "Oslo", fast: true },
  { city: "Oslo", options: { by: "train", seats: 2 } },
  { city: "Oslo", stops: ["Ås", 1, null] },
  { city: "tab\there \u0001 \\" },
  { days: 3, fast: false, city: "a < b\n{c: 'd'}" },
];

const CALLS: readonly PlainCall[] = VALUES.map((args) => ({ name: "plan", arguments: args }));

/** A pair of tags is closed, and of the tag behind it nothing is there, or enough to know it for a closing one. */
const BEHIND_A_PAIR = /<\/(?:arg_value|parameter)>\s*(?:<\/[\w:]*)?$/;

function isPartOf(part: JsonObject, whole: JsonObject | undefined): boolean {
  return Object.entries(part).every(([key, value]) => JSON.stringify(whole?.[key]) === JSON.stringify(value));
}

describe("a text that ends anywhere", () => {
  for (const format of FORMAT_NAMES) {
    test(`of ${format}: no call is told unless it was written to its end`, () => {
      for (const call of CALLS) {
        const rendered = renderCalls(format, [call, { name: "plan", arguments: { city: "Rome" } }], { tools: TOOLS });
        if (rendered.kind === "refused") throw new Error(rendered.message);
        const { text } = rendered;
        const meant = parseWireText(text, { tools: TOOLS }).calls.map(({ arguments: args }) => args);
        const faults: unknown[] = [];
        for (let end = 0; end < text.length; end += 1) {
          const begun = text.slice(0, end);
          const { calls, content, error } = parseWireText(begun, { tools: TOOLS });
          const told = calls.map(({ arguments: args }) => args);
          const expected = meant.slice(0, told.length);
          // Pairs stand in a row behind which stop strings eat the closing tag: a whole pair may have been the last.
          const last = told.at(-1);
          if (last !== undefined && BEHIND_A_PAIR.test(begun) && isPartOf(last, expected.at(-1))) {
            expected[told.length - 1] = last;
          }
          if (JSON.stringify(told) !== JSON.stringify(expected)) faults.push({ begun, told });
          // What belongs to a broken call is in its report and in no prose.
          if (error !== null && content !== null) faults.push({ begun, content });
        }
        expect(faults).toEqual([]);
      }
    });
  }

  test("behind a key, and a character that begins no tag, is a broken call and not one without that key", () => {
    const begun = "<tool_call>plan<arg_key>city</arg_key><arg_value>Oslo</arg_value><arg_key>days</arg_key>";
    for (const rest of ["", "<", "<a", "<arg_value", "<arg_value>", "<arg_value>1", "</", "\u2039", "\u2039/"]) {
      const { calls, error } = parseWireText(begun + rest, { tools: TOOLS });
      expect({ rest, calls, refused: error !== null }).toEqual({ rest, calls: [], refused: true });
    }
  });

  test("with one sign of a tag behind a whole pair is truncated: the sign may have begun the next pair", () => {
    const pair = "<tool_call>plan<arg_key>city</arg_key><arg_value>Oslo</arg_value><";
    const parameter = "<tool_call>\n<function=plan>\n<parameter=city>\nOslo\n</parameter>\n<";
    for (const text of [pair, parameter]) {
      expect(parseWireText(text, { tools: TOOLS })).toMatchObject({ calls: [], error: { error: "truncated" } });
    }
  });
});

test("half an opener is prose and does not stop the reader", () => {
  for (const text of ["<invoke name=", "<function=", "<function name=", 'Look:\n<invoke name="', "call:", "<user>"]) {
    const result = { calls: [], content_before: text, cut_at: null, error: null };
    expect(parseChunks([text], TOOLS)).toEqual(result);
    expect(parseChunks([...text], TOOLS)).toEqual(result);
  }
});

test("nothing among bare items of a Gemma list is null, and no text", () => {
  const text = "<|tool_call>call:plan{city:Oslo,stops:[1,null]}<tool_call|>";
  const { calls } = parseWireText(text, { tools: TOOLS });
  expect(calls.map(({ arguments: args }) => args)).toEqual([{ city: "Oslo", stops: [1, null] }]);
});

test("the id of a Mistral call may come in any number of chunks", () => {
  const text = '[TOOL_CALLS]plan[CALL_ID]a1B2c3D4e[ARGS]{"city": "Oslo"}';
  const whole = {
    calls: [{ name: "plan", arguments: { city: "Oslo" } }],
    content_before: null,
    cut_at: null,
    error: null,
  };
  for (let first = 1; first < text.length; first += 1) {
    for (let second = first; second < text.length; second += 1) {
      const chunks = [text.slice(0, first), text.slice(first, second), text.slice(second)];
      expect(parseChunks(chunks, TOOLS)).toEqual(whole);
    }
  }
});
