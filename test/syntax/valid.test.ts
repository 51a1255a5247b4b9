import { describe, expect, test } from "vitest";
import { checkSyntax, languageOf } from "../../runtime/syntax/mod.ts";
import { syntaxDeps, validFiles, validLanguages } from "./fixtures.ts";

/** What each language is read by. Templates are no YAML until they are filled in. */
const SCANNED = new Set(["c", "cpp", "dart", "kotlin", "scala", "swift"]);
const EMPTY: Readonly<Record<string, string>> = { json: "{}", php: "<?php\n" };

describe("valid modern code", () => {
  for (const language of validLanguages()) {
    test(`${language}: every file passes as a new file, as a rewrite of an empty one and as a small edit`, async () => {
      const files = validFiles(language);
      expect(files.length).toBeGreaterThanOrEqual(5);
      for (const { path, text } of files) {
        const check = SCANNED.has(language) ? "lexical" : "parser";
        const expected = path.endsWith("chart.yaml") ? { kind: "unchecked" } : { kind: "ok", check };
        const asNew = await checkSyntax({ path, before: null, after: text }, syntaxDeps);
        const rewritten = await checkSyntax({ path, before: EMPTY[language] ?? "", after: text }, syntaxDeps);
        const edited = await checkSyntax({ path, before: `${text}\n`, after: text }, syntaxDeps);
        // A grammar that does not know a construct leaves a new file to the scan.
        expect([path, asNew.kind]).toEqual([path, expected.kind]);
        expect([path, rewritten, edited]).toEqual([path, expected, expected]);
      }
    });

    test(`${language}: CRLF endings, a byte order mark and no final newline change nothing`, async () => {
      for (const { path, text } of validFiles(language)) {
        const windows = text.replaceAll("\n", "\r\n");
        for (const after of [windows, `\uFEFF${text}`, text.trimEnd()]) {
          if (after !== windows && /^#!/.test(text)) continue;
          const verdict = await checkSyntax({ path, before: text, after }, syntaxDeps);
          expect([path, verdict.kind]).not.toEqual([path, "invalid"]);
        }
      }
    });
  }

  test("files nobody can judge are not judged", async () => {
    const names = [
      "a.md",
      "Makefile",
      "a.sql",
      "b.vue",
      "c.scss",
      "d.jsonl",
      "e.json5",
      "no-extension",
      "f.lua",
      ".env",
    ];
    for (const path of names) {
      expect(await checkSyntax({ path, before: null, after: "(((" }, syntaxDeps)).toEqual({ kind: "unchecked" });
    }
    const zsh = { path: "a.sh", before: null, after: "#!/usr/bin/env zsh\nprint ${(f)x} )" };
    expect(await checkSyntax(zsh, syntaxDeps)).toEqual({ kind: "unchecked" });
  });

  test("languages go by file name and extension, whatever their case or folder", () => {
    const names = ["/a/b.TS", "c:/x/Gemfile", "x.d.mts", "a.b.CPP", ".vscode/x.json", "lib/tasks/a.rake", "x.h"];
    expect(names.map((path) => languageOf(path, "")?.name)).toEqual([
      "typescript",
      "ruby",
      "typescript",
      "cpp",
      "json",
      "ruby",
      "c",
    ]);
  });
});
