import { describe, expect, test } from "vitest";
import { CHECKERS } from "../../runtime/diagnostics/mod.ts";
import { diagnosePair, toolsFor } from "./checker-tools.ts";
import { mistakes } from "./corpus.ts";

const GRAMMARS: readonly string[] = CHECKERS.filter(({ needs }) => needs === "grammars").map(({ name }) => name);

function isByGrammar(checker: string): boolean {
  return GRAMMARS.includes(checker) && checker !== "ruff-wasm" && checker !== "sh-syntax";
}

describe("mistakes", () => {
  for (const { language, cases } of mistakes()) {
    for (const { mistake, file, before, after, found } of cases) {
      for (const [checker, findings] of Object.entries(found)) {
        test(`${language}, ${checker}: ${mistake}`, async () => {
          const tools = await toolsFor(checker);
          const diagnosis = await diagnosePair({ file, before, after }, tools);
          const block = { checker, findings, new_count: findings.length };
          expect(diagnosis).toEqual(expect.objectContaining({ kind: "checked", block }));
        });

        test(`${language}, ${checker}: nothing is new where nothing changed: ${mistake}`, async () => {
          const tools = await toolsFor(checker);
          for (const text of [before, after]) {
            const diagnosis = await diagnosePair({ file, before: text, after: text }, tools);
            // A text that its grammar cannot read and whose brackets pair up is not judged, and so not called clean.
            const isUnread = diagnosis.kind === "unchecked" && text === after && isByGrammar(checker);
            if (isUnread) expect(diagnosis.reason).toBe("unjudged");
            else expect(diagnosis).toEqual(expect.objectContaining({ block: { checker, findings: [], new_count: 0 } }));
          }
        });
      }
    }
  }

  test("every checker that runs without a project is tried, each on a new finding and on an old one or none", () => {
    const all = mistakes().flatMap(({ cases }) => cases.flatMap(({ found }) => Object.entries(found)));
    for (const { name } of CHECKERS) {
      if (name === "ruff" || name === "typescript-project") continue;
      const counts = all.flatMap(([checker, findings]) => (checker === name ? [findings.length] : []));
      expect([name, counts.some((count) => count > 0), counts.length > 1]).toEqual([name, true, true]);
    }
  });
});
