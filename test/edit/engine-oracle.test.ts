import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decideMatch } from "../../runtime/edit/find-edit-match.ts";
import { MATCHERS, type MatchOptions, type TraceStep } from "../../runtime/edit/mod.ts";
import { DEFAULT_LIMITS, type SearchLimits } from "../../runtime/edit/search-limits.ts";
import { type EditCase, editCase } from "../oracle/edit-cases.ts";
import { oracleVerdict, type Verdict } from "../oracle/find-edit-match.ts";

/** More in the long tier: `MORTISE_RUNS=200000`. */
const RUNS = Number(globalThis.process?.env.MORTISE_RUNS ?? 2000);
const SEED = Number(globalThis.process?.env.MORTISE_SEED ?? Date.now() & 0xffffff);

/** Small inputs would only ever take the quick way, so the others are forced: no text is rare, and no comparing allowed. */
const WAYS: Readonly<Record<string, SearchLimits>> = {
  usual: DEFAULT_LIMITS,
  "nothing is rare": { ...DEFAULT_LIMITS, rareHits: 0 },
  "no comparing": { rareHits: 2, comparedBase: 0, comparedShare: 0 },
  "little comparing": { rareHits: 4, comparedBase: 12, comparedShare: 0 },
};

describe("the linear engine", () => {
  test("decides as the plain chain does, whichever way it takes, and reaches every strategy and refusal", {
    timeout: 3_600_000,
  }, () => {
    const reached = new Map<string, number>();
    fc.assert(
      fc.property(editCase, ({ content, oldText, options }: EditCase) => {
        const expected = oracleVerdict(content, oldText, options);
        const listed =
          expected.verdict === "matched" ? expected : { ...expected, candidates: expected.candidates.slice(0, 10) };
        for (const [way, limits] of Object.entries(WAYS)) {
          const verdict = engineVerdict(content, oldText, options, limits);
          // Comparing texts first is what makes many cases affordable.
          if (JSON.stringify(verdict) !== JSON.stringify(listed)) expect(verdict, way).toEqual(listed);
        }
        for (const name of [expected.verdict, `${expected.strategy}: ${expected.verdict}`]) {
          reached.set(name, (reached.get(name) ?? 0) + 1);
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
    console.log(`engine and oracle agree: ${RUNS} cases, seed ${SEED}`, Object.fromEntries([...reached].sort()));
    for (const { name } of MATCHERS) expect(reached.get(`${name}: matched`) ?? 0, name).toBeGreaterThan(0);
    for (const verdict of VERDICTS) expect(reached.get(verdict) ?? 0, verdict).toBeGreaterThan(0);
  });
});

const VERDICTS = [
  "matched",
  "empty_needle",
  "not_found",
  "ambiguous",
  "unexpected_replacement_count",
  "overlapping_matches",
  "elision_placeholder",
  "replace_all_not_allowed",
  "oversized_span",
];

function engineVerdict(content: string, oldText: string, options: MatchOptions, limits: SearchLimits): Verdict {
  const trace: TraceStep[] = [];
  const match = decideMatch(MATCHERS, content, oldText, { ...options, onStep: (step) => trace.push(step) }, { limits });
  if (match.kind === "matched") {
    return { verdict: "matched", strategy: match.strategy, candidates: match.candidates, trace };
  }
  return { verdict: match.errorCode, strategy: match.strategy, candidates: match.candidates ?? [], trace };
}
