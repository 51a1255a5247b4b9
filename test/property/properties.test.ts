import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { PropertyReport } from "../../runtime/ports/mod.ts";
import { shown } from "./claims.ts";
import { PROPERTIES, type Property, parseKey, parseSavedCases, runProperty } from "./mod.ts";

const CORPUS = fileURLToPath(new URL("../fixtures/corpus/", import.meta.url));
const RUNS = numberFrom("MORTISE_FUZZ_RUNS", 300);
const SEED = numberFrom("MORTISE_FUZZ_SEED", Date.now() & 0x7fffffff);

function numberFrom(name: string, otherwise: number): number {
  const given = process.env[name];
  if (given === undefined || given === "") return otherwise;
  const value = Number(given);
  if (!Number.isSafeInteger(value)) throw new Error(`${name} must be a whole number, not "${given}"`);
  return value;
}

function corpusOf(property: Property<unknown>): readonly unknown[] {
  const file = `${CORPUS}${property.id}.json`;
  if (!existsSync(file)) return [];
  return parseSavedCases(readFileSync(file, "utf8"), property).map(({ value }) => value);
}

/** A rare bucket may stay empty by chance in a short run; ten times as many values settle it. */
async function runUntilWitnessed(property: Property<unknown>): Promise<PropertyReport> {
  // A tree of files for every value takes its time.
  const runs = property.needsTree ? Math.ceil(RUNS / 4) : RUNS;
  const report = await runProperty(property, { runs, seed: SEED, corpus: corpusOf(property) });
  if (report.failure !== undefined || report.missing.length === 0) return report;
  return runProperty(property, { runs: 10 * runs, seed: SEED });
}

function told({ failure, saved }: PropertyReport): string | null {
  if (failure === undefined) return null;
  const again = failure.key === null ? `saved case ${saved}` : `again: mortise replay ${failure.key}`;
  return `${failure.error}\n  case: ${shown(failure.counterexample)}\n  ${again}`;
}

describe(`laws of the product, seed ${SEED}, ${RUNS} values each`, () => {
  for (const property of PROPERTIES) {
    test(`${property.id}: ${property.title}`, async () => {
      const report = await runUntilWitnessed(property);
      expect(told(report)).toBe(null);
      expect(report.missing, `seed ${SEED}: buckets never reached; there were ${shown(report.outcomes)}`).toEqual([]);
    });
  }
});

describe("the list of laws", () => {
  test("names each law once, in a form that a replay key can carry", () => {
    const ids = PROPERTIES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, version } of PROPERTIES) {
      expect(parseKey(`${id}@${version}:7:1:2`)).toEqual({ id, version, seed: 7, path: "1:2" });
    }
  });

  test("says of each what is claimed, and which buckets show that it was tried", () => {
    for (const { doc, title, witnesses } of PROPERTIES) {
      expect([title, doc].every((text) => text.length > 20)).toBe(true);
      expect(witnesses.length).toBeGreaterThan(1);
      expect(new Set(witnesses).size).toBe(witnesses.length);
    }
  });
});
