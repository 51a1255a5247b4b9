import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFileGrammars } from "../../adapters/grammars/files.ts";
import type { GrammarName } from "../../runtime/ports/mod.ts";
import { createParsers } from "../../runtime/syntax/mod.ts";
import { validFiles } from "./fixtures.ts";

const SEED = Date.now() & 0x7fffffff;
const GRAMMARS = {
  python: "python",
  go: "go",
  rust: "rust",
  java: "java",
  ruby: "ruby",
  bash: "bash",
  css: "css",
} as const satisfies Record<string, GrammarName>;

/** Edits one after the other: at a place given as a share of the text, some characters go and a piece comes. */
const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    gone: fc.nat(3),
    piece: fc.constantFrom("", "\n", "x", " ", "(", ")", "}", "\u00e9", "\u{1f600}", "# c\n"),
  }),
  { minLength: 1, maxLength: 8 },
);

describe(`a text that is read on from the tree of the one before, seed ${SEED}`, () => {
  const [warm, cold] = [createParsers(createFileGrammars()), createParsers(createFileGrammars())];

  for (const [language, grammar] of Object.entries(GRAMMARS)) {
    test(`is found sound or not as when it is read anew, with the same tree: ${language}`, async () => {
      const [file] = validFiles(language).sort((one, other) => one.text.length - other.text.length);
      const start = (file?.text ?? "").slice(0, 6000);
      const shape = (parsers: typeof warm, text: string) =>
        parsers.withSoundTree(grammar, text, (root) => root.toString());
      await fc.assert(
        fc.asyncProperty(edits, async (steps) => {
          let text = start;
          await shape(warm, text);
          for (const { at, gone, piece } of steps) {
            const from = Math.floor(at * text.length);
            text = (text.slice(0, from) + piece + text.slice(from + gone)).toWellFormed();
            // Two texts that have nothing in common with it leave no tree to go on from.
            for (const other of ["", "\n"]) await shape(cold, other);
            expect(await shape(warm, text)).toBe(await shape(cold, text));
            const [whole] = await Promise.all([warm.withTree(grammar, text, (root) => root.hasError)]);
            expect((await shape(warm, text)) === "unsound").toBe(whole);
          }
        }),
        { numRuns: 12, seed: SEED },
      );
    });
  }

  test("reads the same text again without reading, and one that came back after an edit", async () => {
    const first = "def f():\n    return 1\n";
    for (const text of [first, first, first.replace("1", "2"), first, `${first}x = (\n`, first]) {
      const isSound = await warm.withSoundTree("python", text, (root) => root.endIndex);
      expect(isSound).toBe(text.endsWith("(\n") ? "unsound" : text.length);
    }
  });
});
