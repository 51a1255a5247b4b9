import { relative } from "node:path";
import { describe, expect, test } from "vitest";
import { checkersFor } from "../../runtime/diagnostics/mod.ts";
import { validFiles, validLanguages } from "../syntax/fixtures.ts";
import { checkerTools, diagnosePair, processesHere } from "./checker-tools.ts";

/** Correct code that its author's linter would still have an opinion on. */
const STYLE = new Set(["ruff-wasm"]);

describe("valid modern code", () => {
  for (const language of validLanguages()) {
    test(`${language}: no error in a new file, and nothing new after an edit`, async () => {
      const withPrograms = await checkerTools({ processes: await processesHere(), setting: "syntax" });
      const without = await checkerTools({ setting: "syntax" });
      const parsersOnly = await checkerTools({ grammars: "parsers", setting: "syntax" });
      for (const { path, text } of validFiles(language)) {
        const file = relative("/", path);
        if (checkersFor(file, { typescript: "syntax" }).length === 0) continue;
        for (const tools of [withPrograms, without, parsersOnly]) {
          const asNew = await diagnosePair({ file, before: null, after: text }, tools);
          const edited = await diagnosePair({ file, before: `${text}\n\n`, after: text }, tools);
          if (asNew.kind === "checked") {
            const faults = asNew.block.findings.filter(
              ({ code }) => !STYLE.has(asNew.block.checker) || /syntax/.test(code),
            );
            expect([file, asNew.block.checker, faults]).toEqual([file, asNew.block.checker, []]);
          }
          if (edited.kind === "checked") expect([file, edited.block.findings]).toEqual([file, []]);
          else expect([file, ["missing", "unjudged"].includes(edited.reason)]).toEqual([file, true]);
        }
      }
    });
  }
});
