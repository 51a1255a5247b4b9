import { constantFrom, integer } from "fast-check";
import { describe, expect, test } from "vitest";
import { claim } from "./claims.ts";
import { isCount } from "./guards.ts";
import type { Property } from "./property.ts";
import { formatKey, parseKey } from "./replay-key.ts";
import { runProperty } from "./run-property.ts";
import { parseSavedCases, withSavedCase } from "./saved-cases.ts";

const small: Property<number> = {
  id: "X1",
  version: 2,
  title: "Numbers are below a hundred",
  doc: "Wrong, and shrunk to the smallest number for which it is.",
  kind: "pbt",
  arbitrary: integer({ min: 0, max: 100_000 }),
  run: (value) => claim(value < 100, `${value} is not below 100`),
  classify: (value) => (value % 2 === 0 ? "even" : "odd"),
  witnesses: ["even", "odd"],
  accepts: isCount,
};

describe("runProperty", () => {
  test("shrinks a failure to the smallest case and names it by a key that leads back to it", async () => {
    const report = await runProperty(small, { runs: 100, seed: 11 });
    expect(report.failure).toMatchObject({ counterexample: 100, error: "100 is not below 100" });
    const key = parseKey(report.failure?.key ?? "");
    expect(key).toMatchObject({ id: "X1", version: 2, seed: 11 });
    const replayed = await runProperty(small, { runs: 1, seed: 11, path: key?.path ?? "" });
    expect(replayed.failure).toMatchObject({ key: report.failure?.key, counterexample: 100 });
  });

  test("gives the same report for the same seed", async () => {
    expect(await runProperty(small, { runs: 50, seed: 3 })).toEqual(await runProperty(small, { runs: 50, seed: 3 }));
  });

  test("counts buckets of generated values and names the witnesses that were not reached", async () => {
    const holds: Property<number> = {
      ...small,
      run: () => {},
      arbitrary: constantFrom(2, 4),
      witnesses: ["even", "odd"],
    };
    const report = await runProperty(holds, { runs: 40, seed: 1 });
    expect(report).toEqual({
      id: "X1",
      version: 2,
      title: small.title,
      seed: 1,
      runs: 40,
      saved: 0,
      outcomes: { even: 40 },
      missing: ["odd"],
    });
  });

  test("tries saved cases first, and one that fails or lost its form ends the run without a key", async () => {
    const failing = await runProperty(small, { runs: 10, seed: 1, corpus: [5, 400] });
    expect(failing).toMatchObject({ runs: 0, saved: 2, failure: { key: null, counterexample: 400, shrinks: 0 } });
    const misshapen = await runProperty(small, { runs: 10, seed: 1, corpus: ["5"] });
    expect(misshapen.failure).toMatchObject({ key: null, counterexample: "5", error: expect.stringContaining("form") });
  });

  test("waits for a law that takes its time, and shrinks and replays it like any other", async () => {
    const slow: Property<number> = {
      ...small,
      run: async (value) => {
        await Promise.resolve();
        small.run(value);
      },
    };
    const report = await runProperty(slow, { runs: 100, seed: 11 });
    expect(report).toEqual(await runProperty(small, { runs: 100, seed: 11 }));
    const path = parseKey(report.failure?.key ?? "")?.path ?? "";
    expect(await runProperty(slow, { runs: 1, seed: 11, path })).toMatchObject({ failure: { counterexample: 100 } });
    const saved = await runProperty(slow, { runs: 10, seed: 1, corpus: [5, 400] });
    expect(saved).toMatchObject({ runs: 0, saved: 2, failure: { key: null, counterexample: 400 } });
  });

  test("stops when its seconds are over", async () => {
    const holds: Property<number> = { ...small, run: () => {} };
    const report = await runProperty(holds, { seconds: 0.05, seed: 1 });
    expect(report.failure).toBe(undefined);
    expect(report.runs).toBeGreaterThan(0);
  });
});

describe("saved cases", () => {
  const failure = { key: "X1@2:1:0", counterexample: 100, shrinks: 3, error: "100 is not below 100" };

  test("are read back as they were written, each once", () => {
    const file = withSavedCase(small, [], failure);
    const cases = parseSavedCases(file, small);
    expect(cases).toEqual([{ value: 100, error: "100 is not below 100" }]);
    expect(withSavedCase(small, cases, failure)).toBe(file);
  });

  test("of another law or version are refused by name", () => {
    const file = withSavedCase(small, [], failure);
    expect(() => parseSavedCases(file, { ...small, version: 3 })).toThrow("X1.json");
    expect(() => parseSavedCases("[]", small)).toThrow("X1.json");
  });
});

describe("replay keys", () => {
  test("come back as they were, with a path and without", () => {
    for (const key of [
      { id: "M3", version: 1, seed: 20931, path: "4:0:2" },
      { id: "S1", version: 12, seed: -5, path: "" },
    ]) {
      expect(parseKey(formatKey(key))).toEqual(key);
    }
  });

  test("of any other form are no keys", () => {
    for (const text of ["", "M3", "M3@1", "M3@1:x", "M3@1:5:", "M3@1:5:1:", "M3@1:5:-1", "m 3@1:5", "M3@1:5:1 2"]) {
      expect(parseKey(text)).toBe(null);
    }
  });
});
