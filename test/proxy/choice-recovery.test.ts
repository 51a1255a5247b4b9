import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ChoiceRecovery } from "../../runtime/proxy/choice-recovery.ts";

const TOOLS = [{ name: "f", parameters: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } }];
const CALL = '<tool_call>{"name":"f","arguments":{"a":"x"}}</tool_call>';
const SEED = 20_261_130;

/** What is delivered of a text that arrives in these pieces, and how many calls it held. */
function read(chunks: readonly string[]): { text: string; calls: number; isCut: boolean } {
  const recovery = new ChoiceRecovery(TOOLS);
  let text = "";
  for (const chunk of chunks) text += recovery.push(chunk);
  const ended = recovery.end();
  return { text: text + ended.text, calls: ended.calls.length, isCut: recovery.isCut };
}

describe("what may be delivered of an answer", () => {
  test("is all of it when there is no call, whatever white space and brackets it holds, in any pieces", () => {
    const word = fc.constantFrom(
      "a",
      "Hello",
      " ",
      "\n",
      "\n\n",
      "\t",
      "<",
      "[",
      "{",
      "}",
      ">",
      "call",
      "`",
      "é",
      "\u{1f600}",
      "1.",
    );
    const pieces = fc.array(
      fc.array(word, { maxLength: 4 }).map((words) => words.join("")),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(pieces, (chunks) => {
        const { text, calls } = read(chunks);
        expect({ text, calls }).toEqual({ text: chunks.join(""), calls: 0 });
      }),
      { numRuns: 2000, seed: SEED },
    );
  });

  test("keeps prose on both sides of a call, and the space between", () => {
    const cases: readonly (readonly [text: string, delivered: string])[] = [
      [`Before.\n${CALL}\n\nAfter.`, "Before.\n\n\nAfter."],
      [`  Before. ${CALL}`, "  Before."],
      [`${CALL}\nAfter.\n`, "After."],
      [`<think>\nhm\n</think>\n\nBefore.\n${CALL}`, "<think>\nhm\n</think>\n\nBefore."],
    ];
    for (const [text, delivered] of cases) {
      for (const size of [1, 2, 3, 7, text.length]) {
        const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
          text.slice(at * size, (at + 1) * size),
        );
        expect({ size, ...read(chunks) }).toEqual({ size, text: delivered, calls: 1, isCut: false });
      }
    }
  });

  test("goes on unread above a size that no answer has", () => {
    const begun = `${CALL.slice(0, -20)}${"x".repeat(8 * 1024 * 1024)}`;
    expect(read([begun, CALL])).toEqual({ text: begun + CALL, calls: 0, isCut: false });
  });
});
