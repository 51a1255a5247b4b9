import { type Arbitrary, constantFrom, oneof, record } from "fast-check";
import type { MatchOptions, TraceStep } from "../../../runtime/edit/mod.ts";
import { DEFAULT_LIMITS } from "../../../runtime/edit/search-limits.ts";
import { editCase as denseCase } from "../../oracle/edit-cases.ts";
import { oracleVerdict, type Verdict } from "../../oracle/find-edit-match.ts";
import { claimEqual } from "../claims.ts";
import { isCount, isFlag, isNullOr, isRecordOf, isText } from "../guards.ts";
import type { EditProperty } from "./edit-property.ts";
import type { EditEngine, SearchLimits } from "./engine.ts";
import { editCase } from "./generators.ts";

interface OracleCase {
  readonly content: string;
  readonly oldText: string;
  readonly replaceAll: boolean;
  readonly expected: number | null;
}

/** Small inputs would only ever take the quick way, so the others are forced: no text is rare, no comparing allowed. */
const WAYS: Readonly<Record<string, SearchLimits>> = {
  usual: DEFAULT_LIMITS,
  "nothing is rare": { ...DEFAULT_LIMITS, rareHits: 0 },
  "no comparing": { rareHits: 2, comparedBase: 0, comparedShare: 0 },
  "little comparing": { rareHits: 4, comparedBase: 12, comparedShare: 0 },
};

const oracleCase: Arbitrary<OracleCase> = oneof(
  {
    arbitrary: record({ edited: editCase, expected: constantFrom(null, null, null, null, 1, 2) }).map(
      ({ edited: { content, oldText, replaceAll }, expected }) => ({ content, oldText, replaceAll, expected }),
    ),
    weight: 2,
  },
  {
    arbitrary: denseCase.map(({ content, oldText, options: { replaceAll = false, expectedReplacements = null } }) => ({
      content,
      oldText,
      replaceAll,
      expected: expectedReplacements,
    })),
    weight: 1,
  },
);

export const oracle: EditProperty<OracleCase> = (edit) => ({
  id: "M18",
  version: 1,
  title: "The linear engine gives the verdict, strategy, spans and trace of the plain chain, whichever way it takes",
  doc:
    "The plain chain in test/oracle compares every window of lines and every offset. The engine's quick ways and its " +
    "linear ones are each forced by their limits.",
  kind: "differential",
  arbitrary: oracleCase,
  run({ content, oldText, replaceAll, expected }) {
    const options = optionsOf(replaceAll, expected);
    const right = oracleVerdict(content, oldText, options);
    const listed = right.verdict === "matched" ? right.candidates : right.candidates.slice(0, 10);
    for (const [way, limits] of Object.entries(WAYS)) {
      const found = verdictOf(edit, content, oldText, options, limits);
      claimEqual(found, { ...right, candidates: listed }, `the engine (${way}), against the plain chain`);
    }
  },
  classify({ content, oldText, replaceAll, expected }) {
    const { verdict, strategy } = oracleVerdict(content, oldText, optionsOf(replaceAll, expected));
    return verdict === "matched" ? `matched by ${strategy}` : verdict;
  },
  witnesses: [
    "matched by exact",
    "matched by indentation_flexible",
    "matched by line_trimmed",
    "matched by whitespace_normalized",
    "matched by escape_normalized",
    "matched by line_number_stripped",
    "matched by typographic_normalized",
    "matched by block_anchor",
    "empty_needle",
    "not_found",
    "ambiguous",
    "unexpected_replacement_count",
    "overlapping_matches",
    "oversized_span",
    "elision_placeholder",
    "replace_all_not_allowed",
  ],
  accepts: isRecordOf<OracleCase>({
    content: isText,
    oldText: isText,
    replaceAll: isFlag,
    expected: isNullOr(isCount),
  }),
});

function optionsOf(replaceAll: boolean, expected: number | null): MatchOptions {
  return { replaceAll, ...(expected !== null && { expectedReplacements: expected }) };
}

function verdictOf(
  edit: EditEngine,
  content: string,
  oldText: string,
  options: MatchOptions,
  limits: SearchLimits,
): Verdict {
  const trace: TraceStep[] = [];
  const onStep = (step: TraceStep) => trace.push(step);
  const match = edit.decide(edit.matchers, content, oldText, { ...options, onStep }, limits);
  const verdict = match.kind === "matched" ? "matched" : match.errorCode;
  return { verdict, strategy: match.strategy, candidates: match.candidates ?? [], trace };
}
