import { describe, expect, test } from "vitest";
import { createResultCutter, createWireParser, FORMAT_NAMES, FORMATS } from "../../runtime/wire/mod.ts";
import { chunksOf, parseChunks, parseWhole, VECTORS } from "./vectors.ts";

describe("recorded texts of models", () => {
  test("there are 182, each under a name of its own and with where it came from", () => {
    expect(VECTORS.length).toBe(182);
    expect(new Set(VECTORS.map(({ id }) => id)).size).toBe(182);
    expect(VECTORS.filter(({ origin }) => origin === "")).toEqual([]);
  });

  for (const vector of VECTORS) {
    test(`${vector.id} comes to what it must, whole and however it is cut into chunks`, () => {
      const { text, tools } = vector;
      expect(parseWhole(vector)).toEqual(vector.expect);
      for (const size of [1, 2, 3, 7]) expect(parseChunks(chunksOf(text, size), tools)).toEqual(vector.expect);
      for (let at = 1; at < text.length; at += 1) {
        expect(parseChunks([text.slice(0, at), text.slice(at)], tools)).toEqual(vector.expect);
      }
    });
  }

  test("the cutter passes on everything before the cut and nothing behind it", () => {
    for (const { text, tools, expect: expected } of VECTORS) {
      for (const size of [1, 5, text.length]) {
        const cutter = createResultCutter({ tools });
        const kept = [...chunksOf(text, size).map((chunk) => cutter.push(chunk)), cutter.end()];
        expect(kept.map((chunk) => chunk.text).join("")).toBe(text.slice(0, expected.cut_at ?? text.length));
        expect(kept.some(({ cut }) => cut)).toBe(expected.cut_at !== null);
      }
    }
  });

  test("after a cut nothing more is told, whatever comes", () => {
    for (const { text, tools, expect: expected } of VECTORS.filter((vector) => vector.expect.cut_at !== null)) {
      const parser = createWireParser({ tools });
      const events = [...chunksOf(text, 4), "more", text].flatMap((chunk) => [...parser.push(chunk)]);
      expect([...events, ...parser.end()].at(-1)).toMatchObject({ kind: "cut", at: expected.cut_at });
    }
  });

  test("the prose of the events, joined, is the content of the result", () => {
    for (const { text, tools } of VECTORS) {
      const parser = createWireParser({ tools });
      const events = [...chunksOf(text, 3).flatMap((chunk) => [...parser.push(chunk)]), ...parser.end()];
      const from = events.findLastIndex(({ kind }) => kind === "reasoning_ended") + 1;
      const prose = events.slice(from).map((event) => (event.kind === "prose" ? event.text : ""));
      expect(prose.join("")).toBe(parser.result().content ?? "");
    }
  });

  test("every format has its name in the list, once", () => {
    expect(FORMATS.map(({ name }) => name)).toEqual([...FORMAT_NAMES]);
  });
});
