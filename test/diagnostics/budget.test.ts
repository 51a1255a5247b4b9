import { describe, expect, test } from "vitest";
import { createFileGrammars } from "../../adapters/grammars/files.ts";
import { LONGEST_LOAD_MS, startBudget } from "../../runtime/diagnostics/budget.ts";
import { checkerTools, diagnosePair } from "./checker-tools.ts";

describe("the time of a check", () => {
  test("stands still while something loads, for half a minute at most", async () => {
    let now = 1_000;
    const signal = new AbortController().signal;
    const budget = startBudget({ monotonicMs: () => now }, 5_000, signal);
    const lefts: number[] = [];
    const pass = async (ms: number) => {
      now += ms;
      lefts.push(budget.left());
    };
    await pass(1_000);
    await budget.load(() => pass(20_000));
    await pass(1_000);
    await budget.load(() => pass(LONGEST_LOAD_MS - 20_000 + 500));
    await expect(budget.load(() => Promise.reject(new Error("no such module")))).rejects.toThrow("no such module");
    await pass(10_000);
    expect(lefts).toEqual([4_000, 4_000, 3_000, 2_500, 0]);
    expect(startBudget({ monotonicMs: () => now }, 5_000, signal, now - 4_000).left()).toBe(1_000);
  });

  test("does not count what a checker needs to load, on files that are written side by side", async () => {
    const files = createFileGrammars();
    const wait = () => new Promise((resolve) => setTimeout(resolve, 3_300));
    const grammars = {
      parser: files.parser,
      grammar: files.grammar,
      checker: async (name: "ruff" | "sh-syntax") => {
        await wait();
        return (await files.checker?.(name)) ?? null;
      },
    };
    const tools = { ...(await checkerTools()), grammars };
    const found = await Promise.all(
      ["a.py", "b.py", "a.sh"].map((file) =>
        diagnosePair({ file, before: "", after: "true\n" }, tools, { timeoutMs: 3_000 }),
      ),
    );
    expect(
      found.map((diagnosis) => (diagnosis.kind === "checked" ? diagnosis.block.checker : diagnosis.reason)),
    ).toEqual(["ruff-wasm", "ruff-wasm", "sh-syntax"]);
  });
});
