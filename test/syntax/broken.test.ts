import { describe, expect, test } from "vitest";
import { checkSyntax } from "../../runtime/syntax/mod.ts";
import { brokenEdits, syntaxDeps, validText } from "./fixtures.ts";

describe("broken edits", () => {
  for (const { language, edits } of brokenEdits()) {
    for (const { name, file, old, new: replacement, verdict } of edits) {
      test(`${language}, ${file}: ${name}`, async () => {
        const before = validText(language, file);
        const at = before.indexOf(old);
        expect([at >= 0, before.indexOf(old, at + 1)]).toEqual([true, -1]);
        const after = before.slice(0, at) + replacement + before.slice(at + old.length);
        const path = `${language}/${file}`;
        expect(await checkSyntax({ path, before, after }, syntaxDeps)).toEqual(verdict);
      });
    }
  }

  test("each language has five breakages, each with its place", () => {
    for (const { language, edits } of brokenEdits()) {
      expect([language, edits.length >= 5]).toEqual([language, true]);
      for (const { verdict } of edits) {
        expect(verdict).toEqual(expect.objectContaining({ kind: "invalid", line: expect.any(Number) }));
      }
    }
  });
});
