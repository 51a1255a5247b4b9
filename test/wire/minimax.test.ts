import { describe, expect, test } from "vitest";
import { parseChunks } from "./vectors.ts";

const TOOLS = [{ name: "plan", parameters: { type: "object", properties: { city: { type: "string" } } } }];
const CALL =
  '<minimax:tool_call>\n<invoke name="plan">\n<parameter name="city">Oslo</parameter>\n</invoke>\n</minimax:tool_call>';
const MEANT = [{ name: "plan", arguments: { city: "Oslo" } }];

describe("behind a call of MiniMax", () => {
  for (const marker of ["]~b]tool", "]~b]user"]) {
    test(`${marker} begins a made-up result, wherever it stands and however it is cut into chunks`, () => {
      for (const between of ["", "\n", "[e~[\n", "\nlist[0] ", "\n```\n"]) {
        const text = `${CALL}${between}${marker}\n<response>sunny</response>`;
        const cut = CALL.length + between.length;
        const expected = { calls: MEANT, content_before: null, cut_at: cut, error: null };
        for (let at = 1; at < text.length; at += 1) {
          expect(parseChunks([text.slice(0, at), text.slice(at)], TOOLS)).toEqual(expected);
        }
        expect(parseChunks([...text], TOOLS)).toEqual(expected);
      }
    });
  }

  test("the token that ends its turn is no content, and brackets in prose are", () => {
    const text = "a[0]~1 ]~b list[";
    const expected = { calls: [], content_before: text, cut_at: null, error: null };
    expect(parseChunks([text], TOOLS)).toEqual(expected);
    expect(parseChunks([...text], TOOLS)).toEqual(expected);
    expect(parseChunks([`${text}[e~[`], TOOLS)).toEqual(expected);
  });
});
